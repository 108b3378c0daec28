import type { Value } from '../../database/rows/reader.js';
import { isOfDevice } from './record-kinds.js';
import { DEVICE_KEY, type CheckedRecord, type RecordShape } from './record-parser.js';

/** A device that is removed stays, for its histories and for its return. */
export const DELETED = 'DELETED';

export type Row = Value[];

/** What the lines of a batch come to, taken in their order. */
export interface Settled {
  /** The rows that are new or differ from what stands. */
  readonly stored: readonly Row[];
  /** The rows that go, as they stand. */
  readonly removed: readonly Row[];
  /** What is not done, and why. */
  readonly refused: ReadonlyMap<CheckedRecord, string>;
}

/** Records of one enterprise. `standing` has the rows that are in the database, by their identifiers. */
export function settle(
  shape: RecordShape,
  records: readonly CheckedRecord[],
  standing: ReadonlyMap<Value, Row>,
): Settled {
  const idAt = shape.columns.indexOf('id');
  const after = new Map<Value, Row | undefined>();
  const refused = new Map<CheckedRecord, string>();
  for (const record of records) {
    const id = record.row[idAt] ?? null;
    const stands = after.has(id) ? after.get(id) : standing.get(id);
    if (!record.removes) after.set(id, keepingItsKey(shape, record.row, standing.get(id)));
    else if (stands && isOfAnotherDevice(shape, stands, record))
      refused.set(record, 'device_id: the record is not one of this device');
    else if (stands) after.set(id, shape.kind === 'devices' ? asDeleted(shape, stands) : undefined);
  }
  const [stored, removed]: [Row[], Row[]] = [[], []];
  for (const [id, row] of after) {
    const stood = standing.get(id);
    if (row && !(stood && isSame(shape, row, stood))) stored.push(row);
    if (!row && stood) removed.push(stood);
  }
  return { stored, removed, refused };
}

/** A device keeps the number that it was given; a new one has none yet. */
function keepingItsKey(shape: RecordShape, row: Row, stood: Row | undefined): Row {
  return shape.kind === 'devices' ? row.with(DEVICE_KEY, stood?.[DEVICE_KEY] ?? 0) : row;
}

const isOfAnotherDevice = (shape: RecordShape, stands: Row, { row }: CheckedRecord): boolean =>
  isOfDevice(shape.kind) && Number(stands[DEVICE_KEY]) !== Number(row[DEVICE_KEY]);

const asDeleted = (shape: RecordShape, row: Row): Row => row.with(shape.columns.indexOf('status'), DELETED);

/** Drivers hand over some numbers as texts, and flags as numbers; columns do not change their kind. */
const isSame = (shape: RecordShape, row: Row, stood: Row): boolean =>
  shape.columns.every((_column, at) => {
    const [value, stands] = [row[at] ?? null, stood[at] ?? null];
    return value === stands || (value !== null && stands !== null && String(value) === String(stands));
  });
