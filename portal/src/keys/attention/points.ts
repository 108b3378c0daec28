import type { ApiKey, KeyCall, Person } from '../../api/records.js';
import { isInState } from '../state/key-state.js';

const DAY_MS = 86_400_000;
const MOST_FAILING = 3;

export interface FailingKey {
  key: ApiKey;
  calls: number;
}

/** Returns the keys that expire soon, the one that expires first at the top. */
export const expiringKeys = (keys: readonly ApiKey[], now: number): ApiKey[] =>
  keys
    .filter((key) => isInState(key, 'expiring', now))
    .toSorted((a, b) => Date.parse(a.expires_at ?? '') - Date.parse(b.expires_at ?? ''));

/** Returns the keys with the most failed calls of the last day. An unknown device is no failure of the application. */
export function failingKeys(keys: readonly ApiKey[], calls: readonly KeyCall[], now: number): FailingKey[] {
  const numbers = new Map<string, number>();
  for (const { api_key_id: id, called_at: at, code } of calls)
    if (now - Date.parse(at) < DAY_MS && code !== 'device_not_found')
      numbers.set(id, (numbers.get(id) ?? 0) + 1);
  return keys
    .flatMap((key) => ({ key, calls: numbers.get(key.id) ?? 0 }))
    .filter(({ calls: number }) => number > 0)
    .toSorted((a, b) => b.calls - a.calls)
    .slice(0, MOST_FAILING);
}

/** Returns the number of invited users without a password. */
export const openInvitations = (people: readonly Person[]): number =>
  people.filter(({ invited }) => invited).length;
