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

/** Status of a deleted device. Its row stays, because its records stay and the device may return. */
export const DELETED = 'DELETED';

export type RecordRow = Value[];

export const rowOf = (columns: readonly string[], values: Readonly<Record<string, Value>>): RecordRow =>
  columns.map((column) => values[column] ?? null);

/** Writes records of one enterprise and logs their changes. Skips records that are stored already. */
export class EnterpriseBatch {
  /** Kinds with a new line in the change log. */
  readonly changed = new Set<ChangeKind>();

  constructor(
    private readonly transaction: EntityManager,
    private readonly parser: RecordParser,
    private readonly kind: ChangeKind,
    private readonly enterpriseKey: number,
    private readonly ticket: ChangeTicket,
  ) {}

  /** Returns the refused records with the reason. */
  async write(records: readonly ParsedRecord[]): Promise<ReadonlyMap<ParsedRecord, string>> {
    const existing = await this.existing(records);
    const { stored, removed, refused } = resolveBatch(this.parser, records, existing);
    const isDevices = this.kind === 'devices';
    if (isDevices) await this.assignDeviceKeys(stored);
    // Changes rows in place, because copies would cost a tenth of an import.
    for (const row of stored) row[this.parser.columns.length] = this.ticket.changeNumber;
    await storeRows(this.transaction, this.parser.upsert, stored);
    if (isDevices) await this.touchApps(stored, existing);
    else await this.writeRemovals(stored, removed);
    await this.log(this.kind, { stored: this.numbersOf(stored), removed: this.numbersOf(removed) });
    return refused;
  }

  private query<Found>(sql: string, parameters: Value[]): Promise<Found[]> {
    return this.transaction.query<Found[]>(sql, [this.enterpriseKey, ...parameters]);
  }

  private numbersOf(rows: readonly RecordRow[]): number[] {
    const at = this.kind === 'devices' ? DEVICE_KEY : this.parser.idAt;
    return rows.map((row) => Number(row[at]));
  }

  private idOf(row: RecordRow): Value {
    return row[this.parser.idAt] ?? null;
  }

  private log(kind: ChangeKind, touched: ChangedIds): Promise<void> {
    if (touched.stored.length + touched.removed.length > 0) this.changed.add(kind);
    return logChange(this.transaction, this.enterpriseKey, kind, this.ticket, touched);
  }

  private async existing(records: readonly ParsedRecord[]): Promise<ReadonlyMap<Value, RecordRow>> {
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
    const existing = new Map<Value, RecordRow>();
    for (const [condition, ...parameters] of conditions) {
      for (const values of await this.query<Record<string, Value>>(`${select} ${condition}`, parameters)) {
        const row = rowOf(columns, values);
        existing.set(isDevices ? this.idOf(row) : Number(this.idOf(row)), row);
      }
    }
    return existing;
  }

  /** Gives a device that returns after its erasure its old key, by which feeds identify it. */
  private async assignDeviceKeys(rows: readonly RecordRow[]): Promise<void> {
    const { transaction, enterpriseKey, ticket } = this;
    const isNew = rows.filter((row) => row[DEVICE_KEY] === 0);
    const which = { enterpriseKey, id: In(isNew.map((row) => this.idOf(row))) };
    const mayReturn = isNew.length > 0 && ticket.lastErasure > 0;
    const erased = mayReturn ? await transaction.findBy(ErasedDevice, which) : [];
    if (erased.length > 0) await transaction.delete(ErasedDevice, which);
    const before = new Map<Value, number>(erased.map(({ id, deviceKey }) => [id, deviceKey]));
    let lastDeviceKey = ticket.lastDeviceKey;
    for (const row of isNew) row[DEVICE_KEY] = before.get(this.idOf(row)) ?? ++lastDeviceKey;
    if (lastDeviceKey > ticket.lastDeviceKey)
      await transaction.update(Enterprise, { key: enterpriseKey }, { lastDeviceKey });
  }

  /** Logs a change of all apps of a deleted or restored device, so that feeds return them as deleted or new. */
  private async touchApps(
    stored: readonly RecordRow[],
    existing: ReadonlyMap<Value, RecordRow>,
  ): Promise<void> {
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

  private async writeRemovals(stored: readonly RecordRow[], removed: readonly RecordRow[]): Promise<void> {
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

/** Combines the records of a batch in their order, and compares the result with the stored rows. */
function resolveBatch(
  { kind, columns, idAt }: RecordParser,
  records: readonly ParsedRecord[],
  existing: ReadonlyMap<Value, RecordRow>,
): { stored: RecordRow[]; removed: RecordRow[]; refused: Map<ParsedRecord, string> } {
  const statusAt = columns.indexOf('status');
  const after = new Map<Value, RecordRow | undefined>();
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
  const [stored, removed]: [RecordRow[], RecordRow[]] = [[], []];
  for (const [id, row] of after) {
    const before = existing.get(id);
    if (!row && before) removed.push(before);
    if (row && !(before && columns.every((_column, at) => isSame(row[at], before[at])))) stored.push(row);
  }
  return { stored, removed, refused };
}

/** Compares values as text, because drivers return some numbers as text, and flags as numbers. */
const isSame = (one: Value = null, other: Value = null): boolean =>
  one === other || (one !== null && other !== null && String(one) === String(other));
