import { lazy } from 'react';
import { useNavigate, useParams } from 'react-router';
import { KeyCalls } from '../activity/calls/key-calls.js';
import { api } from '../api/client.js';
import type { ApiKey, KeyFeed } from '../api/types.js';
import { useResource } from '../api/hooks.js';
import { CopyField } from '../design/controls/copy-field.js';
import { RelativeTime } from '../design/icons/relative-time.js';
import { ResourceContent } from '../design/notices/notice.js';
import { BackLink, Page, Tabs } from '../design/page/page.js';
import { Card, EmptyMessage, DescriptionList } from '../design/page/card.js';
import { afterDialogCloses } from '../design/page/dialogs/dialog.js';
import { KeyActions, useKeyDialogs } from '../keys/key-actions.js';
import { ScopeTags } from '../keys/scopes/scopes.js';
import { KeyChips } from '../keys/state/key-chips.js';
import { creatorName } from '../keys/state/key-state.js';
import { areAgentsEnabled, useCanEdit, useSession } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import keyChipsStyles from '../keys/state/key-chips.module.css';
import styles from './agent-lines.module.css';

/** Loaded on demand, because it contains the charts. */
const Requests = lazy(async () => ({
  default: (await import('../activity/requests/requests-panel.js')).RequestsPanel,
}));
const AuditLog = lazy(async () => ({ default: (await import('../activity/audit/audit-log.js')).AuditLog }));

/** The page of one key. The page of another key starts without the state of this one, such as a new API key. */
export function KeyPage() {
  const { id = '' } = useParams();
  return <KeyContent key={id} id={id} />;
}

/** The facts, actions, calls, requests and audit events of a key. */
function KeyContent({ id }: { id: string }) {
  const { keys: texts, problems } = useTexts();
  const mayChange = useCanEdit();
  const resource = useResource(api.keys());
  const navigate = useNavigate();
  const { open, issued, successMessage, dialog } = useKeyDialogs(resource, {
    // waits until the dialog has closed, because an open dialog counts as unsaved
    onDeleted: (message) =>
      afterDialogCloses(() => void navigate('/keys', { state: { successMessage: message } })),
  });
  const key = resource.value?.find((each) => each.id === id);
  return (
    <Page
      title={key?.application ?? texts.key}
      above={
        <>
          {issued}
          <BackLink to="/keys">{texts.all}</BackLink>
        </>
      }
      actions={key && mayChange && <KeyActions apiKey={key} onAction={open} />}
    >
      {successMessage}
      <ResourceContent state={resource}>
        {() =>
          key ? (
            <KeyTabs apiKey={key} />
          ) : (
            <EmptyMessage isCard>{problems.byCode.api_key_not_found}</EmptyMessage>
          )
        }
      </ResourceContent>
      {dialog}
    </Page>
  );
}

function KeyTabs({ apiKey: key }: { apiKey: ApiKey }) {
  const { activity, calls, keys: texts } = useTexts();
  const { id } = key;
  return (
    <>
      <KeyChips apiKey={key} />
      <Tabs
        label={key.application}
        tabs={[
          { id: 'overview', label: texts.overview, panel: <KeyOverview apiKey={key} /> },
          { id: 'calls', label: calls.calls, panel: <KeyCalls id={id} /> },
          { id: 'usage', label: activity.requests, panel: <Requests apiKeyId={id} /> },
          { id: 'audit', label: activity.audit, panel: <AuditLog apiKeyId={id} /> },
        ]}
      />
    </>
  );
}

/** The scopes, terms and last use of an API key. */
function KeyOverview({ apiKey: key }: { apiKey: ApiKey }) {
  const { agents, form, keys: texts, never, protection } = useTexts();
  const { value: allFeeds = [] } = useResource(api.keyFeeds());
  const feeds = allFeeds.filter(({ api_key_id: id }) => id === key.id);
  const { old_key_until: oldKeyExpiresAt, old_key_last_used_at: oldKeyLastUsedAt } = key;
  return (
    <>
      <DescriptionList
        title={texts.overview}
        items={[
          [texts.scopes, <ScopeTags key="scopes" scopes={key.scopes} />],
          [
            protection.title,
            key.hidden_data.map((kind) => protection.kinds[kind].chip).join(', ') || protection.nothing,
          ],
          [agents.title, agents.filter[key.mcp ? 'allowed' : 'refused']],
          [form.note, key.note],
          [form.networks, key.allowed_networks.join(', ') || texts.anyAddress],
          [texts.expires, <RelativeTime key="ends" at={key.expires_at} placeholder={texts.neverExpires} />],
          [texts.lastUsed, <RelativeTime key="used" at={key.last_used_at} placeholder={never} />],
          [
            texts.oldKeyExpires,
            oldKeyExpiresAt === null ? undefined : <RelativeTime key="old" at={oldKeyExpiresAt} />,
          ],
          [
            texts.oldKeyLastUsed,
            oldKeyExpiresAt === null ? undefined : (
              <RelativeTime key="old-used" at={oldKeyLastUsedAt} placeholder={never} />
            ),
          ],
          [texts.lastSynced, feeds.length === 0 ? undefined : <KeyFeeds key="feeds" feeds={feeds} />],
          [texts.key, <code key="hint">{key.key_hint}</code>],
          [texts.id, <CopyField key="id" label={texts.id} text={key.id} />],
          [texts.created, <RelativeTime key="created" at={key.created_at} />],
          [texts.createdBy, key.created_by === null ? undefined : creatorName(key.created_by)],
          [texts.changed, <RelativeTime key="changed" at={key.updated_at} />],
        ]}
      />
      {key.mcp && <McpClientSetup />}
    </>
  );
}

/** The configuration of common clients of the Model Context Protocol. */
function McpClientSetup() {
  const { agents: texts } = useTexts();
  const { base_url: base } = useSession();
  if (!areAgentsEnabled())
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
      text: `claude mcp add --transport http ${SERVER_NAME} '${url}' --header 'Authorization: Bearer API_KEY'`,
    },
    {
      name: 'VS Code',
      where: '.vscode/mcp.json',
      // VS Code asks for the API key and stores it encrypted
      text: toJson({
        inputs: [{ type: 'promptString', id: 'device-api-key', description: 'API key', password: true }],
        servers: {
          [SERVER_NAME]: { type: 'http', url, headers: { Authorization: 'Bearer ${input:device-api-key}' } },
        },
      }),
    },
    {
      name: 'Cursor',
      where: '~/.cursor/mcp.json',
      // Cursor reads the API key from an environment variable
      text: toJson({
        mcpServers: { [SERVER_NAME]: { url, headers: { Authorization: 'Bearer ${env:DEVICE_API_KEY}' } } },
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
          <CopyField label={name} text={text} />
        </section>
      ))}
    </Card>
  );
}

const SERVER_NAME = 'customer-device-api';

const toJson = (value: object): string => JSON.stringify(value, undefined, 2);

/** The update time of each change feed of a key. */
function KeyFeeds({ feeds }: { feeds: readonly KeyFeed[] }) {
  const { keys: texts } = useTexts();
  return (
    <ul className={keyChipsStyles.feeds} role="list" aria-label={texts.lastSynced}>
      {feeds.map(({ feed, read_until: until }) => (
        <li key={feed}>
          <span className="muted">{texts.feeds[feed]}</span>{' '}
          <RelativeTime at={until} placeholder={texts.firstSync} />
        </li>
      ))}
    </ul>
  );
}
