import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteDriver } from '../../src/database/sqlite/sqlite-driver.js';
import { ApiKey } from '../../src/modules/api-keys/api-key.entities.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { DataUsage } from '../../src/modules/data-usage/data-usage.entity.js';
import { Administrator } from '../../src/modules/sign-in/administrator.entity.js';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { KEY_PEPPER } from '../kit/app/test-app.js';
import { createEmptyDatabase, engine } from '../kit/database/engines.js';
import { nodeCommand, run, runCli } from '../kit/process/program.js';
import { exportFolder } from '../kit/formats/export-folder.js';
import { anExport, ImportDatabase } from './import-database.js';

// docs/contract.md, 2.1

jest.setTimeout(120_000);

const stored = new ImportDatabase();

it.each<[title: string, args: string[], message: RegExp]>([
  ['no command', [], /^Usage: /],
  ['an unknown command', ['export'], /^Usage: [^]*\n\nUnknown command: export\n$/],
  ['an unknown second word', ['enterprise', 'remove'], /\nUnknown command: enterprise remove\n$/],
  ['an unknown option', ['import', '--fast'], /^Unknown option '--fast'/],
  [
    'an option twice',
    ['erase', '--enterprise', 'a', '--enterprise', 'b', '--yes'],
    /^erase takes --enterprise once\n$/,
  ],
  ['an argument too many', ['migrate', 'now'], /^Usage: [^]*\nmigrate does not take the argument now\n$/],
  [
    'one argument of several',
    ['import', 'FOLDER', 'FOLDER/missing.ndjson'],
    /^There is no .*missing\.ndjson\n$/,
  ],
])('A command that cannot run reports the problem: %s', async (_title, args, message) => {
  const folder = await exportFolder(anExport());
  const { status, stdout, stderr } = await stored.cli(args.map((arg) => arg.replace('FOLDER', folder)));
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n {4}at /);
  expect(await stored.count(Enterprise)).toBe(0);
});

it.each([
  ['an address without a server', 'mysql://admin:s3cret@127.0.0.1:1/devices', /ECONNREFUSED/],
  ['a host that does not exist', 'mysql://admin:s3cret@host.invalid/devices', /host\.invalid/],
  ['a file that is no database', `sqlite:${__filename}`, /not a database/],
])(
  'An unreachable database is reported in one line without its password: %s',
  async (_title, DATABASE_URL, reason) => {
    const { status, stdout, stderr } = await runCli(['import', await exportFolder(anExport())], {
      DATABASE_URL,
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Database: [^\n]+\nThe database cannot be opened: [^\n]+\n$/);
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain('s3cret');
  },
);

describe('a command whose output cannot be written', () => {
  const outputTo = (place: string) =>
    run(
      [
        '/bin/sh',
        '-c',
        `{ "$@"; echo "status $?" >&2; } ${place}`,
        'sh',
        ...nodeCommand('src/cli.js', 'audit', 'verify'),
      ],
      {
        env: { DATABASE_URL: stored.url, KEY_PEPPER },
      },
    );

  beforeEach(() => stored.load({ enterprises: [anEnterprise(), anEnterprise({ id: 'other' })] }));

  it('ends without a stack if a pipe is closed, and its status shows it', async () => {
    expect((await outputTo('| true')).stderr).toMatch(/^Database: [^\n]+\nstatus 1\n$/);
  });

  it('reports once that the disk is full', async () => {
    expect((await outputTo('> /dev/full')).stderr).toMatch(
      /^Database: [^\n]+\nStandard output cannot be written: ENOSPC: [^\n]+\nstatus 1\n$/,
    );
  });
});

describe('the other commands', () => {
  it('migrate lists its migrations, and does nothing on the next run', async () => {
    const database = await createEmptyDatabase();
    for (const expected of [/^Ran UntoldRemovals/, /^The schema is current\n$/]) {
      const { status, stdout } = await runCli(['migrate'], { DATABASE_URL: database.url });
      expect(status).toBe(0);
      expect(stdout).toMatch(expected);
    }
    await database.drop();
  });

  it('help shows their usage', async () => {
    for (const args of [['--help'], ['import', '-h']]) {
      const { status, stdout } = await runCli(args, {});
      expect(status).toBe(0);
      expect(stdout).toMatch(/^Usage: npm run --silent cli -- COMMAND\n/);
    }
  });

  it('--version prints the version of the package in both programs', async () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
      version: string;
    };
    const printed = { status: 0, stdout: `${version}\n`, stderr: '' };
    expect(await runCli(['--version'], {})).toEqual(printed);
    expect(await run(nodeCommand('src/main.js', '--version'))).toEqual(printed);
  });

  it('the service rejects an argument, because its settings are variables', async () => {
    const { status, stderr } = await run(nodeCommand('src/main.js', '--port', '4000'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The service could not start: --port is no argument of the service\. .*\n$/);
  });

  it('loads the demo data, and changes nothing on the next run', async () => {
    const { status, stdout, stderr } = await stored.cli(['demo']);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^Database: /);
    expect(stdout).toMatch(/demo records loaded/);
    expect(await stored.count(Location)).toBeGreaterThan(0);
    const last = Math.max(...(await stored.findAll(DataUsage)).map(({ endAt }) => endAt ?? 0));
    expect(last).toBeLessThan(Date.now());
    expect(last).toBeGreaterThan(Date.now() - 86_400_000 - 3_600_000); // a day may have 25 hours
    const rowsOfAll = async () => [
      ...(await stored.everything()),
      await stored.findAll(ApiKey),
      await stored.findAll(Administrator),
    ];
    const before = await rowsOfAll();
    expect((await stored.cli(['demo'])).status).toBe(0);
    expect(await rowsOfAll()).toEqual(before);
  });
});

if (engine === 'sqlite') {
  it('a command names the data folder that it cannot use, after the database', async () => {
    const DATABASE_URL = `sqlite:${__filename}/db.sqlite`;
    expect(await runCli(['retention'], { DATABASE_URL })).toEqual({
      status: 1,
      stdout: '',
      stderr: `Database: ${DATABASE_URL}\nThe data folder ${__filename} cannot be created, read, or written (EEXIST). Check DATABASE_URL and the permissions of the folder and its files.\n`,
    });
  });

  it('a command reports that another program has locked the database, and how to fix it', async () => {
    const database = await createEmptyDatabase();
    const locker = new (sqliteDriver())(database.url.replace('sqlite:', ''));
    locker.exec('BEGIN EXCLUSIVE');
    const { status, stderr } = await runCli(['migrate'], { DATABASE_URL: database.url });
    locker.close();
    await database.drop();
    expect(status).toBe(1);
    expect(stderr).toMatch(/\nThe database cannot be opened: The database is busy, because .*\n$/);
  });
}

describe('a database that a newer version has changed', () => {
  beforeEach(() =>
    stored.dataSource.query(
      "INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'OfTomorrow9999999999999')",
    ),
  );

  it.each<[command: string, options: string[], env: object]>([
    ['import', ['FOLDER'], {}],
    ['demo', [], {}],
    ['demo', [], { KEY_PEPPER }],
    ['enterprise add', ['--id', 'other', '--name', 'Other', '--time-zone', 'Europe/Berlin'], {}],
    ['sync', ['--number'], {}],
    ['erase', ['--enterprise', ENTERPRISE_ID, '--yes'], { KEY_PEPPER }],
    ['retention', [], { KEY_PEPPER }],
  ])('refuses %s %j', async (command, options, env) => {
    const folder = await exportFolder({ devices: [aDevice({ id: 'other' })] });
    await stored.load(anExport());
    const before = await stored.everything();
    const args = [...command.split(' '), ...options].map((word) => word.replace('FOLDER', folder));
    const { status, stdout, stderr } = await runCli(args, { DATABASE_URL: stored.url, ...env });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    const end = `A newer version has migrated the database (OfTomorrow9999999999999). Run "${command}" of that version\n`;
    expect(stderr.slice(-end.length)).toBe(end);
    expect(await stored.everything()).toEqual(before);
  });
});
