import type { ApiKey, CreateApiKey, HiddenData, KeyChange, Scope } from '../../api/records.js';
import type { Texts } from '../../texts/en.js';
import { endOfDay, lastDayBefore } from '../../time/days.js';

export const MOST_CHARACTERS = 100;

/** Invisible characters except those of emojis. */
const UNSEEN = /(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;

/** The rule of the service, checked before the form is sent. */
export function isName(text: string): boolean {
  const name = text.trim();
  return name !== '' && [...name].length <= MOST_CHARACTERS && !UNSEEN.test(name);
}

/** The entries of the form. */
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

export type WholeKey = Required<CreateApiKey>;

/** A new key hides this unless the user chooses otherwise, because most applications do not need it. */
const HIDDEN_AT_FIRST: readonly HiddenData[] = ['credentials'];

export function draftOf(key: ApiKey | undefined, zone: string): Draft {
  return {
    application: key?.application ?? '',
    scopes: key?.scopes ?? [],
    hidden: key?.hidden_data ?? HIDDEN_AT_FIRST,
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
export const isEndChanged = ({ lastDay }: Draft, key: ApiKey | undefined, zone: string): boolean =>
  lastDay !== lastDayOf(key, zone);

export function wantedOf(draft: Draft, key: ApiKey | undefined, zone: string): WholeKey {
  const end = draft.lastDay === '' ? null : endOfDay(draft.lastDay, zone).toISOString();
  return {
    application: draft.application.trim(),
    scopes: [...draft.scopes],
    hidden_data: [...draft.hidden],
    mcp: draft.mcp,
    expires_at: isEndChanged(draft, key, zone) ? end : (key?.expires_at ?? null),
    allowed_networks: networksIn(draft.networks),
    paused: draft.paused,
    note: draft.note.trim(),
  };
}

/** Returns the changes from `before` to `after`, or undefined if there are none. */
export function changeTo(before: ApiKey, after: WholeKey): KeyChange | undefined {
  const members = changedMembers(before, after);
  if (members.length === 0) return undefined;
  const change = Object.fromEntries(members.map((name) => [name, after[name]]));
  return { ...change, unchanged_since: before.updated_at };
}

/** Returns the names of the members of `after` that differ. The order of a list does not matter. */
export function changedMembers(before: WholeKey, after: WholeKey): (keyof WholeKey)[] {
  const text = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  const names = Object.keys(after) as (keyof WholeKey)[];
  return names.filter((name) => text(before[name]) !== text(after[name]));
}

/**
 * Moves a draft to a newer version of its key. Fields that the user did not change get the values of the newer version,
 * so that saving does not undo the change of another user.
 */
export function moved(draft: Draft, before: ApiKey, latest: ApiKey, zone: string): Draft {
  const [old, next] = [draftOf(before, zone), draftOf(latest, zone)];
  const isKept = (name: keyof Draft) => JSON.stringify(draft[name]) === JSON.stringify(old[name]);
  const names = Object.keys(next) as (keyof Draft)[];
  return { ...draft, ...Object.fromEntries(names.filter(isKept).map((name) => [name, next[name]])) };
}

const MOST_NETWORKS = 50;
const NETWORK = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i;
const BYTE = /^(?:0|[1-9]\d{0,2})$/;

export const networksIn = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** Returns which line of a list of networks is invalid, or undefined if all are valid. The service checks again. */
export function networkMistake(text: string, { form }: Texts): string | undefined {
  for (const [index, line] of text.split('\n').entries()) {
    for (const part of networksIn(line)) {
      const bits = bitsOf(part);
      if (!bits) return form.networkLine(index + 1, part);
      if (bits.slice(prefixOf(part, bits.length)).includes('1')) return form.networkZeros(index + 1, part);
    }
  }
  const all = networksIn(text).map((part) => part.toLowerCase());
  const twice = all.find((part, index) => all.indexOf(part) !== index);
  if (twice !== undefined) return form.networkTwice(twice);
  return all.length > MOST_NETWORKS ? form.networksTooMany(MOST_NETWORKS) : undefined;
}

const prefixOf = (part: string, all: number): number => Number(part.split('/')[1] ?? all);

/** Returns the bits of the address as text, or undefined if the text is not an address or its prefix is too long. */
function bitsOf(part: string): string | undefined {
  const [, address = '', prefix] = NETWORK.exec(part) ?? [];
  const bits = address.includes(':') ? bitsOfIpv6(address) : bitsOfIpv4(address);
  return bits && Number(prefix ?? 0) <= bits.length ? bits : undefined;
}

function bitsOfIpv4(address: string): string | undefined {
  const bytes = address.split('.');
  if (bytes.length !== 4 || !bytes.every((byte) => BYTE.test(byte) && Number(byte) < 256)) return undefined;
  return bytes.map((byte) => binary(Number(byte), 8)).join('');
}

/** The parser of the browser for URLs checks the address, and writes an IPv4 suffix as two groups. */
function bitsOfIpv6(address: string): string | undefined {
  if (!URL.canParse(`http://[${address}]/`)) return undefined;
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (text = '') => text.split(':').filter((group) => group !== '');
  const zeros = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail)]
    .map((group) => binary(parseInt(group, 16), 16))
    .join('');
}

const binary = (value: number, width: number): string => value.toString(2).padStart(width, '0');
