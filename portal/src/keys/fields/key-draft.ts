import type { ApiKey, CreateApiKey, HiddenData, KeyChange, Scope } from '../../api/types.js';
import { endOfDay, lastDayBefore } from '../../time/days.js';
import { parseNetworks } from './networks.js';

export const MAX_NAME_LENGTH = 100;

/** Invisible characters except those of emojis. */
const INVISIBLE = /(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;

/** The rule of the service, checked before the form is sent. */
export function isValidName(text: string): boolean {
  const name = text.trim();
  return name !== '' && [...name].length <= MAX_NAME_LENGTH && !INVISIBLE.test(name);
}

/** The values of the form. */
export interface Draft {
  application: string;
  scopes: readonly Scope[];
  hidden: readonly HiddenData[];
  mcp: boolean;
  /** The last day on which the key is valid, as `YYYY-MM-DD`. Empty if it never expires. */
  lastDay: string;
  /** The networks, one per line. */
  networks: string;
  paused: boolean;
  note: string;
}

export type KeyInput = Required<CreateApiKey>;

/** The default for a new key, because most applications do not need credentials. */
const DEFAULT_HIDDEN_DATA: readonly HiddenData[] = ['credentials'];

export function toDraft(key: ApiKey | undefined, zone: string): Draft {
  return {
    application: key?.application ?? '',
    scopes: key?.scopes ?? [],
    hidden: key?.hidden_data ?? DEFAULT_HIDDEN_DATA,
    mcp: key?.mcp ?? false,
    lastDay: lastDayOf(key, zone),
    networks: key?.allowed_networks.join('\n') ?? '',
    paused: key?.paused ?? false,
    note: key?.note ?? '',
  };
}

const lastDayOf = (key: ApiKey | undefined, zone: string): string =>
  key?.expires_at ? lastDayBefore(Date.parse(key.expires_at), zone) : '';

/**
 * Returns true if the user chose another day. An unchanged day keeps the exact time of the
 * expiration, which may be in the middle of the day.
 */
export const isExpirationChanged = ({ lastDay }: Draft, key: ApiKey | undefined, zone: string): boolean =>
  lastDay !== lastDayOf(key, zone);

export function toKeyInput(draft: Draft, key: ApiKey | undefined, zone: string): KeyInput {
  const end = draft.lastDay === '' ? null : endOfDay(draft.lastDay, zone).toISOString();
  return {
    application: draft.application.trim(),
    scopes: [...draft.scopes],
    hidden_data: [...draft.hidden],
    mcp: draft.mcp,
    expires_at: isExpirationChanged(draft, key, zone) ? end : (key?.expires_at ?? null),
    allowed_networks: parseNetworks(draft.networks),
    paused: draft.paused,
    note: draft.note.trim(),
  };
}

/** Returns the changes from `before` to `after`, or undefined if there are none. */
export function changesBetween(before: ApiKey, after: KeyInput): KeyChange | undefined {
  const fields = changedFields(before, after);
  if (fields.length === 0) return undefined;
  const change = Object.fromEntries(fields.map((name) => [name, after[name]]));
  return { ...change, unchanged_since: before.updated_at };
}

/** Returns the names of the members of `after` that differ. The order of a list does not matter. */
export function changedFields(before: KeyInput, after: KeyInput): (keyof KeyInput)[] {
  const text = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  const names = Object.keys(after) as (keyof KeyInput)[];
  return names.filter((name) => text(before[name]) !== text(after[name]));
}

/**
 * Moves a draft to a newer version of its key. Fields that the user did not change get the values of the newer version,
 * so that saving does not undo the change of another user.
 */
export function rebaseDraft(draft: Draft, before: ApiKey, latest: ApiKey, zone: string): Draft {
  const old = toDraft(before, zone);
  const next = toDraft(latest, zone);
  const isUnchanged = (name: keyof Draft) => JSON.stringify(draft[name]) === JSON.stringify(old[name]);
  const names = Object.keys(next) as (keyof Draft)[];
  return { ...draft, ...Object.fromEntries(names.filter(isUnchanged).map((name) => [name, next[name]])) };
}
