import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataSource } from 'typeorm';
import { ENTITIES } from '../../src/app/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { engine } from '../kit/database/engines.js';
import { databaseUrl, drift, emptyDatabases } from './opened.js';

const ALL = MIGRATIONS.map(({ name }) => name);

const open = emptyDatabases();

async function tablesOf(dataSource: DataSource): Promise<string[]> {
  const sql =
    engine === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()';
  const rows: { name: string }[] = await dataSource.query(sql);
  return rows
    .map(({ name }) => name)
    .filter((name) => name !== 'migration_lock')
    .sort();
}

it('make the schema that the entities describe', async () => {
  const dataSource = await open();
  expect(await migrate(dataSource)).toEqual(ALL);
  expect(await drift(dataSource)).toEqual([]);
  const tables = dataSource.entityMetadatas.map(({ tableName }) => tableName);
  expect(tables).toHaveLength(ENTITIES.length);
  expect(await tablesOf(dataSource)).toEqual([...tables, 'migrations'].sort());
});

it('go down to nothing and up again to the same', async () => {
  const dataSource = await open();
  await migrate(dataSource);
  const before = await schemaText(dataSource);
  while ((await tablesOf(dataSource)).length > 1) await dataSource.undoLastMigration({ transaction: 'each' });
  expect(await tablesOf(dataSource)).toEqual(['migrations']);
  expect(await migrate(dataSource)).toEqual(ALL);
  expect(await schemaText(dataSource)).toEqual(before);
  expect(await drift(dataSource)).toEqual([]);
});

async function schemaText(dataSource: DataSource): Promise<unknown> {
  if (engine === 'sqlite') return dataSource.query('SELECT name, sql FROM sqlite_master ORDER BY name');
  const tables = await tablesOf(dataSource);
  return Promise.all(
    tables
      .filter((table) => table !== 'migrations')
      .map((table) => dataSource.query(`SHOW CREATE TABLE \`${table}\``)),
  );
}

it('do nothing the second time', async () => {
  const dataSource = await open();
  await migrate(dataSource);
  expect(await migrate(dataSource)).toEqual([]);
});

it('finish what was cut short', async () => {
  const dataSource = await open();
  await migrate(dataSource);
  const before = await schemaText(dataSource);
  // as a process leaves it that is killed before it has noted what it made
  await dataSource.query('DROP TABLE portal_sessions');
  await dataSource.query('DELETE FROM migrations');
  expect(await migrate(dataSource)).toEqual(ALL);
  expect(await tablesOf(dataSource)).toContain('portal_sessions');
  expect(await drift(dataSource)).toEqual([]);
  if (engine === 'mysql') expect(await schemaText(dataSource)).toEqual(before);
});

it('run once, however many instances start at once', async () => {
  const instances = await Promise.all(Array.from({ length: 8 }, () => open()));
  if (engine === 'sqlite') instances.length = 1; // one process owns an embedded database
  const ran = await Promise.all(instances.map((dataSource) => migrate(dataSource)));
  expect(ran.flat()).toEqual(ALL);
  const noted = await instances[0]!.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
  expect(noted.map(({ name }) => name)).toEqual(ALL);
});

it('are known to the command line of TypeORM through ormconfig', async () => {
  const cli = require.resolve('typeorm/cli.js');
  const config = join(__dirname, '../../ormconfig.js');
  const env = { ...process.env, DATABASE_URL: databaseUrl() };
  const typeorm = (command: string) =>
    promisify(execFile)(process.execPath, [cli, command, '-d', config], { env });
  await typeorm('migration:run');
  const { stdout } = await typeorm('migration:show');
  for (const name of ALL) expect(stdout).toMatch(new RegExp(`\\[X\\].*${name}`));
  const { stdout: log } = await typeorm('schema:log');
  expect(log).toContain('Your schema is up to date');
});

it('compare ids to the byte, whatever the default of the database', async () => {
  const dataSource = await open();
  await migrate(dataSource);
  const names = ['a', 'A', 'a ', 'ä', 'a\u0308'];
  for (const id of names) {
    await dataSource.query('INSERT INTO enterprises (id, name, time_zone) VALUES (?, ?, ?)', [id, '', 'UTC']);
  }
  for (const id of names) {
    const found: unknown[] = await dataSource.query('SELECT id FROM enterprises WHERE id = ?', [id]);
    expect(found).toEqual([{ id }]);
  }
});
