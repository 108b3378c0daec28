import type { ApiKey } from '../api/records.js';
import { AtSigns, KeyLink } from '../design/icons/links.js';
import { Moment } from '../design/icons/moment.js';
import { type Column, momentColumn } from '../design/table/column.js';
import type { Texts } from '../texts/en.js';
import { ScopeCount } from './scopes/scope-tags.js';
import { KeyChips } from './state/key-chips.js';
import { creatorName } from './state/key-state.js';

/** Returns the columns for the list of API keys and its CSV file. */
export function keyColumns({ agents, form, keys: texts, never, ...others }: Texts): Column<ApiKey>[] {
  const { protection, scopes: scopeTexts } = others;
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
        [protection.title, ({ hidden_data: hidden }) => hidden.join('; ')],
        [agents.title, ({ mcp }) => String(mcp)],
      ],
      cell: (key) => (
        <>
          <span className="strong">
            <KeyLink id={key.id} name={key.application} />
          </span>
          {key.note !== '' && <span className="small">{key.note}</span>}
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
      cell: ({ scopes }) => <ScopeCount scopes={scopes} />,
    },
    {
      ...momentColumn<ApiKey>('created', texts.created, ({ created_at: at }) => at),
      cell: ({ created_at: at, created_by: creator }) => (
        <div>
          <Moment at={at} />
          {creator !== null && (
            <p className="small muted">
              <AtSigns text={creatorName(creator)} />
            </p>
          )}
        </div>
      ),
      inFile: [
        [texts.created, ({ created_at: at }) => at],
        [texts.createdBy, ({ created_by: creator }) => creatorName(creator ?? '')],
      ],
    },
    momentColumn('used', texts.lastUsed, ({ last_used_at: at }) => at, never),
  ];
}
