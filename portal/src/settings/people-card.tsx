import { Link } from 'react-router';
import { Card } from '../design/page/card.js';
import { useTexts } from '../texts/language.js';
import styles from './settings-page.module.css';

export function PeopleCard() {
  const { people } = useTexts();
  return (
    <Card title={people.title}>
      <div className={styles.links}>
        <Link to="/settings/people">{people.open}</Link>
        <p className="hint">{people.inSettings}</p>
      </div>
    </Card>
  );
}
