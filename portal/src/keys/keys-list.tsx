import { useSearchParams } from 'react-router';
import { type ApiKey, HIDDEN_DATA, SCOPES } from '../api/types.js';
import { Button } from '../design/controls/button.js';
import { FilterSelect, type Option } from '../design/fields/select.js';
import { CollapsibleFilters } from '../design/fields/filters.js';
import { Icon } from '../design/icons/icon.js';
import { BreakableEmail, KeyLink } from '../design/icons/links.js';
import { RelativeTime } from '../design/icons/relative-time.js';
import { Card } from '../design/page/card.js';
import { type Column, timeColumn } from '../design/table/column.js';
import { SearchableTable, useSearch } from '../design/table/searchable-table.js';
import { useCanEdit } from '../session/session.js';
import { useSetSearchParams } from '../session/use-search-param.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/language.js';
import { useNow } from '../time/now.js';
import type { KeyAction } from './change/key-dialog.js';
import { KeyActions } from './key-actions.js';
import { creatorName, isInState, isKeyFound, KEY_STATES } from './state/key-state.js';
import { ScopeCount } from './scopes/scopes.js';
import { KeyChips } from './state/key-chips.js';

interface Props {
  keys: readonly ApiKey[];
  onAction: (action: KeyAction) => void;
}

export function KeysList({ keys, onAction }: Props) {
  const texts = useTexts();
  const mayChange = useCanEdit();
  const search = useSearch();
  const filter = useKeyFilter();
  const now = useNow();
  if (keys.length === 0) return <NoKeys onAction={onAction} />;
  const labelsOf = ({ scopes }: ApiKey) => scopes.map((scope) => texts.scopes[scope].label);
  const columns = keyColumns(texts);
  const actions: Column<ApiKey> = {
    id: 'actions',
    label: texts.keys.actions,
    cell: (key) => <KeyActions apiKey={key} onAction={onAction} />,
  };
  return (
    <SearchableTable
      searchLabel={texts.keys.search}
      search={search}
      isMatch={(key, words) => matchesFilter(key, filter, now) && isKeyFound(key, words, labelsOf(key))}
      filters={<KeyFilters filter={filter} />}
      formatTotal={texts.keys.total}
      label={texts.keys.title}
      rows={keys}
      columns={mayChange ? [...columns, actions] : columns}
      rowId={({ id }) => id}
      sorting={{ column: 'application', isDescending: false }}
    />
  );
}

function NoKeys({ onAction }: Pick<Props, 'onAction'>) {
  const { keys: texts } = useTexts();
  return (
    <Card kind="invitation">
      <Icon name="key" />
      <h2>{texts.emptyTitle}</h2>
      <p>{texts.emptyText}</p>
      {useCanEdit() && (
        <Button kind="primary" onPress={() => onAction({ kind: 'create' })}>
          {texts.create}
        </Button>
      )}
    </Card>
  );
}

/** Returns the columns for the list of API keys and its CSV file. */
function keyColumns({ agents, form, keys: texts, never, ...others }: Texts): Column<ApiKey>[] {
  const { protection, scopes: scopeTexts } = others;
  return [
    {
      id: 'application',
      label: texts.application,
      isHeader: true,
      sortBy: ({ application }) => application,
      csvColumns: [
        [texts.application, ({ application }) => application],
        [texts.id, ({ id }) => id],
        [form.note, ({ note }) => note],
        [texts.expires, ({ expires_at: at }) => at ?? ''],
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
          <KeyChips apiKey={key} />
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
      csvColumns: [[texts.scopes, ({ scopes }) => scopes.map((scope) => scopeTexts[scope].label).join('; ')]],
      cell: ({ scopes }) => <ScopeCount scopes={scopes} />,
    },
    {
      ...timeColumn<ApiKey>('created', texts.created, ({ created_at: at }) => at),
      cell: ({ created_at: at, created_by: creator }) => (
        <div>
          <RelativeTime at={at} />
          {creator !== null && (
            <p className="small muted">
              <BreakableEmail text={creatorName(creator)} />
            </p>
          )}
        </div>
      ),
      csvColumns: [
        [texts.created, ({ created_at: at }) => at],
        [texts.createdBy, ({ created_by: creator }) => creatorName(creator ?? '')],
      ],
    },
    timeColumn('used', texts.lastUsed, ({ last_used_at: at }) => at, never),
  ];
}

/** The filter for keys without hidden data. */
const NO_HIDDEN_DATA = 'nothing';

/** The search parameters of the filters and their values. Other values are ignored. */
const FILTERS = {
  state: KEY_STATES,
  scope: SCOPES,
  hidden: [...HIDDEN_DATA, NO_HIDDEN_DATA],
  mcp: ['allowed', 'refused'],
} as const;
type Filter = { [Name in keyof typeof FILTERS]?: (typeof FILTERS)[Name][number] };

function useKeyFilter(): Filter {
  const [searchParams] = useSearchParams();
  const entries = Object.entries(FILTERS).map(([name, values]: [string, readonly string[]]) => [
    name,
    values.find((value) => value === searchParams.get(name)),
  ]);
  return Object.fromEntries(entries) as Filter;
}

const matchesFilter = (key: ApiKey, { state, scope, hidden, mcp }: Filter, now: number): boolean =>
  (!state || isInState(key, state, now)) &&
  (!scope || key.scopes.includes(scope)) &&
  (!hidden ||
    (hidden === NO_HIDDEN_DATA ? key.hidden_data.length === 0 : key.hidden_data.includes(hidden))) &&
  (!mcp || key.mcp === (mcp === 'allowed'));

function KeyFilters({ filter }: { filter: Filter }) {
  const { agents, keys: texts, protection, scopes } = useTexts();
  const change = useSetSearchParams();
  const renderFilter = (name: keyof Filter, label: string, all: string, options: Option[]) => (
    <FilterSelect
      label={label}
      allLabel={all}
      value={filter[name]}
      options={options}
      onChange={(value) => change({ [name]: value })}
    />
  );
  const options = {
    state: FILTERS.state.map((id) => ({ id, label: texts.states[id] })),
    scope: FILTERS.scope.map((id) => ({ id, label: scopes[id].label })),
    hidden: FILTERS.hidden.map((id) => ({
      id,
      label: id === NO_HIDDEN_DATA ? protection.nothing : protection.kinds[id].chip,
    })),
    mcp: FILTERS.mcp.map((id) => ({ id, label: agents.filter[id] })),
  };
  return (
    <CollapsibleFilters
      activeCount={Object.values(filter).filter((value: unknown) => value !== undefined).length}
    >
      {renderFilter('state', texts.state, texts.allStates, options.state)}
      {renderFilter('scope', texts.scope, texts.allScopes, options.scope)}
      {renderFilter('hidden', protection.title, texts.all, options.hidden)}
      {renderFilter('mcp', agents.title, texts.all, options.mcp)}
    </CollapsibleFilters>
  );
}
