import type { ApiKey } from '../api/records.js';
import { matches } from '../design/table/sorting.js';

/** The minimum length of an id prefix. Shorter prefixes match too many keys. */
const LEAST_OF_ID = 4;

/**
 * Returns true if each word of the search is in a name, hint or label. An id matches only by its
 * prefix, because nearly every number occurs within some id.
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
