import { SCOPES } from '../../api/records.js';
import { useTexts } from '../../texts/language.js';

/** Returns the label of a scope. A request that was refused before the scope check has no scope. */
export function useScopeLabel(): (scope: string) => string {
  const { scopes, activity } = useTexts();
  return (scope) => {
    const known = SCOPES.find((name) => name === scope);
    return known ? scopes[known].label : scope || activity.otherScope;
  };
}
