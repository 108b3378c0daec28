import type { Value } from '../../database/rows/reader.js';
import { isOfDevice } from './record-kinds.js';
import { DEVICE_KEY, type ParsedRecord, type RecordParser } from './record-parser.js';

/** The status of a deleted device. Its row stays, for its histories and for its return. */
export const DELETED = 'DELETED';

export type Row = Value[];

/** The outcome of a batch. */
export interface ResolvedBatch {
  /** The rows that are new or differ from the existing ones. */
  readonly stored: readonly Row[];
  /** The existing rows to delete. */
  readonly removed: readonly Row[];
  readonly refused: ReadonlyMap<ParsedRecord, string>;
}

/** Applies the records of one enterprise, in their order, to the `existing` rows by identifier. */
export function resolveBatch(
  { kind, columns }: RecordParser,
  records: readonly ParsedRecord[],
  existing: ReadonlyMap<Value, Row>,
): ResolvedBatch {
  const [idAt, statusAt] = [columns.indexOf('id'), columns.indexOf('status')];
  const after = new Map<Value, Row | undefined>();
  const refused = new Map<ParsedRecord, string>();
  for (const record of records) {
    const id = record.row[idAt] ?? null;
    const current = after.has(id) ? after.get(id) : existing.get(id);
    if (!record.isDeletion) {
      // a device keeps its key; a new one has none yet
      const key = existing.get(id)?.[DEVICE_KEY] ?? 0;
      after.set(id, kind === 'devices' ? record.row.with(DEVICE_KEY, key) : record.row);
    } else if (current && isOfDevice(kind) && Number(current[DEVICE_KEY]) !== Number(record.row[DEVICE_KEY]))
      refused.set(record, 'device_id: the record is not one of this device');
    else if (current) after.set(id, kind === 'devices' ? current.with(statusAt, DELETED) : undefined);
  }
  const [stored, removed]: [Row[], Row[]] = [[], []];
  for (const [id, row] of after) {
    const before = existing.get(id);
    if (row && !(before && columns.every((_column, at) => isSame(row[at], before[at])))) stored.push(row);
    if (!row && before) removed.push(before);
  }
  return { stored, removed, refused };
}

/** Drivers return some numbers as texts, and flags as numbers. */
const isSame = (one: Value = null, other: Value = null): boolean =>
  one === other || (one !== null && other !== null && String(one) === String(other));
