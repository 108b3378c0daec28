import { lazy, Suspense } from 'react';
import { useNavigate, useParams } from 'react-router';
import { KeyCalls } from '../activity/calls/key-calls.js';
import { api } from '../api/client.js';
import type { ApiKey } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { Loaded, Waiting } from '../design/notices/loaded.js';
import { Empty } from '../design/page/card.js';
import { afterDialog } from '../design/page/dialogs/dialog.js';
import { Page } from '../design/page/page.js';
import { Tabs } from '../design/page/tabs.js';
import { BackLink } from '../design/page/back-link.js';
import { KeyActions } from '../keys/key-actions.js';
import { KeyChips } from '../keys/state/key-chips.js';
import { useKeyWork } from '../keys/use-key-work.js';
import { useMayChange } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import { KeyFacts } from './key-facts.js';

/** Loaded on demand, because it contains the charts. */
const Requests = lazy(async () => ({
  default: (await import('../activity/requests/requests-panel.js')).RequestsPanel,
}));
const AuditLog = lazy(async () => ({ default: (await import('../activity/audit/audit-log.js')).AuditLog }));

/** The page of one key, with its facts, actions, calls, requests and audit events. */
export function KeyPage() {
  const { id = '' } = useParams();
  const { keys: texts, problems } = useTexts();
  const mayChange = useMayChange();
  const loading = useResource(api.keys());
  const navigate = useNavigate();
  const { open, issued, news, dialog } = useKeyWork(loading, {
    // waits until the dialog has closed, because an open dialog counts as unsaved
    onDeleted: (message) => afterDialog(() => void navigate('/keys', { state: { news: message } })),
  });
  const key = loading.value?.find((each) => each.id === id);
  return (
    <Page
      title={key?.application ?? texts.key}
      above={
        <>
          {issued}
          <BackLink to="/keys">{texts.all}</BackLink>
        </>
      }
      actions={key && mayChange && <KeyActions of={key} onAction={open} />}
    >
      {news}
      <Loaded loading={loading}>
        {() => (key ? <KeyViews of={key} /> : <Empty isCard>{problems.byCode.api_key_not_found}</Empty>)}
      </Loaded>
      {dialog}
    </Page>
  );
}

function KeyViews({ of: key }: { of: ApiKey }) {
  const { activity, keys: texts } = useTexts();
  const { id } = key;
  const panels = {
    overview: [texts.overview, <KeyFacts key="overview" of={key} />],
    calls: [texts.calls, <KeyCalls key="calls" id={id} />],
    usage: [activity.usage, <Requests key="usage" ofKey={id} />],
    audit: [activity.audit, <AuditLog key="audit" ofKey={id} />],
  } as const;
  return (
    <>
      <KeyChips of={key} />
      <Tabs
        label={key.application}
        tabs={Object.entries(panels).map(([view, [label, panel]]) => ({
          id: view,
          label,
          panel: <Suspense fallback={<Waiting />}>{panel}</Suspense>,
        }))}
      />
    </>
  );
}
