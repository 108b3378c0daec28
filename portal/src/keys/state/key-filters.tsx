import { SCOPES, type ApiKey } from '../../api/records.js';
import { FilterChoice } from '../../design/fields/choice.js';
import { useInAddress } from '../../session/use-in-address.js';
import { useTexts } from '../../texts/language.js';
import { isInState, isOfScope, KEY_STATES } from './key-state.js';

/** Keeps the filters of the list in the address. Unknown values are ignored. */
export function useKeyFilter() {
  const [state, setState] = useInAddress('state');
  const [scope, setScope] = useInAddress('scope');
  const chosen = {
    state: KEY_STATES.find((known) => known === state),
    scope: SCOPES.find((known) => known === scope),
  };
  const isChosen = (key: ApiKey, now: number): boolean =>
    (!chosen.state || isInState(key, chosen.state, now)) && (!chosen.scope || isOfScope(key, chosen.scope));
  return { ...chosen, setState, setScope, isChosen };
}

export function KeyFilters({ state, scope, setState, setScope }: ReturnType<typeof useKeyFilter>) {
  const { keys: texts, scopes } = useTexts();
  return (
    <>
      <FilterChoice
        label={texts.state}
        all={texts.allStates}
        value={state}
        options={KEY_STATES.map((id) => ({ id, label: texts.states[id] }))}
        onChange={setState}
      />
      <FilterChoice
        label={texts.scope}
        all={texts.allScopes}
        value={scope}
        options={SCOPES.map((id) => ({ id, label: scopes[id].label }))}
        onChange={setScope}
      />
    </>
  );
}
