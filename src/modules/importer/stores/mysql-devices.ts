import { deviceNameText } from './device-names.js';
import { findDevices, upsert, type Queries } from './mysql-queries.js';
import { DEVICE_KEY, ENTERPRISE_KEY, type RecordShape, type Value } from '../records/record-shape.js';

/** Stores devices in an open transaction: a known one keeps its number, a new one gets the next of its enterprise. */
export async function saveDevices(
  transaction: Queries,
  shape: RecordShape,
  rows: readonly Value[][],
): Promise<void> {
  const id = shape.columns.indexOf('id');
  const nameOf = (row: Value[]) => ({ enterpriseKey: Number(row[ENTERPRISE_KEY]), id: String(row[id]) });
  const names = rows.map(nameOf);
  const before = await lockEnterprises(transaction, [
    ...new Set(names.map(({ enterpriseKey }) => enterpriseKey)),
  ]);
  const numbers = new Map<string, number>();
  for (const device of await findDevices(transaction, names))
    numbers.set(deviceNameText(device), device.deviceKey);

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
  await upsert(transaction, shape, rows);
  for (const [key, number] of last)
    if (number !== before.get(key))
      await transaction.query('UPDATE enterprises SET last_device_key = ? WHERE `key` = ?', [number, key]);
}

/** The last number given in each; locked in one order, so that two imports wait for each other and give none twice. */
async function lockEnterprises(transaction: Queries, keys: readonly number[]): Promise<Map<number, number>> {
  const sql =
    'SELECT `key`, last_device_key AS last FROM enterprises WHERE `key` IN (?) ORDER BY `key` FOR UPDATE';
  const enterprises = (await transaction.query(sql, [keys])) as { key: number; last: number }[];
  return new Map(enterprises.map(({ key, last }) => [key, last]));
}
