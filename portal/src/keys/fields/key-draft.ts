import type { ApiKey, CreateApiKey, HiddenData, KeyChange, Scope } from '../../api/types.js';
import type { Texts } from '../../texts/en.js';
import { endOfDay, lastDayBefore } from '../../time/days.js';

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
  const [old, next] = [toDraft(before, zone), toDraft(latest, zone)];
  const isUnchanged = (name: keyof Draft) => JSON.stringify(draft[name]) === JSON.stringify(old[name]);
  const names = Object.keys(next) as (keyof Draft)[];
  return { ...draft, ...Object.fromEntries(names.filter(isUnchanged).map((name) => [name, next[name]])) };
}

const MAX_NETWORKS = 50;
const NETWORK = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i;
const BYTE = /^(?:0|[1-9]\d{0,2})$/;

export const parseNetworks = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** Returns the error message for a list of networks, or undefined if all are valid. The service checks again. */
export function validateNetworks(text: string, { form }: Texts): string | undefined {
  for (const [index, line] of text.split('\n').entries()) {
    for (const part of parseNetworks(line)) {
      const bits = bitsOf(part);
      if (!bits) return form.invalidNetwork(index + 1, part);
      if (bits.slice(prefixLengthOf(part, bits.length)).includes('1'))
        return form.networkHostBits(index + 1, part);
    }
  }
  const all = parseNetworks(text).map((part) => part.toLowerCase());
  const duplicate = all.find((part, index) => all.indexOf(part) !== index);
  if (duplicate !== undefined) return form.duplicateNetwork(duplicate);
  return all.length > MAX_NETWORKS ? form.networksTooMany(MAX_NETWORKS) : undefined;
}

const prefixLengthOf = (part: string, all: number): number => Number(part.split('/')[1] ?? all);

/** Returns the bits of the address as text, or undefined if the text is not an address or its prefix is too long. */
function bitsOf(part: string): string | undefined {
  const [, address = '', prefix] = NETWORK.exec(part) ?? [];
  const bits = address.includes(':') ? bitsOfIpv6(address) : bitsOfIpv4(address);
  return bits && Number(prefix ?? 0) <= bits.length ? bits : undefined;
}

function bitsOfIpv4(address: string): string | undefined {
  const bytes = address.split('.');
  if (bytes.length !== 4 || !bytes.every((byte) => BYTE.test(byte) && Number(byte) < 256)) return undefined;
  return bytes.map((byte) => toBinary(Number(byte), 8)).join('');
}

/** The URL parser of the browser validates the address, and converts an IPv4 suffix to two groups. */
function bitsOfIpv6(address: string): string | undefined {
  if (!URL.canParse(`http://[${address}]/`)) return undefined;
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (text = '') => text.split(':').filter((group) => group !== '');
  const zeros = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail)]
    .map((group) => toBinary(parseInt(group, 16), 16))
    .join('');
}

const toBinary = (value: number, width: number): string => value.toString(2).padStart(width, '0');
