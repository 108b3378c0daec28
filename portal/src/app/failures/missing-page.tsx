import { Link } from 'react-router';
import { Page } from '../../design/page/page.js';
import { useTexts } from '../../texts/language.js';

export function MissingPage() {
  const { missing } = useTexts();
  return (
    <Page title={missing.title} intro={missing.text}>
      <p>
        <Link to="/keys">{missing.home}</Link>
      </p>
    </Page>
  );
}
