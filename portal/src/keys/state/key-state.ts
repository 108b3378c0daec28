import type { ApiKey } from '../../api/types.js';
import { matchesSearch } from '../../design/table/sorting.js';

export const DAY_MS = 86_400_000;
/** An API key counts as expiring in its last 14 days, in which the service sends an expiration header. */
const EXPIRING_DAYS = 14;
const UNUSED_DAYS = 90;

/** The fields that determine the state of a key. */
export type KeyStateFields = Pick<
  ApiKey,
  'created_at' | 'last_used_at' | 'expires_at' | 'paused' | 'old_key_until'
>;

export const KEY_STATES = ['expiring', 'expired', 'paused', 'neverUsed', 'unused'] as const;
type KeyState = (typeof KEY_STATES)[number];

/** The check for each state. A new key is not unused. */
const STATE_CHECKS: Readonly<Record<KeyState, (key: KeyStateFields, now: number) => boolean>> = {
  expiring: ({ expires_at: at }, now) =>
    at !== null && Date.parse(at) > now && Date.parse(at) <= now + EXPIRING_DAYS * DAY_MS,
  expired: ({ expires_at: at }, now) => at !== null && Date.parse(at) <= now,
  paused: ({ paused }) => paused,
  neverUsed: ({ last_used_at: at }) => at === null,
  unused: ({ last_used_at: used, created_at: created }, now) =>
    Date.parse(used ?? created) < now - UNUSED_DAYS * DAY_MS,
};

export const isInState = (key: KeyStateFields, state: KeyState, now: number): boolean =>
  STATE_CHECKS[state](key, now);

/** Returns true while the old key is still valid. */
export const hasOldKey = ({ old_key_until: until }: KeyStateFields, now: number): boolean =>
  until !== null && Date.parse(until) > now;

/** Returns the e-mail address of the user, without the prefix of the audit log. */
export const creatorName = (createdBy: string): string => createdBy.replace(/^admin:/, '');

/** The minimum length of an id prefix. Shorter prefixes match too many keys. */
const MIN_ID_PREFIX_LENGTH = 4;

/**
 * Returns true if each word of the search is in a name, hint or label. An id matches only by its
 * prefix, because nearly every number occurs within some id.
 */
export function isKeyFound(
  key: Pick<ApiKey, 'id' | 'application' | 'key_hint'>,
  search: string,
  scopeLabels: readonly string[],
): boolean {
  const normalized = search.trim().toLowerCase();
  const isId = normalized.length >= MIN_ID_PREFIX_LENGTH && key.id.startsWith(normalized);
  return isId || matchesSearch(search, key.application, key.key_hint, ...scopeLabels);
}
