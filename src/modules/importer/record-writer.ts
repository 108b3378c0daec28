import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import type { ChangeKind } from '../../database/changes/change-kinds.js';
import { LAST_ERASURE, takeTurns, type Turn } from '../../database/changes/change-clock.js';
import { engineOf } from '../../database/engine/engine.js';
import { placesOf, storeRows } from '../../database/engine/upsert.js';
import type { Value } from '../../database/rows/reader.js';
import { Transactions } from '../../database/transactions.js';
import type { AuditEntry } from '../audit/audit.service.js';
import type { ImportTrail } from './import-trail.js';
import { isOfDevice } from './record-kinds.js';
import { DEVICE_KEY, ENTERPRISE_KEY, type CheckedRecord, type RecordShape } from './record-parser.js';
import { RecordBatch } from './record-batch.js';
import type { Row } from './resolve-batch.js';
import { tooOld } from './too-old.js';

/** A device's id says little without its enterprise. Unambiguous, whatever characters the id has. */
export const deviceName = (enterpriseKey: number, id: string): string => `${enterpriseKey}:${id}`;

/** Why a record is not loaded that belongs to what is not there. */
export const NO_ENTERPRISE = 'enterprise_id: no such enterprise';
export const NO_DEVICE = 'device_id: no such device in this enterprise';

/** What became of records that are not stored. */
export interface Saved {
  /** Those that say what cannot be, with the reason. */
  readonly refused: ReadonlyMap<CheckedRecord, string>;
  /** How many are older than their enterprise keeps. */
  readonly passedOver: number;
  /** How many records of which enterprise are stored, or removed. */
  readonly stored: ReadonlyMap<number, number>;
}

export const ALL_SAVED: Saved = { refused: new Map(), passedOver: 0, stored: new Map() };

/** Writes batches and finds what they refer to. */
export class RecordStore {
  private readonly transactions: Transactions;
  /** The last erasure of each enterprise before its devices were looked up for the first time. */
  private readonly lookedUpAfter = new Map<number, number>();

  constructor(private readonly dataSource: DataSource) {
    this.transactions = new Transactions(dataSource);
  }

  /** The numbers of those of the enterprises that exist, by their ids. */
  async findEnterprises(records: readonly CheckedRecord[]): Promise<Map<string, number>> {
    const ids = records.map(({ enterpriseId }) => enterpriseId);
    const sql = `SELECT id, \`key\`, ${LAST_ERASURE} AS lastErasure FROM enterprises WHERE id IN ${placesOf(ids)}`;
    const found = await this.dataSource.query<{ id: string; key: number; lastErasure: string }[]>(sql, ids);
    for (const { key, lastErasure } of found)
      if (!this.lookedUpAfter.has(key)) this.lookedUpAfter.set(key, Number(lastErasure));
    return new Map(found.map(({ id, key }) => [id, key]));
  }

  /** The numbers of those of the devices that exist, by their names. */
  async findDevices(records: readonly CheckedRecord[]): Promise<Map<string, number>> {
    const pairs = records.map(({ row, deviceId }) => [row[ENTERPRISE_KEY], deviceId]);
    const sql = `SELECT enterprise_key AS enterpriseKey, id, device_key AS number FROM devices
      WHERE (enterprise_key, id) ${engineOf(this.dataSource).inRows(pairs.map(placesOf).join(', '))}`;
    const found = await this.dataSource.query<{ enterpriseKey: number; id: string; number: number }[]>(
      sql,
      pairs.flat(),
    );
    return new Map(found.map(({ enterpriseKey, id, number }) => [deviceName(enterpriseKey, id), number]));
  }

  /** Does what the records say in one transaction, one after the other. */
  async save(shape: RecordShape, records: readonly CheckedRecord[], trail?: ImportTrail): Promise<Saved> {
    const saved = await this.transactions.run(async (transaction) => {
      if (shape.kind !== 'enterprises') return this.saveRecords(transaction, shape, shape.kind, records);
      await saveEnterprises(transaction, shape, records, trail);
      return ALL_SAVED;
    }, Infinity);
    await nextTurn(); // an embedded engine has not waited for anything: signals and the rest of the process need the event loop
    return saved;
  }

  /** Enterprise by enterprise: what one says is nothing to the others. */
  private async saveRecords(
    transaction: EntityManager,
    shape: RecordShape,
    kind: ChangeKind,
    records: readonly CheckedRecord[],
  ): Promise<Saved> {
    const ofEnterprises = byEnterprise(records);
    const turns = await takeTurns(transaction, [...ofEnterprises.keys()]);
    const refused = new Map<CheckedRecord, string>();
    const stored = new Map<number, number>();
    let passedOver = 0;
    for (const [key, some] of ofEnterprises) {
      const turn = turns.get(key);
      const erased = turn ? await this.ofErasedDevices(transaction, shape, key, turn, some) : new Set(some);
      for (const record of erased) refused.set(record, turn ? NO_DEVICE : NO_ENTERPRISE);
      const standing = some.filter((record) => !erased.has(record));
      if (!turn || standing.length === 0) continue;
      const isTooOld = tooOld(shape, turn);
      const kept = standing.filter((record) => !isTooOld(record));
      passedOver += standing.length - kept.length;
      if (kept.length === 0) continue;
      const batch = new RecordBatch(transaction, shape, kind, key, turn);
      const refusedHere = await batch.save(kept);
      for (const [record, reason] of refusedHere) refused.set(record, reason);
      stored.set(key, kept.length - refusedHere.size);
    }
    return { refused, passedOver, stored };
  }

  /** The records whose device was erased after it had been looked up. From here on none is, until the end of the transaction. */
  private async ofErasedDevices(
    transaction: EntityManager,
    { kind }: RecordShape,
    enterpriseKey: number,
    { lastErasure }: Turn,
    records: readonly CheckedRecord[],
  ): Promise<ReadonlySet<CheckedRecord>> {
    if (!isOfDevice(kind) || lastErasure === this.lookedUpAfter.get(enterpriseKey)) return new Set();
    const keys = [...new Set(records.map(({ row }) => row[DEVICE_KEY] ?? null))];
    const found = await transaction.query<{ number: number }[]>(
      `SELECT device_key AS number FROM devices WHERE enterprise_key = ? AND device_key IN ${placesOf(keys)}`,
      [enterpriseKey, ...keys],
    );
    const standing = new Set(found.map(({ number }) => number));
    return new Set(records.filter(({ row }) => !standing.has(Number(row[DEVICE_KEY]))));
  }
}

/** What a line leaves out stays as it stands. */
async function saveEnterprises(
  transaction: EntityManager,
  shape: RecordShape,
  records: readonly CheckedRecord[],
  trail: ImportTrail | undefined,
): Promise<void> {
  const id = shape.columns.indexOf('id');
  const ids = [...new Set(records.map(({ row }) => row[id] ?? null))];
  // locks them: an administrator may be changing what a line leaves out
  await transaction.query(
    `UPDATE enterprises SET change_number = change_number WHERE id IN ${placesOf(ids)}`,
    ids,
  );
  const found = await transaction.query<Record<string, Value>[]>(
    `SELECT \`key\`, ${shape.columns.join(', ')} FROM enterprises WHERE id IN ${placesOf(ids)}`,
    ids,
  );
  const rows = new Map<Value, Row>(
    found.map((values) => [values.id ?? null, shape.columns.map((column) => values[column] ?? null)]),
  );
  for (const { row, leftOut } of records) {
    const stands = rows.get(row[id] ?? null);
    rows.set(
      row[id] ?? null,
      stands ? row.map((value, at) => (leftOut.includes(at) ? (stands[at] ?? null) : value)) : row,
    );
  }
  await storeRows(transaction, shape, [...rows.values()]);
  for (const before of trail ? found : []) {
    const after = rows.get(before.id ?? null) ?? [];
    const details = changedSettings(before, (column) => after[shape.columns.indexOf(column)] ?? null);
    if (Object.keys(details).length > 0)
      await trail?.settingsChanged(transaction, Number(before.key), details);
  }
}

/** As the trail tells of what an administrator changes. */
function changedSettings(
  before: Record<string, Value>,
  after: (column: string) => Value,
): AuditEntry['details'] {
  const zones = { time_zone: after('time_zone'), previous_time_zone: before.time_zone };
  const [days, previous] = [after('retention_days'), before.retention_days ?? null].map(asNumber);
  return {
    ...(zones.time_zone !== zones.previous_time_zone && zones),
    ...(days !== previous && { retention_days: days, previous_retention_days: previous }),
  };
}

const asNumber = (value: Value): number | null => (value === null ? null : Number(value));

function byEnterprise(records: readonly CheckedRecord[]): ReadonlyMap<number, readonly CheckedRecord[]> {
  const ofEnterprises = new Map<number, CheckedRecord[]>();
  for (const record of records) {
    const key = Number(record.row[ENTERPRISE_KEY]);
    const some = ofEnterprises.get(key);
    if (some) some.push(record);
    else ofEnterprises.set(key, [record]);
  }
  return ofEnterprises;
}
