import { In, type EntityManager } from 'typeorm';
import { ErasedDevice } from '../../database/change-log.entities.js';
import {
  logChange,
  type ChangedIds,
  type ChangeTicket,
  CHANGE_KINDS,
  type ChangeKind,
  deleteRecords,
} from '../../database/change-log.js';
import { engineOf } from '../../database/engine/engine.js';
import { placesOf, storeRows } from '../../database/engine/upsert.js';
import { conditionsOf, rangesOf } from '../../database/id-ranges.js';
import type { Value } from '../../database/rows/reader.js';
import { Enterprise } from '../enterprises/enterprise.entity.js';
import { isOfDevice } from './record-kinds.js';
import { DEVICE_KEY, type ParsedRecord, type RecordParser } from './record-parser.js';

/** Status of a deleted device. Its row stays for its histories and for its return. */
export const DELETED = 'DELETED';

export type Row = Value[];

export const rowOf = (columns: readonly string[], values: Readonly<Record<string, Value>>): Row =>
  columns.map((column) => values[column] ?? null);

/** Writes records of one enterprise and their changes, without records that are stored already. */
export class EnterpriseBatch {
  private readonly number: number;

  constructor(
    private readonly transaction: EntityManager,
    private readonly parser: RecordParser,
    private readonly kind: ChangeKind,
    private readonly enterpriseKey: number,
    private readonly ticket: ChangeTicket,
  ) {
    this.number = kind === 'devices' ? DEVICE_KEY : parser.idAt;
  }

  /** Returns the refused records with the reason. */
  async write(records: readonly ParsedRecord[]): Promise<ReadonlyMap<ParsedRecord, string>> {
    const existing = await this.existing(records);
    const { stored, removed, refused } = resolveBatch(this.parser, records, existing);
    if (this.kind === 'devices') await this.assignDeviceKeys(stored);
    await this.store(stored);
    if (this.kind === 'devices') await this.touchApps(stored, existing);
    else await this.writeRemovals(stored, removed);
    await this.log(this.kind, { stored: this.numbersOf(stored), removed: this.numbersOf(removed) });
    return refused;
  }

  private query<Found>(sql: string, parameters: Value[]): Promise<Found[]> {
    return this.transaction.query<Found[]>(sql, [this.enterpriseKey, ...parameters]);
  }

  private numbersOf(rows: readonly Row[]): number[] {
    return rows.map((row) => Number(row[this.number]));
  }

  private idOf(row: Row): Value {
    return row[this.parser.idAt] ?? null;
  }

  private log(kind: ChangeKind, touched: ChangedIds): Promise<void> {
    return logChange(this.transaction, this.enterpriseKey, kind, this.ticket, touched);
  }

  private async existing(records: readonly ParsedRecord[]): Promise<ReadonlyMap<Value, Row>> {
    const isDevices = this.kind === 'devices';
    const { columns, upsert } = this.parser;
    // Without a hint SQLite reads all records of the enterprise.
    const index = isDevices ? '' : engineOf(this.transaction.dataSource).byIndex(`${upsert.table}_id`);
    const select = `SELECT ${columns.join(', ')} FROM ${upsert.table} ${index} WHERE enterprise_key = ? AND id`;
    const ids = records.map(({ row }) => this.idOf(row));
    // Record ids are mostly consecutive numbers in an export. Device ids are text.
    const conditions = isDevices
      ? [[`IN ${placesOf(ids)}`, ...ids]]
      : conditionsOf(rangesOf(ids.map(Number)));
    const existing = new Map<Value, Row>();
    for (const [condition, ...parameters] of conditions) {
      for (const values of await this.query<Record<string, Value>>(`${select} ${condition}`, parameters)) {
        const row = rowOf(columns, values);
        existing.set(isDevices ? this.idOf(row) : Number(this.idOf(row)), row);
      }
    }
    return existing;
  }

  /** Gives a device that returns after its erasure its old key, by which feeds identify it. */
  private async assignDeviceKeys(rows: readonly Row[]): Promise<void> {
    let last = this.ticket.lastDeviceKey;
    const isNew = rows.filter((row) => row[DEVICE_KEY] === 0);
    const before = await this.takeErasedKeys(isNew.map((row) => this.idOf(row)));
    for (const row of isNew) row[DEVICE_KEY] = before.get(this.idOf(row)) ?? ++last;
    if (last > this.ticket.lastDeviceKey)
      await this.transaction.update(Enterprise, { key: this.enterpriseKey }, { lastDeviceKey: last });
  }

  private async takeErasedKeys(ids: Value[]): Promise<ReadonlyMap<Value, number>> {
    if (ids.length === 0 || this.ticket.lastErasure === 0) return new Map();
    const erased = { enterpriseKey: this.enterpriseKey, id: In(ids) };
    const found = await this.transaction.findBy(ErasedDevice, erased);
    if (found.length > 0) await this.transaction.delete(ErasedDevice, erased);
    return new Map(found.map(({ id, deviceKey }) => [id, deviceKey]));
  }

  private async store(rows: readonly Row[]): Promise<void> {
    const { columns, upsert } = this.parser;
    // Changes rows in place, because copies would cost a tenth of an import.
    for (const row of rows) row[columns.length] = this.ticket.changeNumber;
    await storeRows(this.transaction, upsert, rows);
  }

  /** Changes the apps of a deleted or restored device, which feeds show as deleted or new with it. */
  private async touchApps(stored: readonly Row[], existing: ReadonlyMap<Value, Row>): Promise<void> {
    const status = this.parser.columns.indexOf('status');
    const moved = stored.filter((row) => {
      const before = existing.get(this.idOf(row));
      return before && (before[status] === DELETED) !== (row[status] === DELETED);
    });
    if (moved.length === 0) return;
    const keys = this.numbersOf(moved);
    const where = `WHERE enterprise_key = ? AND device_key IN ${placesOf(keys)}`;
    const apps = await this.query<{ id: string }>(`SELECT id FROM applications ${where}`, keys);
    await this.transaction.query(`UPDATE applications SET change_number = ? ${where}`, [
      this.ticket.changeNumber,
      this.enterpriseKey,
      ...keys,
    ]);
    await this.log('applications', { stored: apps.map(({ id }) => Number(id)), removed: [] });
  }

  private async writeRemovals(stored: readonly Row[], removed: readonly Row[]): Promise<void> {
    const tombstones = 'FROM removals WHERE enterprise_key = ? AND kind = ?';
    const kind = CHANGE_KINDS[this.kind];
    if (stored.length > 0 && (await this.query(`SELECT 1 ${tombstones} LIMIT 1`, [kind])).length > 0) {
      const numbers = this.numbersOf(stored);
      await this.query(`DELETE ${tombstones} AND id IN ${placesOf(numbers)}`, [kind, ...numbers]);
    }
    if (removed.length === 0) return;
    await deleteRecords(this.transaction, this.enterpriseKey, this.ticket, {
      kind: this.kind,
      table: this.parser.upsert.table,
      deviceKeys: new Map(removed.map((row) => [Number(this.idOf(row)), Number(row[DEVICE_KEY])])),
    });
  }
}

interface ResolvedBatch {
  readonly stored: readonly Row[];
  readonly removed: readonly Row[];
  readonly refused: ReadonlyMap<ParsedRecord, string>;
}

/** Combines the records of a batch in their order, and compares the result with the stored rows. */
export function resolveBatch(
  { kind, columns, idAt }: RecordParser,
  records: readonly ParsedRecord[],
  existing: ReadonlyMap<Value, Row>,
): ResolvedBatch {
  const statusAt = columns.indexOf('status');
  const after = new Map<Value, Row | undefined>();
  const refused = new Map<ParsedRecord, string>();
  for (const record of records) {
    const id = record.row[idAt] ?? null;
    const current = after.has(id) ? after.get(id) : existing.get(id);
    if (!record.isDeletion) {
      // A device keeps its key. A new one has none yet.
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

/** Compares values as text, because drivers return some numbers as text, and flags as numbers. */
const isSame = (one: Value = null, other: Value = null): boolean =>
  one === other || (one !== null && other !== null && String(one) === String(other));
