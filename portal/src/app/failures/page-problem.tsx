import { useState } from 'react';
import { useRouteError } from 'react-router';
import { isServiceThere } from '../../api/client.js';
import { Notice } from '../../design/notices/notice.js';
import { Page } from '../../design/page/page.js';
import { useTexts } from '../../texts/language.js';
import { isOfMissingPart } from './missing-parts.js';
import { Button } from '../../design/controls/button.js';

/** Replaces a page that cannot be shown. The navigation remains. */
export function PageProblem() {
  return isOfMissingPart(useRouteError()) ? <NotFetched /> : <NotDrawn />;
}

function NotDrawn() {
  const { crash } = useTexts();
  return (
    <Page title={crash.title} intro={crash.text}>
      <p>
        <Button kind="primary" onPress={() => location.reload()}>
          {crash.again}
        </Button>
      </p>
    </Page>
  );
}

/**
 * The page for a code chunk that failed to load. Browsers cache such a failure, so only a reload
 * helps. Reloads only if the service responds, because otherwise the reload would lose the portal.
 */
function NotFetched() {
  const { unfetched, retry } = useTexts();
  const [tries, setTries] = useState(0);
  const tryAgain = async () => {
    if (await isServiceThere()) location.reload();
    else setTries(tries + 1);
  };
  return (
    <Page title={unfetched.title}>
      <Notice key={tries} kind="problem">
        {tries === 0 ? unfetched.text : unfetched.still}
      </Notice>
      <p>
        <Button kind="primary" onPress={() => void tryAgain()}>
          {retry}
        </Button>
      </p>
    </Page>
  );
}
