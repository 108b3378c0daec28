import { lazy } from 'react';
import { useNavigate, useParams } from 'react-router';
import { KeyCalls } from '../activity/calls/key-calls.js';
import { api } from '../api/client.js';
import type { ApiKey, KeyFeed } from '../api/records.js';
import { useResource } from '../api/hooks.js';
import { Copyable } from '../design/controls/copying.js';
import { Moment } from '../design/icons/moment.js';
import { Loaded } from '../design/notices/notice.js';
import { BackLink, Page, Tabs } from '../design/page/page.js';
import { Card, Empty, Facts } from '../design/page/card.js';
import { afterDialog } from '../design/page/dialogs/dialog.js';
import { KeyActions, useKeyWork } from '../keys/key-work.js';
import { ScopeTags } from '../keys/scopes/scopes.js';
import { KeyChips } from '../keys/state/key-chips.js';
import { creatorName } from '../keys/state/key-state.js';
import { areAgentsOn, useMayChange, useSession } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import keyChipsStyles from '../keys/state/key-chips.module.css';
import styles from './agent-lines.module.css';

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
  const { activity, calls, keys: texts } = useTexts();
  const { id } = key;
  return (
    <>
      <KeyChips of={key} />
      <Tabs
        label={key.application}
        tabs={[
          { id: 'overview', label: texts.overview, panel: <KeyFacts of={key} /> },
          { id: 'calls', label: calls.calls, panel: <KeyCalls id={id} /> },
          { id: 'usage', label: activity.requests, panel: <Requests ofKey={id} /> },
          { id: 'audit', label: activity.audit, panel: <AuditLog ofKey={id} /> },
        ]}
      />
    </>
  );
}

/** The scopes, terms and last use of an API key. */
function KeyFacts({ of: key }: { of: ApiKey }) {
  const { agents, form, keys: texts, never, protection } = useTexts();
  const { value: allFeeds = [] } = useResource(api.keyFeeds());
  const feeds = allFeeds.filter(({ api_key_id: id }) => id === key.id);
  const { old_key_until: oldUntil, old_key_last_used_at: oldUsed } = key;
  return (
    <>
      <Facts
        title={texts.overview}
        facts={[
          [texts.scopes, <ScopeTags key="scopes" scopes={key.scopes} />],
          [
            protection.title,
            key.hidden_data.map((kind) => protection.kinds[kind].chip).join(', ') || protection.nothing,
          ],
          [agents.title, agents.filter[key.mcp ? 'allowed' : 'refused']],
          [form.note, key.note],
          [form.networks, key.allowed_networks.join(', ') || texts.everywhere],
          [texts.ends, <Moment key="ends" at={key.expires_at} missing={texts.neverEnds} />],
          [texts.lastUsed, <Moment key="used" at={key.last_used_at} missing={never} />],
          [texts.oldKeyEnds, oldUntil === null ? undefined : <Moment key="old" at={oldUntil} />],
          [
            texts.oldKeyUsed,
            oldUntil === null ? undefined : <Moment key="old-used" at={oldUsed} missing={never} />,
          ],
          [texts.follows, feeds.length === 0 ? undefined : <KeyFeeds key="feeds" feeds={feeds} />],
          [texts.key, <code key="hint">{key.key_hint}</code>],
          [texts.id, <Copyable key="id" what={texts.id} text={key.id} />],
          [texts.created, <Moment key="created" at={key.created_at} />],
          [texts.createdBy, key.created_by === null ? undefined : creatorName(key.created_by)],
          [texts.changed, <Moment key="changed" at={key.updated_at} />],
        ]}
      />
      {key.mcp && <AgentLines />}
    </>
  );
}

/** The lines to paste into well-known clients of the Model Context Protocol. */
function AgentLines() {
  const { agents: texts } = useTexts();
  const { base_url: base } = useSession();
  if (!areAgentsOn())
    return (
      <Card title={texts.connect}>
        <p className="hint">{texts.off}</p>
      </Card>
    );
  const url = `${base}/mcp`;
  const clients = [
    {
      name: 'Claude Code',
      where: texts.terminal,
      // contains a placeholder, because the portal does not store API keys
      text: `claude mcp add --transport http ${NAME} '${url}' --header 'Authorization: Bearer API_KEY'`,
    },
    {
      name: 'VS Code',
      where: '.vscode/mcp.json',
      // VS Code asks for the API key and stores it encrypted
      text: json({
        inputs: [{ type: 'promptString', id: 'device-api-key', description: 'API key', password: true }],
        servers: {
          [NAME]: { type: 'http', url, headers: { Authorization: 'Bearer ${input:device-api-key}' } },
        },
      }),
    },
    {
      name: 'Cursor',
      where: '~/.cursor/mcp.json',
      // Cursor reads the API key from an environment variable
      text: json({
        mcpServers: { [NAME]: { url, headers: { Authorization: 'Bearer ${env:DEVICE_API_KEY}' } } },
      }),
    },
  ];
  return (
    <Card title={texts.connect}>
      <p className="hint">{texts.connectHint}</p>
      {clients.map(({ name, where, text }) => (
        <section key={name} className={styles.client}>
          <h3>
            {name} <span className="small muted">{where}</span>
          </h3>
          <Copyable what={name} text={text} />
        </section>
      ))}
    </Card>
  );
}

const NAME = 'customer-device-api';

const json = (value: object): string => JSON.stringify(value, undefined, 2);

/** The update time of each change feed of a key. */
function KeyFeeds({ feeds }: { feeds: readonly KeyFeed[] }) {
  const { keys: texts } = useTexts();
  return (
    <ul className={keyChipsStyles.feeds} role="list" aria-label={texts.follows}>
      {feeds.map(({ feed, read_until: until }) => (
        <li key={feed}>
          <span className="muted">{texts.feeds[feed]}</span> <Moment at={until} missing={texts.firstCopy} />
        </li>
      ))}
    </ul>
  );
}
