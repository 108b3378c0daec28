import type { ApiKey, KeyCall } from '../../api/types.js';
import { DAY_MS, isInState } from '../state/key-state.js';

const MAX_FAILING_KEYS = 3;

/** Returns the keys that expire soon, the one that expires first at the top. */
export const expiringKeys = (keys: readonly ApiKey[], now: number): ApiKey[] =>
  keys
    .filter((key) => isInState(key, 'expiring', now))
    .toSorted((a, b) => Date.parse(a.expires_at ?? '') - Date.parse(b.expires_at ?? ''));

/** Returns the keys with the most failed calls of the last day. Calls for unknown devices do not count. */
export function failingKeys(keys: readonly ApiKey[], calls: readonly KeyCall[], now: number) {
  const recent = calls.filter(
    ({ called_at: at, code }) => now - Date.parse(at) < DAY_MS && code !== 'device_not_found',
  );
  return keys
    .map((key) => ({ key, calls: recent.filter(({ api_key_id: id }) => id === key.id).length }))
    .filter(({ calls: number }) => number > 0)
    .toSorted((a, b) => b.calls - a.calls)
    .slice(0, MAX_FAILING_KEYS);
}
