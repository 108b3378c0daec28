import type { ApiKey } from '../api/records.js';
import { matches } from '../design/table/sorting.js';

/** Fewer signs than these begin the ids of keys that nobody looks for. */
const LEAST_OF_ID = 4;

/**
 * Whether each word of the search stands in a name, a hint or a label. An id is found by its beginning: within it there is
 * nearly every number.
 */
export function isKeyFound(
  key: Pick<ApiKey, 'id' | 'application' | 'key_hint'>,
  search: string,
  scopeLabels: readonly string[],
): boolean {
  const whole = search.trim().toLowerCase();
  const isId = whole.length >= LEAST_OF_ID && key.id.startsWith(whole);
  return isId || matches(search, key.application, key.key_hint, ...scopeLabels);
}
