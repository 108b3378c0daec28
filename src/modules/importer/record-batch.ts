import type { EntityManager } from 'typeorm';
import { CHANGE_KINDS, type ChangeKind } from '../../database/changes/change-kinds.js';
import { writeChange, type Turn } from '../../database/changes/change-clock.js';
import { conditionsOf, runsOf } from '../../database/changes/id-runs.js';
import { removeRecords } from '../../database/changes/removals.js';
import { engineOf } from '../../database/engine/engine.js';
import { placesOf, storeRows } from '../../database/engine/upsert.js';
import type { Value } from '../../database/rows/reader.js';
import { DEVICE_KEY, type CheckedRecord, type RecordShape } from './record-parser.js';
import { DELETED, settle, type Row, type Settled } from './resolve-batch.js';

/** What of a batch is of one enterprise, in the transaction that has taken its turn there. */
export class RecordBatch {
  /** Where in a row its identifier stands, and the number that the ledger calls it by. */
  private readonly id: number;
  private readonly number: number;

  constructor(
    private readonly transaction: EntityManager,
    private readonly shape: RecordShape,
    private readonly kind: ChangeKind,
    private readonly enterpriseKey: number,
    private readonly turn: Turn,
  ) {
    this.id = shape.columns.indexOf('id');
    this.number = kind === 'devices' ? DEVICE_KEY : this.id;
  }

  /** Does what the records say. Returns those that say what cannot be. */
  async save(records: readonly CheckedRecord[]): Promise<Settled['refused']> {
    const standing = await this.standing(records);
    const { stored, removed, refused } = settle(this.shape, records, standing);
    if (this.kind === 'devices') await this.numberDevices(stored);
    await this.store(stored);
    if (this.kind === 'devices') await this.moveApps(stored, standing);
    else await this.keepRemovals(stored, removed);
    await this.write(this.kind, { stored: this.numbersOf(stored), removed: this.numbersOf(removed) });
    return refused;
  }

  private numbersOf(rows: readonly Row[]): number[] {
    return rows.map((row) => Number(row[this.number]));
  }

  private write(kind: ChangeKind, touched: Parameters<typeof writeChange>[4]): Promise<void> {
    return writeChange(this.transaction, this.enterpriseKey, kind, this.turn, touched);
  }

  /** What stands of the records that the batch speaks of, by their identifiers. */
  private async standing(records: readonly CheckedRecord[]): Promise<ReadonlyMap<Value, Row>> {
    const { table, columns } = this.shape;
    // without a word SQLite would read all that the enterprise has
    const byId = this.kind === 'devices' ? '' : engineOf(this.transaction.dataSource).byIndex(`${table}_id`);
    const select = `SELECT ${columns.join(', ')} FROM ${table} ${byId} WHERE enterprise_key = ? AND id`;
    const standing = new Map<Value, Row>();
    for (const [which, ...ids] of this.conditions(records)) {
      const parameters = [this.enterpriseKey, ...ids];
      const found = await this.transaction.query<Record<string, Value>[]>(`${select} ${which}`, parameters);
      for (const values of found) {
        const row = columns.map((column) => values[column] ?? null);
        standing.set(this.kind === 'devices' ? (row[this.id] ?? null) : Number(row[this.id]), row);
      }
    }
    return standing;
  }

  /** Records have numbers, which mostly follow each other in an export; devices have texts. */
  private conditions(records: readonly CheckedRecord[]): Iterable<readonly [string, ...Value[]]> {
    const ids = records.map(({ row }) => row[this.id] ?? null);
    return this.kind === 'devices'
      ? [[`IN ${placesOf(ids)}`, ...ids]]
      : conditionsOf(runsOf(ids.map(Number)));
  }

  /** A new device gets the next number of its enterprise; one that comes back after it was erased, the number that feeds know it by. */
  private async numberDevices(rows: readonly Row[]): Promise<void> {
    let last = this.turn.lastDeviceKey;
    const isNew = rows.filter((row) => row[DEVICE_KEY] === 0);
    const before = await this.erasedKeys(isNew);
    for (const row of isNew) row[DEVICE_KEY] = before.get(row[this.id] ?? null) ?? ++last;
    if (last > this.turn.lastDeviceKey)
      await this.transaction.query('UPDATE enterprises SET last_device_key = ? WHERE `key` = ?', [
        last,
        this.enterpriseKey,
      ]);
  }

  /** The numbers of those of the devices that were erased, which they are no longer. */
  private async erasedKeys(rows: readonly Row[]): Promise<ReadonlyMap<Value, number>> {
    const before = new Map<Value, number>();
    if (rows.length === 0 || this.turn.lastErasure === 0) return before;
    const ids = rows.map((row) => row[this.id] ?? null);
    const which = `WHERE enterprise_key = ? AND id IN ${placesOf(ids)}`;
    const parameters = [this.enterpriseKey, ...ids];
    const found = await this.transaction.query<{ id: string; number: number }[]>(
      `SELECT id, device_key AS number FROM erased_devices ${which}`,
      parameters,
    );
    for (const { id, number } of found) before.set(id, number);
    if (found.length > 0) await this.transaction.query(`DELETE FROM erased_devices ${which}`, parameters);
    return before;
  }

  private async store(rows: readonly Row[]): Promise<void> {
    const { columns, replaced } = this.shape;
    // in place: a copy of every row costs a tenth of an import
    for (const row of rows) row[columns.length] = this.turn.changeNumber;
    await storeRows(
      this.transaction,
      {
        ...this.shape,
        columns: [...columns, 'change_number'],
        replaced: [...replaced, 'change_number'],
      },
      rows,
    );
  }

  /** The apps of a device go and come with it. */
  private async moveApps(stored: readonly Row[], standing: ReadonlyMap<Value, Row>): Promise<void> {
    const status = this.shape.columns.indexOf('status');
    const moved = stored.filter((row) => {
      const stood = standing.get(row[this.id] ?? null);
      return stood && (stood[status] === DELETED) !== (row[status] === DELETED);
    });
    if (moved.length === 0) return;
    const which = [this.enterpriseKey, ...this.numbersOf(moved)];
    const where = `WHERE enterprise_key = ? AND device_key IN ${placesOf(moved)}`;
    const apps = await this.transaction.query<{ id: string }[]>(
      `SELECT id FROM applications ${where}`,
      which,
    );
    await this.transaction.query(`UPDATE applications SET change_number = ? ${where}`, [
      this.turn.changeNumber,
      ...which,
    ]);
    await this.write('applications', { stored: apps.map(({ id }) => Number(id)), removed: [] });
  }

  /** Removes records and remembers that they are gone; those that are back are so no more. */
  private async keepRemovals(stored: readonly Row[], removed: readonly Row[]): Promise<void> {
    const ofKind = [this.enterpriseKey, CHANGE_KINDS[this.kind]];
    const sql = 'SELECT 1 FROM removals WHERE enterprise_key = ? AND kind = ? LIMIT 1';
    if (stored.length > 0 && (await this.transaction.query<object[]>(sql, ofKind)).length > 0)
      await this.transaction.query(
        `DELETE FROM removals WHERE enterprise_key = ? AND kind = ? AND id IN ${placesOf(stored)}`,
        [...ofKind, ...this.numbersOf(stored)],
      );
    if (removed.length === 0) return;
    await removeRecords(this.transaction, this.enterpriseKey, this.turn, {
      kind: this.kind,
      table: this.shape.table,
      deviceKeys: new Map(removed.map((row) => [Number(row[this.id]), Number(row[DEVICE_KEY])])),
    });
  }
}
