import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { engineOf } from '../../src/database/engine/engine.js';
import {
  migrate,
  MIGRATIONS,
  migrationsOfNewerVersions,
  missingMigrations,
} from '../../src/database/migrate.js';
import { EARLIER_MIGRATIONS } from '../../src/database/migrations/1763780000000-schema-of-1.2.0.js';
import { AuditVerifier } from '../../src/modules/audit/audit-chain.js';
import { TestApp } from '../kit/app/test-app.js';
import { createEmptyDatabase, engine, openDatabase, type TestDatabase } from '../kit/database/engines.js';
import { ApiClient } from '../kit/http/api-client.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';

// Release 1.2.0 made the dumps: an import, an administrator, a key and a feed read to its end

const [LAST_OF_1_2_0, ...ADDED] = MIGRATIONS;
const KEY = {
  sqlite: 'cda_jYzwRNc92GnLPd9YYAZwLtaDY66oAPSXIN7OQaupHWn2K0ajT',
  mysql: 'cda_dmAYquPHU7s7MQkEZXy8sX1otiUdRPGHqmJQTzPSBgX2taHTF',
}[engine];
const SYNC_TOKEN = {
  sqlite: 'IDEgMjh0OTF2azB5OA.grXtZ4jOleZh2oLUMBIXgEdPV-yoj6QNwafCImHM_F8',
  mysql: 'IDEgMXp6dWl3a2xnMw.eJLnSc0AdhPsb8-3W31pnkmIJSEP9RTngYdip8DYqT0',
}[engine];

const { path, snapshot } = FEED_ROUTES.find(({ kind }) => kind === 'devices')!;

const databases: TestDatabase[] = [];
const opened: DataSource[] = [];

afterEach(async () => {
  for (const dataSource of opened.splice(0)) await dataSource.destroy();
  for (const database of databases.splice(0)) await database.drop();
});

async function openEmpty(migrations = MIGRATIONS): Promise<DataSource> {
  const database = await createEmptyDatabase();
  databases.push(database);
  const dataSource = await openDatabase(database.url, migrations);
  opened.push(dataSource);
  return dataSource;
}

async function openDump(): Promise<DataSource> {
  const dataSource = await openEmpty();
  const file = join(__dirname, `../../../test/repositories/dumps/1.2.0-${engine}.sql`);
  const { collation } = engineOf(dataSource).exactText(dataSource);
  const dump = readFileSync(file, 'utf8').replaceAll(' EXACT ', ` COLLATE ${String(collation)} `);
  for (const statement of dump.split(/;\n/)) if (statement.trim()) await dataSource.query(statement);
  return dataSource;
}

const SCHEMA = {
  sqlite: [
    `SELECT t.name AS "table", t.wr, c.* FROM pragma_table_list() t JOIN pragma_table_xinfo(t.name) c
      WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite%' ORDER BY t.name, c.cid`,
    `SELECT t.name AS "table", i.name, i."unique", i.origin, i.partial, c.seqno, c.name AS "column", c.coll
      FROM pragma_table_list() t JOIN pragma_index_list(t.name) i JOIN pragma_index_xinfo(i.name) c
      WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite%' ORDER BY t.name, i.name, c.seqno`,
  ],
  mysql: [
    `SELECT table_name, ordinal_position, column_name, column_type, is_nullable, column_default, collation_name, extra
      FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name <> 'migration_lock' ORDER BY 1, 2`,
    `SELECT table_name, index_name, seq_in_index, column_name, non_unique, sub_part FROM information_schema.statistics
      WHERE table_schema = DATABASE() AND table_name <> 'migration_lock' ORDER BY 1, 2, 3`,
  ],
}[engine];

const schemaOf = (dataSource: DataSource): Promise<object[][]> =>
  Promise.all(SCHEMA.map((sql) => dataSource.query<object[]>(sql)));

const namesOf = async (dataSource: DataSource): Promise<string[]> => {
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY timestamp');
  return rows.map(({ name }) => name);
};

describe('The schema', () => {
  it('of a new database matches an upgraded 1.2.0', async () => {
    const dump = await openDump();
    const first = await openEmpty([LAST_OF_1_2_0!]);
    await migrate(first);
    expect(await schemaOf(first)).toEqual(await schemaOf(dump));

    const current = await openEmpty();
    await migrate(current);
    await migrate(dump);
    expect(await schemaOf(dump)).toEqual(await schemaOf(current));
  });

  it('goes down to that of 1.2.0 and to nothing, and up again', async () => {
    const first = await openEmpty([LAST_OF_1_2_0!]);
    const current = await openEmpty();
    for (const dataSource of [first, current]) await migrate(dataSource);
    const before = await schemaOf(current);
    const revertLast = () => current.undoLastMigration({ transaction: 'each' });
    for (let left = ADDED.length; left > 0; left--) await revertLast();
    expect(await schemaOf(current)).toEqual(await schemaOf(first));
    await revertLast();
    const columns = (await schemaOf(current))[0]!;
    expect(new Set(columns.map((row) => Object.values(row)[0] as string))).toEqual(new Set(['migrations']));
    await migrate(current);
    expect(await schemaOf(current)).toEqual(before);
  });

  it('of a new database is accepted by 1.2.0', async () => {
    const dump = await openDump();
    const current = await openEmpty();
    await migrate(current);
    const names = await namesOf(current);
    expect(names).toEqual([...(await namesOf(dump)), ...ADDED.map(({ name }) => name)]);
    expect(names.slice(0, EARLIER_MIGRATIONS.length)).toEqual(EARLIER_MIGRATIONS);
  });
});

describe('A database of 1.2.0', () => {
  it('keeps its rows: only the added migrations run', async () => {
    const dump = await openDump();
    const rowsOf = (table: string) => dump.query<object[]>(`SELECT * FROM ${table} ORDER BY 1, 2`);
    const tables = ['enterprises', 'devices', 'locations', 'api_keys', 'administrators', 'audit_events'];
    const before = await Promise.all(tables.map(rowsOf));
    expect(await migrationsOfNewerVersions(dump)).toEqual([]);
    expect(await migrate(dump)).toEqual(ADDED.map(({ name }) => name));
    expect(await migrate(dump)).toEqual([]);
    expect(await Promise.all(tables.map(rowsOf))).toMatchObject(before);
  });

  it('keeps its keys, its sync tokens and its audit log', async () => {
    await openDump();
    for (const dataSource of opened.splice(0)) await dataSource.destroy();
    await using app = await TestApp.start({ DATABASE_URL: databases[0]!.url });
    const customer = new ApiClient(app.url, { authorization: `Bearer ${KEY}`, 'x-enterprise-id': 'acme' });
    const { status, body } = await customer.get(`${snapshot}?fields=id`);
    expect([status, JSON.parse(body)]).toEqual([200, [{ id: 'Tablet-1' }, { id: 'tablet-1' }]]);
    const feed = await customer.get(`${path}?fields=id&since=${SYNC_TOKEN}`);
    expect([feed.status, JSON.parse(feed.body)]).toMatchObject([200, { items: [], has_more: false }]);
    const enterprises = await app.dataSource.query<{ key: number }[]>('SELECT `key` FROM enterprises');
    for (const { key } of enterprises)
      expect(await app.get(AuditVerifier).verify(key, 0)).toMatchObject({
        intact: true,
        events: 3,
        flaws: [],
      });
  });
});

it('A database of an older version is refused, with the version to upgrade through', async () => {
  const dump = await openDump();
  await dump.query("DELETE FROM migrations WHERE name LIKE 'UntoldRemovals%' OR name LIKE 'EndedKeys%'");
  const before = await schemaOf(dump);
  for (const attempt of [migrate, missingMigrations])
    await expect(attempt(dump)).rejects.toThrow(/older than version 1\.2\.0.*of version 1\.2\.0 first/);
  expect(await schemaOf(dump)).toEqual(before);
});
