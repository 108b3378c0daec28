import { HIDDEN_DATA, type HiddenData } from '../../../src/http/hidden-data.js';
import type { ExportRecord } from '../app/builders.js';

/** All sets of hidden data (docs/contract.md, 2.16), the empty one first. */
export const HIDDEN_SETS: readonly (readonly HiddenData[])[] = HIDDEN_DATA.reduce<HiddenData[][]>(
  (sets, value) => [...sets, ...sets.map((set) => [...set, value])],
  [[]],
);

const CREDENTIALS = ['token', 'play_emm_token', 'fcm_token'];
const IDENTIFIERS = ['imei', 'imsi1', 'imsi2'];
const IDENTIFIERS_INSIDE = [...IDENTIFIERS, 'imsi', 'serialNumber', 'macAddress'];

type Change = (value: unknown, name: string) => unknown;

const blanked =
  (names: readonly string[]): Change =>
  (value, name) =>
    names.includes(name) && typeof value === 'string' ? '' : value;

const rounded: Change = (value, name) => {
  if (typeof value !== 'number') return value;
  if (name === 'lat' || name === 'lng') return Math.floor(value * 100 + 0.5) / 100;
  if (name === 'accuracy') return value < 1000 ? 1000 : value;
  return name === 'altitude' ? null : value;
};

const changed = (record: ExportRecord, change: Change): ExportRecord =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

function changedInside(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((item) => changedInside(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return changed(value as ExportRecord, (member, name) => changedInside(change(member, name), change));
}

/** Returns a record as a key sees it if `hidden` is hidden from it. */
export function seenBy(hidden: readonly HiddenData[], record: ExportRecord): ExportRecord {
  const own: Change[] = [];
  const inInfo: Change[] = [];
  if (hidden.includes('credentials')) {
    own.push(blanked(CREDENTIALS));
    inInfo.push(blanked(['fcm_token']));
  }
  if (hidden.includes('identifiers')) {
    own.push(blanked(IDENTIFIERS));
    inInfo.push(blanked(IDENTIFIERS_INSIDE));
  }
  if (hidden.includes('exact_location')) {
    own.push(rounded);
    own.push((value, name) => (name === 'last_location' ? changedInside(value, rounded) : value));
  }
  own.push((value, name) => (name === 'device_info' ? inInfo.reduce<unknown>(changedInside, value) : value));
  return own.reduce(changed, record);
}
