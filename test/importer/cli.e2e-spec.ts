import { rm } from 'node:fs/promises';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { DataUsage } from '../../src/modules/usage/data-usage.entity.js';
import { createEmptyDatabase, type TestDatabase } from '../kit/database/engines.js';
import { runCli, type Outcome } from '../kit/process/program.js';
import { exportFolder } from './export-folder.js';
import { ImportDatabase } from './import-database.js';
import { anExport } from './records.js';

/** Starting the process takes longer than what most tests do: those of one group start together. */
async function outcomesOf<Name extends string>(
  commands: Record<Name, readonly [args: readonly string[], url: string]>,
): Promise<Record<Name, Outcome>> {
  const entries = Object.entries<readonly [readonly string[], string]>(commands);
  const outcomes = await Promise.all(
    entries.map(async ([name, [args, url]]) => [name, await runCli(args, { DATABASE_URL: url })] as const),
  );
  return Object.fromEntries(outcomes) as Record<Name, Outcome>;
}

describe('a command that cannot run', () => {
  const WRONG = {
    'no command': [[], /^Usage: /],
    'an unknown command': [['export'], /^Usage: /],
    'an unknown option': [['import', '--fast'], /^Unknown option '--fast'/],
    'an argument too many': [['migrate', 'now'], /^Usage: /],
    'nothing to import': [['import'], /^Name a folder or files to import: /],
    'a missing path': [['import', '/nowhere/at-all'], /^There is no \/nowhere\/at-all\n$/],
    'a file of another name': [['import', __filename], /is none of enterprises\.ndjson, /],
    'a folder without exports': [['import', __dirname], /holds none of enterprises\.ndjson, /],
    'one argument of several': [
      ['import', 'FOLDER', 'FOLDER/missing.ndjson'],
      /^There is no .*missing\.ndjson\n$/,
    ],
  } as const;
  type Wrong = keyof typeof WRONG;

  let stored: ImportDatabase;
  let folder: string;
  let outcomes: Record<Wrong, Outcome>;

  beforeAll(async () => {
    stored = await ImportDatabase.create();
    folder = await exportFolder(anExport());
    const commands = Object.entries(WRONG).map(([name, [args]]) => [
      name,
      [args.map((arg) => arg.replace('FOLDER', folder)), stored.url],
    ]);
    outcomes = await outcomesOf(Object.fromEntries(commands) as Record<Wrong, [string[], string]>);
  });

  afterAll(async () => {
    await stored.drop();
    await rm(folder, { recursive: true });
  });

  it.each(Object.keys(WRONG) as Wrong[])('says what is wrong: %s', (name) => {
    const { status, stdout, stderr } = outcomes[name];
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(WRONG[name][1]);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it('loads nothing', async () => {
    expect(await stored.count(Enterprise)).toBe(0);
  });
});

describe('a database that is away', () => {
  const AWAY = {
    'an address where nobody answers': [
      'mysql://admin:s3cret@127.0.0.1:1/devices',
      /\nThe database cannot be opened: .*ECONNREFUSED/,
    ],
    'a host that does not exist': [
      'mysql://admin:s3cret@host.invalid/devices',
      /\nThe database cannot be opened: .*host\.invalid/,
    ],
    'a file that is no database': [
      `sqlite:${__filename}`,
      /\nThe database cannot be opened: .*not a database/,
    ],
  } as const;
  type Away = keyof typeof AWAY;

  let outcomes: Record<Away, Outcome>;

  beforeAll(async () => {
    const folder = await exportFolder(anExport());
    const commands = Object.entries(AWAY).map(([name, [url]]) => [name, [['import', folder], url]]);
    outcomes = await outcomesOf(Object.fromEntries(commands) as Record<Away, [string[], string]>);
    await rm(folder, { recursive: true });
  });

  it.each(Object.keys(AWAY) as Away[])(
    'is reported in one line after its name, without its password: %s',
    (name) => {
      const { status, stdout, stderr } = outcomes[name];
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(AWAY[name][1]);
      expect(stderr).toMatch(/^Database: [^\n]+\n[^\n]+\n$/);
      expect(stderr).not.toContain('s3cret');
    },
  );
});

it('an address of no database is a setting that is wrong, and what it should be is said', async () => {
  const { status, stdout, stderr } = await runCli(['migrate'], {
    DATABASE_URL: 'oracle://admin:s3cret@127.0.0.1/devices',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    'The settings are not usable:\n  - DATABASE_URL should be sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE\n',
  );
});

describe('the other commands', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createEmptyDatabase();
  });
  afterAll(() => database.drop());

  it('migrate says what it ran and then that there is nothing to do', async () => {
    const outcomes = [
      await runCli(['migrate'], { DATABASE_URL: database.url }),
      await runCli(['migrate'], { DATABASE_URL: database.url }),
    ];
    expect(outcomes.map(({ status, stdout }) => [status, stdout])).toEqual([
      [0, expect.stringMatching(/^Ran InitialSchema/)],
      [0, 'The schema is current\n'],
    ]);
  });

  it('help shows how to use them', async () => {
    const ways = [['help'], ['--help'], ['import', '-h']];
    for (const { status, stdout } of await Promise.all(ways.map((way) => runCli(way, {})))) {
      expect(status).toBe(0);
      expect(stdout).toMatch(/^Usage: npm run --silent cli -- COMMAND\n/);
    }
  });
});

describe('demo', () => {
  const stored = ImportDatabase.forEachTest();

  it('loads the demo data', async () => {
    const { status, stdout } = await stored.cli(['demo']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/demo records are loaded/);
    expect(await stored.count(Location)).toBeGreaterThan(0);
    const last = Math.max(...(await stored.all(DataUsage)).map(({ endAt }) => endAt ?? 0));
    expect(last).toBeLessThan(Date.now());
    expect(last).toBeGreaterThan(Date.now() - 86_400_000 - 3_600_000); // a day may have 25 hours
  }, 120_000);
});
