import { HIDDEN_DATA, SCOPES, type ApiKey } from '../../api/records.js';
import { FilterChoice } from '../../design/fields/choice.js';
import { FoldedFilters } from '../../design/fields/filters.js';
import { useInAddress } from '../../session/use-in-address.js';
import { useTexts } from '../../texts/language.js';
import { isInState, isOfScope, KEY_STATES } from './key-state.js';

/** The filter for keys without hidden data. */
const NOTHING = 'nothing';
const HIDDEN = [...HIDDEN_DATA, NOTHING] as const;
const AGENTS = ['allowed', 'refused'] as const;

/** Keeps the filters of the list in the address. Unknown values are ignored. */
export function useKeyFilter() {
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

export function KeyFilters(filter: ReturnType<typeof useKeyFilter>) {
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
