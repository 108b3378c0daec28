import { type ApiKey, HIDDEN_DATA, SCOPES } from '../api/records.js';
import { Button } from '../design/controls/button.js';
import { FilterChoice } from '../design/fields/choice.js';
import { FoldedFilters } from '../design/fields/filters.js';
import { Icon } from '../design/icons/icon.js';
import { AtSigns, KeyLink } from '../design/icons/links.js';
import { Moment } from '../design/icons/moment.js';
import { Card } from '../design/page/card.js';
import { type Column, momentColumn } from '../design/table/column.js';
import { SearchedTable, useSearch } from '../design/table/searched.js';
import { useMayChange } from '../session/session.js';
import { useInAddress } from '../session/use-in-address.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/language.js';
import { useNow } from '../time/now.js';
import type { KeyAction } from './change/key-dialog.js';
import { KeyActions } from './key-work.js';
import { creatorName, isInState, isKeyFound, isOfScope, KEY_STATES } from './state/key-state.js';
import { ScopeCount } from './scopes/scopes.js';
import { KeyChips } from './state/key-chips.js';

interface Props {
  keys: readonly ApiKey[];
  onAction: (action: KeyAction) => void;
}

export function KeysList({ keys, onAction }: Props) {
  const texts = useTexts();
  const mayChange = useMayChange();
  const search = useSearch();
  const filter = useKeyFilter();
  const now = useNow();
  if (keys.length === 0) return <NoKeys onAction={onAction} />;
  const labelsOf = ({ scopes }: ApiKey) => scopes.map((scope) => texts.scopes[scope].label);
  const columns = keyColumns(texts);
  const actions: Column<ApiKey> = {
    id: 'actions',
    label: texts.keys.actions,
    cell: (key) => <KeyActions of={key} onAction={onAction} />,
  };
  return (
    <SearchedTable
      searchLabel={texts.keys.search}
      search={search}
      isFound={(key, words) => filter.isChosen(key, now) && isKeyFound(key, words, labelsOf(key))}
      filters={<KeyFilters {...filter} />}
      total={texts.keys.total}
      label={texts.keys.title}
      rows={keys}
      columns={mayChange ? [...columns, actions] : columns}
      rowId={({ id }) => id}
      sorting={{ column: 'application', descending: false }}
    />
  );
}

function NoKeys({ onAction }: { onAction: (action: KeyAction) => void }) {
  const { keys: texts } = useTexts();
  return (
    <Card kind="invitation">
      <Icon name="key" />
      <h2>{texts.emptyTitle}</h2>
      <p>{texts.emptyText}</p>
      {useMayChange() && (
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

/** The filter for keys without hidden data. */
const NOTHING = 'nothing';
const HIDDEN = [...HIDDEN_DATA, NOTHING] as const;
const AGENTS = ['allowed', 'refused'] as const;

/** Keeps the filters of the list in the address. Unknown values are ignored. */
function useKeyFilter() {
  const [state, setState] = useInAddress('state');
  const [scope, setScope] = useInAddress('scope');
  const [hidden, setHidden] = useInAddress('hidden');
  const [agents, setAgents] = useInAddress('mcp');
  const chosen = {
    state: KEY_STATES.find((known) => known === state),
    scope: SCOPES.find((known) => known === scope),
    hidden: HIDDEN.find((known) => known === hidden),
    agents: AGENTS.find((known) => known === agents),
  };
  const isChosen = (key: ApiKey, now: number): boolean =>
    (!chosen.state || isInState(key, chosen.state, now)) &&
    (!chosen.scope || isOfScope(key, chosen.scope)) &&
    (!chosen.hidden || isHidden(key, chosen.hidden)) &&
    (!chosen.agents || key.mcp === (chosen.agents === 'allowed'));
  return { ...chosen, setState, setScope, setHidden, setAgents, isChosen };
}

const isHidden = ({ hidden_data: hidden }: ApiKey, kind: (typeof HIDDEN)[number]): boolean =>
  kind === NOTHING ? hidden.length === 0 : hidden.includes(kind);

function KeyFilters(filter: ReturnType<typeof useKeyFilter>) {
  const { agents, keys: texts, protection, scopes } = useTexts();
  const { state, scope, hidden } = filter;
  const inUse = [state, scope, hidden, filter.agents].filter((value) => value !== undefined).length;
  return (
    <FoldedFilters inUse={inUse}>
      <FilterChoice
        label={texts.state}
        all={texts.allStates}
        value={state}
        options={KEY_STATES.map((id) => ({ id, label: texts.states[id] }))}
        onChange={filter.setState}
      />
      <FilterChoice
        label={texts.scope}
        all={texts.allScopes}
        value={scope}
        options={SCOPES.map((id) => ({ id, label: scopes[id].label }))}
        onChange={filter.setScope}
      />
      <FilterChoice
        label={protection.title}
        all={protection.all}
        value={hidden}
        options={HIDDEN.map((id) => ({
          id,
          label: id === NOTHING ? protection.nothing : protection.kinds[id].chip,
        }))}
        onChange={filter.setHidden}
      />
      <FilterChoice
        label={agents.title}
        all={agents.all}
        value={filter.agents}
        options={AGENTS.map((id) => ({ id, label: agents.filter[id] }))}
        onChange={filter.setAgents}
      />
    </FoldedFilters>
  );
}
