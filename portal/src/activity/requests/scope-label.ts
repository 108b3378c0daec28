import { SCOPES } from '../../api/records.js';
import { useTexts } from '../../texts/language.js';

/** The name of a scope for the reader; a request that was refused before its scope was known has none. */
export function useScopeLabel(): (scope: string) => string {
  const { scopes, activity } = useTexts();
  return (scope) => {
    const known = SCOPES.find((name) => name === scope);
    return known ? scopes[known].label : scope || activity.otherScope;
  };
}
