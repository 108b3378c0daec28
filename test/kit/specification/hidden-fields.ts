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

function changedDeep(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((item) => changedDeep(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return changed(value as ExportRecord, (member, name) => changedDeep(change(member, name), change));
}

/** Returns a record as the service returns it to a key with this hidden data. */
export function hideFields(hidden: readonly HiddenData[], record: ExportRecord): ExportRecord {
  const changes: Change[] = [];
  const infoChanges: Change[] = [];
  if (hidden.includes('credentials')) {
    changes.push(blanked(CREDENTIALS));
    infoChanges.push(blanked(['fcm_token']));
  }
  if (hidden.includes('identifiers')) {
    changes.push(blanked(IDENTIFIERS));
    infoChanges.push(blanked(IDENTIFIERS_INSIDE));
  }
  if (hidden.includes('exact_location')) {
    changes.push(rounded);
    changes.push((value, name) => (name === 'last_location' ? changedDeep(value, rounded) : value));
  }
  changes.push((value, name) =>
    name === 'device_info' ? infoChanges.reduce<unknown>(changedDeep, value) : value,
  );
  return changes.reduce(changed, record);
}
