import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DataSource, QueryRunner } from 'typeorm';
import { ENTITIES } from '../../src/app/data-source.js';
import {
  START_ERRORS,
  TRANSIENT_ERRORS,
  whyDatabaseUnavailable,
} from '../../src/database/rows/driver-errors.js';
import { RECORD_TABLES } from '../../src/database/record-tables.js';
import { databaseNow, engineOf, type Upsert } from '../../src/database/engine/engine.js';
import { storeRows } from '../../src/database/engine/upsert.js';
import { migrate, MIGRATIONS } from '../../src/database/migrate.js';
import { EARLIER_MIGRATIONS } from '../../src/database/migrations/1763780000000-schema-of-1.2.0.js';
import { columnBuilders } from '../../src/database/migrations/table-builders.js';
import { Transactions } from '../../src/database/transactions.js';
import {
  ReceiverGone,
  type DatabaseReader,
  type Pace,
  type TakeRow,
} from '../../src/database/rows/reader.js';
import { toApiError } from '../../src/http/problem.filter.js';
import { startErrorMessage } from '../../src/app/startup-messages.js';
import { createEmptyDatabase, engine, openDatabase, type TestDatabase } from '../kit/database/engines.js';
import { steadyPace } from '../kit/database/watched-reads.js';

// A new engine needs only a jest project of its own (jest.config.js)

const ALL = MIGRATIONS.map(({ name }) => name);
let database: TestDatabase;
const opened: DataSource[] = [];

beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(async () => {
  for (const dataSource of opened.splice(0)) await dataSource.destroy();
  await database.drop();
});

async function open(
  migrations = MIGRATIONS,
  hasQueryTimeout = false,
  url = database.url,
): Promise<DataSource> {
  const dataSource = await openDatabase(url, migrations, hasQueryTimeout);
  opened.push(dataSource);
  return dataSource;
}

async function drift(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

const serverIt = engine === 'sqlite' ? it.skip : it;
const sqliteIt = engine === 'sqlite' ? it : it.skip;

if (engine === 'mysql')
  describe('DATABASE_URL', () => {
    const encrypted = '?ssl=%7B%22rejectUnauthorized%22%3Afalse%7D';

    it.each([
      ['with ssl encrypts', encrypted, /^TLS/],
      ['without ssl does not encrypt', '', /^$/],
    ])('%s the connections of writes', async (_, parameters, cipher) => {
      const dataSource = await open([], false, database.url + parameters);
      const [row] = await dataSource.query<{ Value: string }[]>("SHOW SESSION STATUS LIKE 'Ssl_cipher'");
      expect(row?.Value).toMatch(cipher);
    });

    it('has a database name with percent escapes', async () => {
      const url = new URL(database.url);
      const name = url.pathname.slice(1);
      url.pathname = `/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
      const dataSource = await open([], false, url.href);
      expect(await dataSource.query('SELECT DATABASE() AS name')).toEqual([{ name }]);
    });
  });

describe('The row reader', () => {
  const TEXTS = ['', 'null', ' a ', 'A', 'a\u0308', 'ä', '"\\\u0000\n', '日本語 🚀', 'x'.repeat(70_000)];
  let reader: DatabaseReader;
  let dataSource: DataSource;

  beforeEach(async () => {
    dataSource = await open([]);
    const [text] = columnBuilders({ dataSource } as QueryRunner).text('t');
    const column = [
      text?.charset && `CHARACTER SET ${text.charset}`,
      text?.collation && `COLLATE ${text.collation}`,
    ];
    const type = engine === 'sqlite' ? 'TEXT' : `MEDIUMTEXT ${column.join(' ')}`;
    await dataSource.query(`CREATE TABLE texts (n INTEGER PRIMARY KEY, t ${type}, i BIGINT)`);
    const rows = [...TEXTS, null].map((text, n) => [n, text, text === null ? null : n - 2 ** 52]);
    const places = rows.map(() => '(?, ?, ?)').join(', ');
    await dataSource.query(`INSERT INTO texts VALUES ${places}`, rows.flat());
    reader = engineOf(dataSource).rowReader(1);
  });
  afterEach(() => reader.close());

  const stream = (sql: string, take: TakeRow, pace: Pace): Promise<void> =>
    reader.withConnection((node) => node.stream({ sql, parameters: [] }, take, pace));

  it('reads the last committed rows', async () => {
    for (let n = 0; n < 100; n++) {
      await dataSource.query('UPDATE texts SET i = ?', [n]);
      const rows = await reader.rows({
        sql: 'SELECT DISTINCT i FROM texts WHERE n >= ?',
        parameters: [0],
      });
      expect(rows.map(([value]) => Number(value))).toEqual([n]);
    }
  });

  it('reads the last committed rows while another result is paused', async () => {
    const states: number[] = [];
    const query = { sql: 'SELECT MAX(i) FROM texts WHERE n >= ?', parameters: [0] };
    const pace = steadyPace(async () => {
      await dataSource.query('UPDATE texts SET i = ?', [states.length]);
      states.push(Number((await reader.rows(query))[0]![0]));
    });
    await stream('SELECT n FROM texts', () => true, pace);
    expect(states.length).toBeGreaterThan(0);
    expect(states).toEqual([...states.keys()]);
  });

  it('compares texts by their exact characters', async () => {
    for (const [n, text] of TEXTS.entries()) {
      const found = await reader.rows({ sql: 'SELECT n FROM texts WHERE t = ?', parameters: [text] });
      expect(found.map(([value]) => Number(value))).toEqual([n]);
    }
  });

  it('waits during a pause, and stops when the client has disconnected', async () => {
    let taken = 0;
    const gone: { -readonly [Name in keyof Pace]: Pace[Name] } = steadyPace(() => {
      gone.isGone = true;
      gone.onGone?.();
      return Promise.resolve();
    });
    const numbers = 'SELECT a.n FROM texts a JOIN texts b JOIN texts c JOIN texts d JOIN texts e';
    await expect(stream(numbers, () => ++taken > 0, gone)).rejects.toThrow(ReceiverGone);
    expect(taken).toBeLessThan(10 ** 5);
    const after = await reader.rows({ sql: 'SELECT COUNT(*) FROM texts', parameters: [] });
    expect(Number(after[0]![0])).toBe(TEXTS.length + 1);
  });

  it('fails for a wrong query, and reads the next one', async () => {
    const sql = 'SELECT nothing FROM texts';
    await expect(reader.rows({ sql, parameters: [] })).rejects.toThrow();
    await expect(stream(sql, () => false, steadyPace())).rejects.toThrow();
    const right = { sql: 'SELECT t FROM texts WHERE n = ?', parameters: [1] };
    expect(await reader.rows(right)).toEqual([['null']]);
  });

  serverIt('keeps up to 100 prepared statements of a connection on the server', async () => {
    await reader.withConnection(async (connection) => {
      const statements = async () => {
        const sql = "SHOW SESSION STATUS WHERE Variable_name IN ('Com_stmt_prepare', 'Com_stmt_close')";
        const counts = new Map((await connection.rows({ sql, parameters: [] })) as [string, string][]);
        return Number(counts.get('Com_stmt_prepare')) - Number(counts.get('Com_stmt_close'));
      };
      for (let n = 0; n < 150; n++) await connection.rows({ sql: `SELECT ${n}`, parameters: [] });
      expect(await statements()).toBe(101); // with the one that counts
    });
  });
});

const SUMS: Upsert = {
  table: 'sums',
  columns: ['owner', 'id', 'name', 'total'],
  identity: ['owner', 'id'],
  replaced: ['name'],
  sums: ['total'],
};

it('An upsert inserts missing rows, replaces and sums existing ones, and stores the last of several', async () => {
  const dataSource = await open([]);
  await dataSource.query(
    'CREATE TABLE sums (owner INTEGER, id VARCHAR(9), name VARCHAR(9), total BIGINT, PRIMARY KEY (owner, id))',
  );
  const many = Array.from({ length: 5_000 }, (_, at) => [2, `n${at}`, 'many', 1]);
  await storeRows(dataSource.manager, SUMS, [[1, 'a', 'first', 5], [1, 'b', '', 1], ...many]);
  await storeRows(dataSource.manager, SUMS, [
    [1, 'a', 'second', 2],
    [1, 'a', 'last', 3],
  ]);
  await storeRows(dataSource.manager, SUMS, []);
  const rows = await dataSource.query<{ total: number | string }[]>(
    'SELECT id, name, total FROM sums WHERE owner = 1 ORDER BY id',
  );
  expect(rows.map((row) => ({ ...row, total: Number(row.total) }))).toEqual([
    { id: 'a', name: 'last', total: 10 },
    { id: 'b', name: '', total: 1 },
  ]);
});

it('Transactions that run at the same time are separate: a rollback undoes only its own changes', async () => {
  const dataSource = await open([]);
  await dataSource.query('CREATE TABLE works (n INTEGER PRIMARY KEY)');
  const transactions = new Transactions(dataSource);
  const works = Array.from({ length: 6 }, (_, n) =>
    transactions.run(async (manager) => {
      await manager.query('INSERT INTO works VALUES (?)', [n]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (n % 2 === 1) throw new Error('changed its mind');
    }),
  );
  const outcomes = await Promise.allSettled(works);
  expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(works.map((_, n) => n % 2 === 1));
  const rows = await dataSource.query<{ n: number }[]>('SELECT n FROM works ORDER BY n');
  expect(rows.map(({ n }) => n)).toEqual([0, 2, 4]);
});

if (engine === 'sqlite')
  it('The clock of the database is that of the process, to the millisecond', async () => {
    const { manager } = await open([]);
    for (let round = 0; round < 100; round++) {
      const before = Date.now();
      const now = await databaseNow(manager);
      expect([now >= before, now <= Date.now()]).toEqual([true, true]);
    }
  });

if (engine === 'mysql')
  it('The clock of the database is right in the hour that occurs twice', async () => {
    const { manager } = await open([]);
    for (const time of ['2026-10-25T00:30:00.125Z', '2026-10-25T01:30:00.125Z']) {
      const instant = Date.parse(time);
      const now = await manager.transaction(async (transaction) => {
        await transaction.query(`SET timestamp = ${instant / 1000}`);
        const read = await databaseNow(transaction);
        await transaction.query('SET timestamp = DEFAULT');
        return read;
      });
      expect(now).toBe(instant);
    }
  });

it('All reads of a snapshot show one state, whatever the default of the server is', async () => {
  const dataSource = await open([]);
  await dataSource.query('CREATE TABLE works (n INTEGER PRIMARY KEY)');
  const otherDatabase = await open([]);
  if (engine !== 'sqlite') await dataSource.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  const counts = await new Transactions(dataSource).read(async (manager) => {
    const count = async () => (await manager.query<unknown[]>('SELECT n FROM works')).length;
    const before = await count();
    await otherDatabase.query('INSERT INTO works VALUES (1)');
    return [before, await count()];
  });
  expect(counts).toEqual([0, 0]);
});

describe('A transaction', () => {
  async function tries(times: number, code: string, tryForMs?: number): Promise<number> {
    const dataSource = await open([]);
    let count = 0;
    const work = (): Promise<void> =>
      ++count <= times ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve();
    await new Transactions(dataSource).run(work, tryForMs).catch(() => (count *= -1));
    return count;
  }

  it('is retried after a conflict while a request waits, and without a limit if none does', async () => {
    const code = engine === 'sqlite' ? 'SQLITE_BUSY' : 'ER_LOCK_DEADLOCK';
    expect(await tries(9, code, Infinity)).toBe(10);
    expect(await tries(1, code, -1)).toBe(-1);
    const given = await tries(100, code);
    expect(given).toBeLessThan(-4);
    expect(given).toBeGreaterThan(-12);
  });

  it('is not retried after a permanent error', async () => {
    expect(await tries(1, 'WRONG')).toBe(-1);
  });

  // PRAGMA max_page_count causes the error of a full disk
  sqliteIt('is committed, and locks the file no longer, after a full disk and another error', async () => {
    const dataSource = await open([]);
    const otherDatabase = await open([]);
    const transactions = new Transactions(dataSource);
    const add = (t: string) =>
      transactions.run((manager) => manager.query('INSERT INTO works VALUES (?)', [t]));
    await dataSource.query('CREATE TABLE works (t TEXT)');
    await dataSource.query('PRAGMA max_page_count = 1');
    await expect(add('x'.repeat(100_000))).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    await dataSource.query('PRAGMA max_page_count = 1000');
    const refuse = () => Promise.reject(new Error('refused'));
    await expect(transactions.run(refuse)).rejects.toThrow('refused');
    await add('committed');
    expect(await otherDatabase.query('SELECT t FROM works')).toEqual([{ t: 'committed' }]);
    await otherDatabase.query("INSERT INTO works VALUES ('of another program')");
  });
});

describe('The lock of the migrations', () => {
  jest.setTimeout(60_000);

  it('is released after the work, whether the work succeeded or failed', async () => {
    const dataSource = await open();
    const fails = () => Promise.reject(new Error('cut short'));
    await expect(engineOf(dataSource).whileLocked(dataSource, fails)).rejects.toThrow('cut short');
    expect(await migrate(dataSource)).toHaveLength(MIGRATIONS.length);
    expect(await engineOf(dataSource).whileLocked(dataSource, () => Promise.resolve(1))).toBe(1);
  });

  /** Holds the lock for longer than a process waits without a heartbeat. */
  async function holdForLong(): Promise<void> {
    const notes: string[] = [];
    const work = async (name: string, takesMs: number): Promise<void> => {
      const dataSource = await open();
      await engineOf(dataSource).whileLocked(dataSource, async () => {
        notes.push(`${name} begins`);
        await wait(takesMs);
        notes.push(`${name} ends`);
      });
    };
    const first = work('first', 12_500);
    await wait(1_000);
    await Promise.all([first, work('second', 0)]);
    expect(notes).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  }

  async function takeOver(url: string): Promise<void> {
    const dataSource = await open(MIGRATIONS, false, url);
    await engineOf(dataSource).whileLocked(dataSource, () => Promise.resolve());
    await dataSource.query("UPDATE migration_lock SET holder = 'killed'");
    const began = performance.now();
    expect(await migrate(dataSource)).not.toEqual([]);
    expect(performance.now() - began).toBeGreaterThan(9_000);
    await dataSource.query("UPDATE migration_lock SET holder = 'another process'");
    expect(await migrate(dataSource)).toEqual([]);
  }

  // Each takes more than ten seconds, so they run at the same time on two databases
  serverIt(
    'makes others wait while its holder runs, and is taken over from one that was killed',
    async () => {
      const otherDatabase = await createEmptyDatabase();
      try {
        await Promise.all([holdForLong(), takeOver(otherDatabase.url)]);
      } finally {
        for (const dataSource of opened.splice(0)) await dataSource.destroy();
        await otherDatabase.drop();
      }
    },
  );
});

describe('The errors', () => {
  it('of a conflict can be retried, and are a 503 for a request that waits', () => {
    const mayWait = [...TRANSIENT_ERRORS]
      .map((code) => Object.assign(new Error(code), { code }))
      .filter((error) => whyDatabaseUnavailable(error) !== undefined);
    expect(mayWait.length).toBeGreaterThan(1);
    for (const error of mayWait) expect(toApiError(error).status).toBe(503);
  });

  serverIt('of a query that exceeds the time of a request have their own reason in the log', async () => {
    const dataSource = await open([], true);
    const failure: unknown = await dataSource.query('SELECT SLEEP(3)').catch((error: unknown) => error);
    expect(toApiError(failure)).toMatchObject({ status: 503, reason: 'no_answer_in_time' });
  });

  serverIt('of a server that accepts no connection are a 503', async () => {
    for (const wrong of [{ password: 'replaced' }, { pathname: '/dropped' }]) {
      const { href } = Object.assign(new URL(database.url), wrong);
      const failure: unknown = await open([], false, href).catch((error: unknown) => error);
      expect(toApiError(failure)).toMatchObject({ status: 503, reason: 'database_trouble' });
    }
  });

  it('of a wrong query do not count as database trouble', async () => {
    const dataSource = await open([]);
    const failure: unknown = await dataSource
      .query('SELECT nothing FROM nowhere')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(whyDatabaseUnavailable(failure as Error)).toBeUndefined();
    expect(toApiError(failure).status).toBe(500);
  });

  it('at a start explain the problem to an operator', () => {
    for (const [code, problem] of Object.entries(START_ERRORS)) {
      const error = Object.assign(new Error('secret'), { code });
      expect(startErrorMessage(error)).toBe(`The service could not start: ${String(problem)}`);
    }
  });
});

describe('Migrations', () => {
  jest.setTimeout(120_000); // a server writes each of many schema changes to its disk

  async function tableNames(dataSource: DataSource): Promise<string[]> {
    const sql =
      engine === 'sqlite'
        ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()';
    const rows: { name: string }[] = await dataSource.query(sql);
    const names = rows.map(({ name }) => name);
    return names.filter((name) => !['migration_lock', 'migrations'].includes(name)).sort();
  }

  async function schemaText(dataSource: DataSource): Promise<unknown> {
    if (engine === 'sqlite') return dataSource.query('SELECT name, sql FROM sqlite_master ORDER BY name');
    const names = await tableNames(dataSource);
    const tables = await Promise.all(
      names.map((name) => dataSource.query<unknown>(`SHOW CREATE TABLE \`${name}\``)),
    );
    return JSON.stringify(tables).replace(/ AUTO_INCREMENT=\d+/g, '');
  }

  it('create the schema that the entities describe', async () => {
    const dataSource = await open();
    expect(await migrate(dataSource)).toEqual(ALL);
    expect(await drift(dataSource)).toEqual([]);
    const tables = dataSource.entityMetadatas.map(({ tableName }) => tableName);
    expect(tables).toHaveLength(ENTITIES.length);
    expect(await tableNames(dataSource)).toEqual(tables.sort());
    expect(await migrate(dataSource)).toEqual([]);
  });

  it('finish an interrupted migration', async () => {
    const dataSource = await open();
    await migrate(dataSource);
    const before = await schemaText(dataSource);
    // Restores the state after a process that was killed before it recorded its migration
    await dataSource.query('DROP TABLE portal_sessions');
    await dataSource.query('DELETE FROM migrations');
    expect(await migrate(dataSource)).toEqual(ALL);
    expect(await tableNames(dataSource)).toContain('portal_sessions');
    expect(await drift(dataSource)).toEqual([]);
    if (engine === 'mysql') expect(await schemaText(dataSource)).toEqual(before);
  });

  // Only one process opens an embedded database
  serverIt('run once when several instances start at the same time', async () => {
    const instances = await Promise.all(Array.from({ length: 8 }, () => open()));
    const ran = await Promise.all(instances.map((dataSource) => migrate(dataSource)));
    expect(ran.flat()).toEqual(ALL);
    const noted = await instances[0]!.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
    expect(noted.map(({ name }) => name)).toEqual([...EARLIER_MIGRATIONS, ...ALL]);
  });

  it('are known to the command line of TypeORM through ormconfig', async () => {
    const cli = require.resolve('typeorm/cli.js');
    const config = join(__dirname, '../../ormconfig.js');
    const env = { ...process.env, DATABASE_URL: database.url };
    const typeorm = (command: string) =>
      promisify(execFile)(process.execPath, [cli, command, '-d', config], { env });
    await typeorm('migration:run');
    const { stdout } = await typeorm('migration:show');
    for (const name of ALL) expect(stdout).toMatch(new RegExp(`\\[X\\].*${name}`));
    const { stdout: log } = await typeorm('schema:log');
    expect(log).toContain('Your schema is up to date');
  });

  async function statementsOfMigrations(): Promise<string[]> {
    const dataSource = await open();
    const queries = jest.spyOn(dataSource.logger, 'logQuery');
    await migrate(dataSource);
    return queries.mock.calls.map(([query]) => query);
  }

  serverIt('add only columns that an older version can omit to tables that the service writes', async () => {
    const written = (statement: string): boolean =>
      ![...Object.values(RECORD_TABLES), { table: 'enterprises' }].some(({ table }) =>
        statement.includes(`\`${table}\``),
      );
    const added = (await statementsOfMigrations()).filter(
      (statement) => /^ALTER TABLE .* ADD /i.test(statement) && written(statement),
    );
    expect(added.length).toBeGreaterThan(1);
    expect(added.filter((statement) => /NOT NULL(?!.*DEFAULT)/i.test(statement))).toEqual([]);
  });

  serverIt('change existing tables instantly or in place', async () => {
    const statements = await statementsOfMigrations();
    const changes = statements.filter((statement) => /^(ALTER TABLE|CREATE \w* ?INDEX)/i.test(statement));
    expect(changes.length).toBeGreaterThan(1);
    const others = changes.filter(
      (change) => !/, ALGORITHM=INSTANT$| ALGORITHM=INPLACE LOCK=NONE$/.test(change),
    );
    expect(others).toEqual([]);
    const ofRows = statements.filter((statement) => /^(UPDATE|DELETE|REPLACE|INSERT)/i.test(statement));
    // An unbatched statement locks a large table for minutes
    expect(ofRows.filter((statement) => !/\bmigration(s|_lock)\b/.test(statement))).toEqual([]);
  });
});
