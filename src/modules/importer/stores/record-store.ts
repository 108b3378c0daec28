import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { engineOf } from '../../../database/engine/engine.js';
import { placesOf, storeRows } from '../../../database/engine/upsert.js';
import type { Value } from '../../../database/rows/row-reader.js';
import { Transactions } from '../../../database/transactions.js';
import { DEVICE_KEY, ENTERPRISE_KEY, type RecordShape } from '../records/record-shape.js';

/** A device as the outside knows it: its id says little without its enterprise. */
export interface DeviceName {
  readonly enterpriseKey: number;
  readonly id: string;
}

/** One text for the two; unambiguous, whatever characters the id has. */
export function deviceNameText({ enterpriseKey, id }: DeviceName): string {
  return `${enterpriseKey}:${id}`;
}

/** A data source, or the transaction that is open on it. */
type Queries = Pick<EntityManager, 'query'>;

/** Writes batches and finds what they refer to. */
export class RecordStore {
  private readonly transactions: Transactions;

  constructor(private readonly dataSource: DataSource) {
    this.transactions = new Transactions(dataSource);
  }

  /** The numbers of those of the enterprises that exist, by their ids. */
  async findEnterprises(ids: readonly string[]): Promise<Map<string, number>> {
    const sql = `SELECT id, \`key\` FROM enterprises WHERE id IN ${placesOf(ids)}`;
    const found = await this.dataSource.query<{ id: string; key: number }[]>(sql, [...ids]);
    return new Map(found.map(({ id, key }) => [id, key]));
  }

  /** The numbers of those of the devices that exist, by the texts of their names. */
  async findDevices(
    names: readonly DeviceName[],
    queries: Queries = this.dataSource,
  ): Promise<Map<string, number>> {
    const pairs = names.map(({ enterpriseKey, id }) => [enterpriseKey, id]);
    const sql = `SELECT enterprise_key AS enterpriseKey, id, device_key AS number FROM devices
      WHERE (enterprise_key, id) ${engineOf(this.dataSource).inRows(pairs.map(placesOf).join(', '))}`;
    const found = await queries.query<(DeviceName & { number: number })[]>(sql, pairs.flat());
    return new Map(found.map((device) => [deviceNameText(device), device.number]));
  }

  /**
   * Stores the rows in one transaction. A row with a known id replaces the old one; of rows with the same id the last
   * one stays. Devices get their numbers here.
   */
  async save(shape: RecordShape, rows: readonly Value[][]): Promise<void> {
    await this.transactions.run(async (transaction) => {
      if (shape.belongsTo === 'enterprise') await this.number(transaction, shape, rows);
      await storeRows(transaction, shape, rows);
    }, Infinity);
    await nextTurn(); // an embedded engine has not waited for anything: signals and the rest of the process want their turn
  }

  /** A known device keeps its number, a new one gets the next of its enterprise. */
  private async number(transaction: Queries, shape: RecordShape, rows: readonly Value[][]): Promise<void> {
    const id = shape.columns.indexOf('id');
    const nameOf = (row: Value[]) => ({ enterpriseKey: Number(row[ENTERPRISE_KEY]), id: String(row[id]) });
    const names = rows.map(nameOf);
    const before = await lastNumbers(transaction, [
      ...new Set(names.map(({ enterpriseKey }) => enterpriseKey)),
    ]);
    const numbers = await this.findDevices(names, transaction);
    const last = new Map(before);
    for (const row of rows) {
      const name = nameOf(row);
      const text = deviceNameText(name);
      let number = numbers.get(text);
      if (number === undefined) {
        number = (last.get(name.enterpriseKey) ?? 0) + 1;
        last.set(name.enterpriseKey, number);
        numbers.set(text, number);
      }
      row[DEVICE_KEY] = number;
    }
    for (const [key, number] of last)
      if (number !== before.get(key))
        await transaction.query('UPDATE enterprises SET last_device_key = ? WHERE `key` = ?', [number, key]);
  }
}

/** The last number given in each. The update locks them, on every engine and in one order: two imports give none twice. */
async function lastNumbers(transaction: Queries, keys: readonly number[]): Promise<Map<number, number>> {
  const which = `WHERE \`key\` IN ${placesOf(keys)}`;
  await transaction.query(`UPDATE enterprises SET last_device_key = last_device_key ${which}`, [...keys]);
  const enterprises = await transaction.query<{ key: number; last: number }[]>(
    `SELECT \`key\`, last_device_key AS last FROM enterprises ${which}`,
    [...keys],
  );
  return new Map(enterprises.map(({ key, last }) => [key, last]));
}
