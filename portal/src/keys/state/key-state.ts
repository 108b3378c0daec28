import type { ApiKey } from '../../api/records.js';
import { matches } from '../../design/table/sorting.js';

export const DAY_MS = 86_400_000;
/** An API key counts as expiring in its last 14 days, in which the service sends an expiration header. */
const SOON_DAYS = 14;
const UNUSED_DAYS = 90;

/** The fields that determine the state of a key. */
export type KeyLife = Pick<ApiKey, 'created_at' | 'last_used_at' | 'expires_at' | 'paused' | 'old_key_until'>;

export const KEY_STATES = ['expiring', 'expired', 'paused', 'neverUsed', 'unused'] as const;
type KeyState = (typeof KEY_STATES)[number];

/** Returns true if a key is in this state. A new key is not unused. */
const IS_IN: Readonly<Record<KeyState, (key: KeyLife, now: number) => boolean>> = {
  expiring: ({ expires_at: at }, now) =>
    at !== null && Date.parse(at) > now && Date.parse(at) <= now + SOON_DAYS * DAY_MS,
  expired: ({ expires_at: at }, now) => at !== null && Date.parse(at) <= now,
  paused: ({ paused }) => paused,
  neverUsed: ({ last_used_at: at }) => at === null,
  unused: ({ last_used_at: used, created_at: created }, now) =>
    Date.parse(used ?? created) < now - UNUSED_DAYS * DAY_MS,
};

export const isInState = (key: KeyLife, state: KeyState, now: number): boolean => IS_IN[state](key, now);

/** Returns true while the old key is still valid. */
export const hasOldKey = ({ old_key_until: until }: KeyLife, now: number): boolean =>
  until !== null && Date.parse(until) > now;

/** Returns the address of the user, without the prefix that the audit log has. */
export const creatorName = (createdBy: string): string => createdBy.replace(/^admin:/, '');

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
