import type { ApiKey, KeyFeed } from '../api/records.js';
import type { Column } from '../design/table/column.js';
import { KeyLink } from '../design/icons/key-link.js';
import { momentColumn } from '../design/table/moment-column.js';
import type { Texts } from '../texts/en.js';
import { KeyFeeds } from './state/key-feeds.js';
import { ScopeTags } from './scopes/scope-tags.js';
import { KeyChips } from './state/key-chips.js';

/** Returns the columns for the list of API keys and its CSV file. */
export function keyColumns(
  { form, keys: texts, scopes: scopeTexts, never }: Texts,
  feeds: readonly KeyFeed[],
): Column<ApiKey>[] {
  return [
    {
      id: 'application',
      label: texts.application,
      isHeader: true,
      sortBy: ({ application }) => application,
      inFile: [
        [texts.application, ({ application }) => application],
        [texts.id, ({ id }) => id],
        [form.note, ({ note }) => note],
        [texts.ends, ({ expires_at: at }) => at ?? ''],
        [form.pause, ({ paused }) => String(paused)],
        [form.networks, ({ allowed_networks: networks }) => networks.join('; ')],
      ],
      cell: (key) => (
        <>
          <span className="strong">
            <KeyLink id={key.id} name={key.application} />
          </span>
          {key.note !== '' && <span className="small">{key.note}</span>}
          <span className="mono small muted" title={texts.id}>
            {key.id}
          </span>
          <KeyChips of={key} />
        </>
      ),
    },
    {
      id: 'key',
      label: texts.key,
      sortBy: ({ key_hint: hint }) => hint,
      cell: ({ key_hint: hint }) => <code className="nowrap">{hint}</code>,
    },
    {
      id: 'scopes',
      label: texts.scopes,
      sortBy: ({ scopes }) => scopes.length,
      inFile: [[texts.scopes, ({ scopes }) => scopes.map((scope) => scopeTexts[scope].label).join('; ')]],
      cell: ({ id, scopes }) => (
        <>
          <ScopeTags scopes={scopes} />
          <KeyFeeds feeds={feeds.filter(({ api_key_id: key }) => key === id)} />
        </>
      ),
    },
    momentColumn('created', texts.created, ({ created_at: at }) => at),
    momentColumn('used', texts.lastUsed, ({ last_used_at: at }) => at, never),
  ];
}
