import { useState } from 'react';
import { Link, useRouteError } from 'react-router';
import { isServiceThere } from '../../api/client.js';
import { Button, buttonLook } from '../../design/controls/button.js';
import { Notice } from '../../design/notices/notice.js';
import { Page } from '../../design/page/page.js';
import { useTexts } from '../../texts/language.js';
import { Alone } from '../frame/frame.js';

/** Replaces a page that cannot be shown. The navigation remains. */
export function PageProblem() {
  const { crash } = useTexts();
  if (isOfMissingPart(useRouteError())) return <NotFetched />;
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

/** The page for errors that no other page handles. */
export function CrashPage() {
  const { crash } = useTexts();
  return (
    <Alone>
      <title>{crash.title}</title>
      <h1>{crash.title}</h1>
      <p>{crash.text}</p>
      <button type="button" className={buttonLook('primary')} onClick={() => location.reload()}>
        {crash.again}
      </button>
    </Alone>
  );
}

const failures = new WeakSet<Error>();

/** Records errors of code chunks that failed to load, because their messages differ between browsers. */
export function watchForMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload }) => failures.add(payload));
}

const isOfMissingPart = (error: unknown): boolean => error instanceof Error && failures.has(error);
