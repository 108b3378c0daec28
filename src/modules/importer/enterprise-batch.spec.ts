import type { Value } from '../../database/rows/reader.js';
import type { RecordKind } from './record-kinds.js';
import { DEVICE_KEY, ENTERPRISE_KEY, recordParser, type ParsedRecord } from './record-parser.js';
import { DELETED, resolveBatch, type RecordRow } from './enterprise-batch.js';

const ENTERPRISE = 7;

function checked(kind: RecordKind, line: object, deviceKey = 1): ParsedRecord {
  const record = recordParser(kind).parse({ enterprise_id: 'acme', device_id: 'tablet-1', ...line });
  record.row[ENTERPRISE_KEY] = ENTERPRISE;
  if (kind !== 'devices') record.row[DEVICE_KEY] = deviceKey;
  return record;
}

const standing = (kind: RecordKind, ...rows: RecordRow[]): ReadonlyMap<Value, RecordRow> => {
  const id = recordParser(kind).columns.indexOf('id');
  return new Map(rows.map((row) => [kind === 'devices' ? (row[id] ?? null) : Number(row[id]), row]));
};

const location = (line: object, deviceKey = 1): ParsedRecord => checked('locations', line, deviceKey);
const removal = (id: number, deviceKey = 1): ParsedRecord => location({ id, deleted: true }, deviceKey);

const settled = (records: readonly ParsedRecord[], ...rows: RecordRow[]) => {
  const { stored, removed, refused } = resolveBatch(
    recordParser('locations'),
    records,
    standing('locations', ...rows),
  );
  return { stored, removed, refused: [...refused.keys()] };
};
const NOTHING = { stored: [], removed: [], refused: [] };

describe('A batch', () => {
  const one = location({ id: 1, lat: 52.5, inside_geofence: true });
  const other = location({ id: 1, lat: 48.1, inside_geofence: true });

  it('stores new and changed records, and skips unchanged ones', () => {
    expect(settled([one])).toEqual({ ...NOTHING, stored: [one.row] });
    expect(settled([one], [...one.row])).toEqual(NOTHING);
    expect(settled([other], one.row)).toEqual({ ...NOTHING, stored: [other.row] });
  });

  it('compares numbers and flags in any form that a driver returns', () => {
    const asTexts = one.row.map((value) => (typeof value === 'number' ? String(value) : value));
    expect(settled([one], asTexts)).toEqual(NOTHING);
  });

  it('distinguishes a missing value from an empty text and from zero', () => {
    for (const [value, stands] of [
      [null, 0],
      [0, null],
      [null, ''],
    ] as const) {
      const column = recordParser('locations').columns.indexOf('lat');
      const row = one.row.with(column, value);
      const stood = one.row.with(column, stands);
      expect(settled([{ ...one, row }], stood)).toEqual({ ...NOTHING, stored: [row] });
    }
  });

  it('stores the combined result of its lines, in their order', () => {
    expect(settled([other, one], one.row)).toEqual(NOTHING);
    expect(settled([one, other])).toEqual({ ...NOTHING, stored: [other.row] });
    expect(settled([removal(1), one], one.row)).toEqual(NOTHING);
    expect(settled([other, removal(1)], one.row)).toEqual({ ...NOTHING, removed: [one.row] });
    expect(settled([one, removal(1)])).toEqual(NOTHING);
    expect(settled([removal(1), other, removal(1), other], one.row)).toEqual({
      ...NOTHING,
      stored: [other.row],
    });
  });

  it('removes a stored row, and ignores an unknown one', () => {
    expect(settled([removal(1)], one.row)).toEqual({ ...NOTHING, removed: [one.row] });
    expect(settled([removal(1)])).toEqual(NOTHING);
    expect(settled([removal(1), removal(1)], one.row)).toEqual({ ...NOTHING, removed: [one.row] });
  });

  it('refuses a removal in the name of another device, as of that line', () => {
    const foreign = removal(1, 2);
    expect(settled([foreign], one.row)).toEqual({ ...NOTHING, refused: [foreign] });
    const moved = location({ id: 1, lat: 52.5 }, 2);
    expect(settled([moved, foreign], one.row)).toEqual({ ...NOTHING, removed: [one.row] });
    const late = removal(1, 1);
    expect(settled([moved, late], one.row)).toEqual({ ...NOTHING, stored: [moved.row], refused: [late] });
  });

  it('separates records of several enterprises with the same id', () => {
    const foreign = { ...one, row: one.row.with(ENTERPRISE_KEY, 8) };
    expect(settled([one, foreign], one.row)).toEqual({ ...NOTHING, stored: [foreign.row] });
  });
});

describe('A device', () => {
  const device = (line: object): ParsedRecord => checked('devices', { id: 'tablet-1', ...line });
  const active = device({ status: 'ACTIVE', model: 'one' });
  const stood = active.row.with(DEVICE_KEY, 12);
  const status = recordParser('devices').columns.indexOf('status');
  const settledDevices = (records: readonly ParsedRecord[], ...rows: RecordRow[]) =>
    resolveBatch(recordParser('devices'), records, standing('devices', ...rows));

  it('keeps its number, and a new one has none yet', () => {
    expect(settledDevices([active], stood)).toMatchObject({ stored: [], removed: [] });
    const changed = device({ status: 'LOST' });
    expect(settledDevices([changed], stood).stored.map((row) => row[DEVICE_KEY])).toEqual([12]);
    expect(settledDevices([changed]).stored.map((row) => row[DEVICE_KEY])).toEqual([0]);
  });

  it('becomes DELETED after its removal, and keeps all its values', () => {
    const gone = device({ deleted: true });
    expect(settledDevices([gone], stood)).toMatchObject({
      stored: [stood.with(status, DELETED)],
      removed: [],
    });
    expect(settledDevices([gone], stood.with(status, DELETED))).toMatchObject({ stored: [], removed: [] });
    expect(settledDevices([gone])).toMatchObject({ stored: [], removed: [] });
    expect(settledDevices([active, gone]).stored).toEqual([active.row.with(status, DELETED)]);
    expect(settledDevices([gone, active], stood).stored).toEqual([]);
  });
});
