import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Statement } from 'better-sqlite3';
import { sqliteDriver } from '../../src/database/sqlite/sqlite-driver.js';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/app/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import type { Value } from '../../src/database/rows/reader.js';
import { BULK_DAY, BULK_MONTH, detailRequests, usageRequests } from './comparisons.js';
import type { Contender } from '../contenders/contenders.js';
import { deviceRows, enterprisesOf, FIRST_DAY, locationRows } from '../database/fleet.js';
import { customer, DATABASE, type Lab, type LoadJob } from '../lab.js';
import { timeToReadRows } from '../database/mariadb-client.js';
import { median, ratiosToFirst } from './measure.js';
import { atLeast, atMost, type Scenario } from './scenario.js';
import { enterpriseRows, keyRows, keysOf, ofFirst } from '../database/seed.js';

const COLD_READS = 5;

export const history: Scenario = {
  name: 'history',
  async run(lab) {
    const { days } = lab.options;
    const from = FIRST_DAY + (days - days / 10) * 86_400_000;
    await lab.derive('bench_short', ['locations']);
    await lab.server.query(
      `INSERT INTO locations SELECT * FROM ${DATABASE}.locations WHERE created_at >= ${from}; ANALYZE TABLE locations`,
      'bench_short',
    );
    const short = await lab.start('product', 'bench_short');
    const long = await lab.start('product');
    const ratio = async (measure: (contender: Contender) => Promise<number>): Promise<number> =>
      (await ratiosToFirst(5, [short, long], measure)).get(long)!;
    const day = await ratio((contender) => timeOfDownload(lab, contender));
    const timeOf =
      (requests: LoadJob['requests']) =>
      async ({ port }: Contender): Promise<number> =>
        1 / (await lab.load({ port, connections: 8, seconds: 1, requests })).rate;
    const detail = await ratio(timeOf(detailRequests(lab)));
    const usage = await ratio(timeOf(usageRequests(lab)));
    await lab.server.query('DROP DATABASE bench_short');
    return [
      atMost('Ten times the history, all locations of a day: time', day, 'times', 1.15),
      atMost('Ten times the history, one device: time', detail, 'times', 1.15),
      atMost('Ten times the history, data usage of one device: time', usage, 'times', 1.15),
    ];
  },
};

async function timeOfDownload(lab: Lab, { port }: Contender): Promise<number> {
  const times = [];
  for (let time = 0; time < 4; time++) times.push((await lab.download({ port, path: BULK_DAY })).ms);
  return median(times);
}

/** Reads a month of one of thirty small enterprises with cold caches. Both tables contain the same rows. */
export const cold: Scenario = {
  name: 'cold',
  async run(lab) {
    await lab.server.query(
      `CREATE TABLE IF NOT EXISTS by_id LIKE locations;
       ALTER TABLE by_id DROP PRIMARY KEY, DROP INDEX locations_id, DROP INDEX locations_device,
         ADD COLUMN row_id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY FIRST, ADD INDEX by_time (enterprise_key, created_at);
       INSERT INTO by_id (enterprise_key, created_at, id, device_key, imei, accuracy, altitude, lat, lng, provider, geofence_id, inside_geofence, using_mock_location, change_number)
         SELECT * FROM locations ORDER BY created_at, enterprise_key;
       ANALYZE TABLE by_id`,
      'bench',
    );
    const ratios = [];
    for (let enterpriseKey = 5; enterpriseKey < 5 + COLD_READS; enterpriseKey++) {
      const clustered = await coldTime(lab, 'locations', 'PRIMARY', enterpriseKey);
      const secondary = await coldTime(lab, 'by_id', 'by_time', enterpriseKey);
      ratios.push(secondary / clustered);
    }
    await lab.server.query('DROP TABLE by_id', 'bench');
    return [
      atLeast(
        'A month of one of 30 enterprises, cold: speed, relative to a secondary index',
        median(ratios),
        'times',
        5,
      ),
    ];
  },
};

async function coldTime(lab: Lab, table: string, index: string, enterpriseKey: number): Promise<number> {
  await lab.server.stop(); // Empties the buffer pool; O_DIRECT bypasses the page cache
  await lab.server.start();
  await lab.server.query('SELECT COUNT(*) FROM enterprises', DATABASE); // Opens the files
  return timeToReadRows(
    lab.server,
    `SELECT id, accuracy, created_at, imei, lat, lng, provider, inside_geofence, using_mock_location
     FROM ${table} FORCE INDEX (${index}) WHERE enterprise_key = ${enterpriseKey} ORDER BY created_at`,
  );
}

/** The embedded engine shares the event loop, and other requests must still run. */
export const embedded: Scenario = {
  name: 'embedded',
  async run(lab) {
    const file = join(lab.folder, 'bench.sqlite');
    const keys = await seedSqlite(file, lab);
    const { port } = await lab.start('product', DATABASE, { DATABASE_URL: `sqlite:${file}` });
    const job = { port, connections: 1, requests: detailRequests({ keys }) };
    await lab.load({ ...job, seconds: 1 });
    const download = lab.download({ port, path: BULK_MONTH, ...customer(keys[0]!) });
    const duringBulk = await lab.load(job);
    const { firstByteMs } = await download;
    return [
      atMost('p99 of a request during a bulk response from SQLite', duringBulk.p99, 'ms', 50),
      atMost('First byte of that response', firstByteMs, 'ms', 50),
    ];
  },
};

interface ColumnInfo {
  readonly type: string;
  readonly notnull: 0 | 1;
}

export async function seedSqlite(
  file: string,
  { options }: Lab,
  usage: Iterable<Value[]> = [],
): Promise<Lab['keys']> {
  if (existsSync(file)) rmSync(file);
  const dataSource = await new DataSource(await dataSourceOptions({ engine: 'sqlite', file })).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
  const database = new (sqliteDriver())(file);
  const enterprises = enterprisesOf(options);
  const keys = keysOf(enterprises);
  const insert = (table: string, rows: Iterable<Value[]>): void => {
    const columns = database.pragma(`table_info(${table})`) as ColumnInfo[];
    let statement: Statement | undefined;
    for (const row of rows) {
      const values = columns.map(({ type, notnull }, at) => {
        if (at < row.length) return '?';
        if (!notnull) return 'NULL';
        return /char|text/i.test(type) ? "''" : '0';
      });
      statement ??= database.prepare(`INSERT INTO ${table} VALUES (${values.join(', ')})`);
      statement.run(...row);
    }
  };
  database.exec('BEGIN');
  insert('enterprises', enterpriseRows(enterprises));
  insert('api_keys', keyRows(keys));
  insert('devices', deviceRows(enterprises.slice(0, 1)));
  insert('locations', ofFirst(locationRows(enterprises, options)));
  insert('data_usage', usage);
  database.exec('COMMIT');
  database.close();
  return keys;
}
