import { useState } from 'react';
import { Link, useRouteError } from 'react-router';
import { isServiceReachable } from '../../api/client.js';
import { Button, buttonClassName } from '../../design/controls/button.js';
import { Notice } from '../../design/notices/notice.js';
import { Page } from '../../design/page/page.js';
import { useTexts } from '../../texts/language.js';
import { BareLayout } from '../layout/layout.js';

/** Replaces a page that cannot be shown. The navigation remains. */
export function PageError() {
  const { crash } = useTexts();
  if (isChunkLoadError(useRouteError())) return <ChunkLoadError />;
  return (
    <Page title={crash.title} intro={crash.text}>
      <p>
        <Button kind="primary" onPress={() => location.reload()}>
          {crash.reload}
        </Button>
      </p>
    </Page>
  );
}

/**
 * The page for a code chunk that failed to load. Browsers cache such a failure, so only a reload
 * helps. Reloads only if the service responds, because otherwise the reload would lose the portal.
 */
function ChunkLoadError() {
  const { loadFailed, retry } = useTexts();
  const [attempts, setAttempts] = useState(0);
  const handleRetry = async () => {
    if (await isServiceReachable()) location.reload();
    else setAttempts(attempts + 1);
  };
  return (
    <Page title={loadFailed.title}>
      <Notice key={attempts} kind="problem">
        {attempts === 0 ? loadFailed.text : loadFailed.stillUnreachable}
      </Notice>
      <p>
        <Button kind="primary" onPress={() => void handleRetry()}>
          {retry}
        </Button>
      </p>
    </Page>
  );
}

export function NotFoundPage() {
  const { notFound } = useTexts();
  return (
    <Page title={notFound.title} intro={notFound.text}>
      <p>
        <Link to="/keys">{notFound.home}</Link>
      </p>
    </Page>
  );
}

/** The page for errors that no other page handles. */
export function CrashPage() {
  const { crash } = useTexts();
  return (
    <BareLayout>
      <title>{crash.title}</title>
      <h1>{crash.title}</h1>
      <p>{crash.text}</p>
      <button type="button" className={buttonClassName('primary')} onClick={() => location.reload()}>
        {crash.reload}
      </button>
    </BareLayout>
  );
}

const chunkLoadErrors = new WeakSet<Error>();

/** Records errors of code chunks that failed to load, because their messages differ between browsers. */
export function recordChunkLoadErrors(): void {
  addEventListener('vite:preloadError', ({ payload }) => chunkLoadErrors.add(payload));
}

const isChunkLoadError = (error: unknown): boolean => error instanceof Error && chunkLoadErrors.has(error);
