import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { demoRecords } from '../../demo/demo-data.js';
import { ADMIN_TOKEN, KEY_PEPPER } from '../kit/app/test-app.js';
import { DEMO_TIME } from '../kit/app/builders.js';
import { bodyOf, PortalClient } from '../kit/app/portal-client.js';
import { engine, openDatabase } from '../kit/database/engines.js';
import { eventually } from '../kit/process/retry.js';
import { run, runCli } from '../kit/process/program.js';
import type { Service } from '../kit/process/service.js';
import { Sandbox } from '../kit/process/sandbox.js';

const DAY_MS = 86_400_000;

const berlinDay = (instant: number): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(instant);

jest.setTimeout(240_000);

const sandbox = new Sandbox();
const data = (name = ''): string => join(sandbox.folder, 'data', name);

async function runCopied(command: string): Promise<{ id: string; start?: string }[]> {
  const quiet = command.trim().replace(/^curl /, 'curl --silent --fail ');
  const { stdout } = await run(['/bin/sh', '-c', quiet], { cwd: sandbox.folder });
  return JSON.parse(stdout) as { id: string; start?: string }[];
}

const printedCurl = ({ stdout }: Service): string => /^ {2}curl .*$/m.exec(stdout)![0];
/** Returns the welcome with the address of the first start. */
function welcomeOf({ stdout }: Service, urlNow: string, url: string): string {
  const [welcome] = /Customer Device API is[^]* {2}curl .*$/m.exec(stdout)!;
  return welcome.replaceAll('\r', '').replaceAll(urlNow, url);
}

if (engine === 'sqlite') {
  describe('On a fresh machine, with nothing set', () => {
    it('a first start prints what a user needs to try it, and a second one the same, also on a terminal', async () => {
      const first = sandbox.start({});
      const url = await first.ready();
      expect(first.stdout).toContain(`Base URL         ${url}\n`);
      expect(first.stdout).toContain(`Swagger UI       ${url}/docs\n`);
      expect(first.stdout).toContain(`Portal           ${url}/portal\n`);
      expect(first.stdout).toMatch(/Demo enterprise {2}[\w-]+\n/);
      const devices = await runCopied(printedCurl(first));
      expect(devices.length).toBeGreaterThan(10);
      expect(devices.map(({ id }) => id)).toContain('tablet-1');
      await expectSecretsNamed(first);
      await expectSignIn(first);
      await expectReadmeIsCorrect(url);
      expect(await first.stop()).toBe(0);

      const second = sandbox.start({}, 'spawnOnTerminal');
      await second.waitForOutput('curl ');
      const [, urlNow = ''] = /Base URL +(\S+)/.exec(second.stdout)!;
      expect(welcomeOf(second, urlNow, url)).toBe(welcomeOf(first, url, url));
      expect(await runCopied(printedCurl(second))).toEqual(devices);
      await expectSecretsNamed(second);
    });

    it('a first start prints secrets to a terminal', async () => {
      const first = sandbox.start({ WEB_CONCURRENCY: '2' }, 'spawnOnTerminal');
      await first.waitForOutput('curl ');
      const secrets = await secretsKept();
      for (const name of ['admin-token', 'demo-admin-password', 'demo-api-key'])
        expect(first.stdout).toContain(`${secrets[name]!}   (stored in data/${name})`);
      expect(first.stdout).not.toContain(secrets['key-pepper']);
      expect(printedCurl(first)).toContain(`-H "Authorization: Bearer ${secrets['demo-api-key']!}"`);
      expect(await runCopied(printedCurl(first))).not.toEqual([]);
    });

    it('a start removes the permissions of other users on files of an older version', async () => {
      const first = sandbox.start({ DEMO_DATA: 'off' });
      await first.ready();
      await first.kill();
      await chmod(data(), 0o755);
      const names = await readdir(data());
      expect(names).toEqual(expect.arrayContaining(['device-api.sqlite', 'device-api.sqlite-wal']));
      for (const name of names) await chmod(data(name), 0o644);
      await sandbox.start({ DEMO_DATA: 'off' }).ready();
      await expectClosed();
    });

    it('a start names the data folder that it cannot create', async () => {
      await expectRefused(
        { DATABASE_URL: `sqlite:${__filename}/db.sqlite` },
        /^The service could not start: The data folder .+ cannot be created, read, or written \(EEXIST\)\..*\n$/,
      );
    });

    it('a start with a folder as database keeps its permissions', async () => {
      await chmod(sandbox.folder, 0o755);
      await expectRefused(
        { DATABASE_URL: `sqlite:${sandbox.folder}` },
        /^The service could not start: DATABASE_URL must name a file, but \S+ is a folder\.\n$/,
      );
      expect((await stat(sandbox.folder)).mode & 0o777).toBe(0o755);
    });

    it('a start with DEMO_DATA=off is empty, and does not print a token that the operator chose', async () => {
      const token = 'chosen-by-the-operator-0123456789ab';
      const service = sandbox.start({ DEMO_DATA: 'off', ADMIN_TOKEN: token });
      await service.ready();
      expect(service.stdout).not.toMatch(/Demo|curl/);
      expect(service.stdout).not.toContain(token);
      expect(await readdir(data())).not.toContain('demo-api-key');
    });
  });

  async function expectClosed(): Promise<void> {
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(data())).toBe('700');
    for (const name of await readdir(data()))
      expect(`${name} ${await modeOf(data(name))}`).toBe(`${name} 600`);
  }

  async function secretsKept(): Promise<Record<string, string>> {
    const kept: Record<string, string> = {};
    for (const name of ['admin-token', 'demo-admin-password', 'demo-api-key', 'key-pepper'])
      kept[name] = (await readFile(data(name), 'utf8')).trim();
    return kept;
  }

  async function expectSecretsNamed({ stdout }: Service): Promise<void> {
    await expectClosed();
    for (const [name, secret] of Object.entries(await secretsKept())) {
      expect(secret.length).toBeGreaterThanOrEqual(24);
      expect(stdout).not.toContain(secret);
      expect(stdout.includes(` in data/${name}\n`) || stdout.includes(` in data/${name}\r\n`)).toBe(
        name !== 'key-pepper',
      );
    }
    expect(stdout).toContain('-H "Authorization: Bearer $(cat data/demo-api-key)"');
  }

  async function expectSignIn({ stdout, url }: Service): Promise<void> {
    const [, email = ''] = /^ {2}Sign in with {5}(.+)$/m.exec(stdout) ?? [];
    const { 'demo-admin-password': password = '' } = await secretsKept();
    expect(bodyOf(await new PortalClient(url).signIn(email, password))).toMatchObject({ role: 'admin' });
  }

  /** Runs the README's curl command and compares the output with the README. */
  async function expectReadmeIsCorrect(url: string): Promise<void> {
    const readme = await readFile(join(__dirname, '../../../README.md'), 'utf8');
    const [, command = '', shown = ''] = /```sh\n(curl .*?)\n```\n\n```json\n(.*?)\n```/s.exec(readme) ?? [];
    expect(command).toContain('http://127.0.0.1:3000/');
    const response = await runCopied(command.replace('http://127.0.0.1:3000', url));
    const [example] = JSON.parse(shown.replace(', …]', ']')) as [Record<string, unknown>];
    expect(Object.keys(response[0]!)).toEqual(Object.keys(example));
    const days = [Date.now(), Date.now() - 3_600_000].map((now) => berlinDay(now - DAY_MS)); // A new day can have begun
    expect(days).toContain(response.at(-1)!.start!.slice(0, 10));
    const usage = [...demoRecords(DEMO_TIME)].filter(({ file }) => file === 'datausage');
    const record = usage.flatMap(({ records }) => [...records]).find(({ id }) => id === example.id);
    expect(record).toMatchObject(example);
  }
} else {
  describe('A start on MySQL', () => {
    const settings = () => ({ DATABASE_URL: sandbox.database.url, KEY_PEPPER });

    it('logs where it listens and nothing else, and loads no demo data', async () => {
      const service = sandbox.start(settings());
      await service.ready();
      expect(service.stdout.trim().split('\n')).toHaveLength(service.log.length);
      expect(service.stdout).not.toContain(KEY_PEPPER);
      expect(await readdir(sandbox.folder)).toEqual([]);
    });

    it('loads demo data if DEMO_DATA is on, and the command creates key and administrator', async () => {
      const service = sandbox.start({ ...settings(), DEMO_DATA: 'on' });
      await service.ready();
      expect(service.log.map(({ msg }) => msg)).toContainEqual(expect.stringMatching(/^demo data loaded; /));
      expect(service.stdout).not.toContain('cda_');
      const { stdout } = await runCli(['demo'], settings(), { cwd: sandbox.folder });
      expect(stdout).toMatch(/cda_[0-9A-Za-z]{49}/);
    });

    it('is closed to administrators without an ADMIN_TOKEN', async () => {
      const url = await sandbox.start(settings()).ready();
      for (const token of ['', 'undefined', 'null', 'x'.repeat(40)]) {
        const headers = { authorization: `Bearer ${token}`, 'x-enterprise-id': 'acme' };
        expect((await fetch(`${url}/internal/v1/api-keys`, { headers })).status).toBe(401);
      }
    });

    it('reports in one line that the database cannot be reached, without its address', async () => {
      const DATABASE_URL = 'mysql://someone:p4ssw0rd@127.0.0.1:1/nothing';
      await expectRefused(
        { DATABASE_URL, KEY_PEPPER },
        /^The service could not start: the database in DATABASE_URL cannot be reached \(ECONNREFUSED\)\.\n$/,
      );
    });
  });
}

async function expectRefused(env: NodeJS.ProcessEnv, message: RegExp): Promise<Service> {
  const service = sandbox.start(env);
  expect(await service.exit()).toBe(1);
  expect(service.stderr).toMatch(message);
  return service;
}

it('Settings that are wrong stop the start with one message that names them all, and never shows a value', async () => {
  const secret = 'sEcReT';
  const DATABASE_URL = `postgres://user:${secret}@host/db`;
  const wrong = { PORT: `99999${secret}`, DATABASE_URL, KEY_PEPPER: secret, RATE_LIMIT: `many ${secret}` };
  const { stdout, stderr } = await expectRefused(wrong, /^The settings are invalid:\n/);
  expect(stdout).toBe('');
  expect(stderr).not.toContain(secret);
  const named = [...stderr.matchAll(/^ {2}- ([A-Z_]+) must be /gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(wrong).sort());
  expect(await readdir(sandbox.folder)).toEqual([]);
});

const onDatabase = (): NodeJS.ProcessEnv => ({
  DATABASE_URL: sandbox.database.url,
  KEY_PEPPER,
  ADMIN_TOKEN,
  DEMO_DATA: 'off',
});

it('MIGRATE_AT_START=off refuses a database that lacks a migration until the command has run', async () => {
  const env = { ...onDatabase(), MIGRATE_AT_START: 'off' };
  await expectRefused(
    env,
    /^The service could not start: The database is not up to date \(UntoldRemovals\w+, .*\), and MIGRATE_AT_START is off: run npm run --silent cli -- migrate first\.\n$/,
  );
  const command = await runCli(['sync', '--number'], env);
  expect(command.status).toBe(1);
  expect(command.stderr).toContain('run npm run --silent cli -- migrate first.');
  expect(await runCli(['migrate'], env)).toMatchObject({ status: 0 });
  await sandbox.start(env).ready();
});

it('reports a migration that fails, and keeps the message of the driver out of the log', async () => {
  const dataSource = await openDatabase(sandbox.database.url);
  await dataSource.query('CREATE VIEW administrators AS SELECT 1 AS id');
  await dataSource.destroy();
  const { stdout } = await expectRefused(onDatabase(), /^The service could not start: .+\n$/);
  expect(stdout).toBe('');
});

it.each(['no.such.host.invalid', '192.0.2.1'])('reports that HOST is wrong: %s', async (HOST) => {
  await expectRefused(
    { ...onDatabase(), HOST },
    /^The service could not start: HOST must be a name or address of this machine \([A-Z_]+\)\.\n$/,
  );
});

it('reports that another program has the port', async () => {
  const otherServer = createServer().listen(0, '127.0.0.1');
  await once(otherServer, 'listening');
  const { port } = otherServer.address() as AddressInfo;
  await expectRefused(
    { ...onDatabase(), PORT: String(port), HOST: '127.0.0.1' },
    /^The service could not start: another process listens on this HOST and PORT\.\n$/,
  );
  otherServer.close();
});

describe('A file .env', () => {
  const file = () => join(sandbox.folder, '.env');
  const writeEnv = (...more: readonly string[]): Promise<void> => {
    const lines = Object.entries(onDatabase()).map(([name, value]) => `${name}=${value}`);
    return writeFile(file(), `${[...lines, ...more].join('\n')}\n`);
  };
  const cli = (...args: string[]) => runCli(args, {}, { cwd: sandbox.folder });

  const shown = () => {
    if (engine === 'sqlite') return sandbox.database.url;
    const { username, host, pathname } = new URL(sandbox.database.url);
    return `mysql://${username}@${host}${pathname}`;
  };

  it('A file .env sets what the environment does not, and nothing but settings', async () => {
    await writeEnv('LOG_LEVEL=silent', 'LOGLEVEL=debug', 'NODE_OPTIONS=--no-such-option', 'MYSQL_PASSWORD=x');
    const service = sandbox.start({ LOG_LEVEL: 'info', WEB_CONCURRENCY: '2' });
    const url = await service.ready();
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'x-enterprise-id': 'nowhere' };
    // 404 shows that the token is valid: the enterprise does not exist. A busy machine can return 503
    await eventually(async () => (await fetch(`${url}/internal/v1/settings`, { headers })).status === 404);
    const ignored = '.env: unknown settings ignored: LOGLEVEL, NODE_OPTIONS\n';
    expect(service.stderr).toBe(
      ignored +
        '.env: other users can read ADMIN_TOKEN, DATABASE_URL, KEY_PEPPER, MYSQL_PASSWORD. Run: chmod go-r .env\n',
    );
    await service.stop();

    const { status, stdout, stderr } = await cli('migrate');
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'The schema is current\n' });
    expect(stderr).toBe(`${ignored}Database: ${shown()}\n`);
  });

  it('A file .env that its group or others may write stops the start and every command', async () => {
    const refusal =
      /^The settings are invalid:\n {2}- \.env must be writable by its owner only\. Run: chmod go-w \.env\n$/;
    await writeEnv();
    await chmod(file(), 0o620);
    expect((await expectRefused({}, refusal)).stdout).toBe('');
    await chmod(file(), 0o602);
    for (const command of [['migrate'], ['admin', 'list']])
      expect(await cli(...command)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(refusal) as string,
      });
    expect((await cli('help')).status).toBe(0);
  });

  it('A .env that is no file stops the start', async () => {
    await mkdir(file());
    expect(await cli('migrate')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'The settings are invalid:\n  - .env must be a readable file (EISDIR)\n',
    });
  });

  it('A .env that begins with a byte order mark keeps its first setting', async () => {
    await writeEnv();
    await writeFile(file(), `\uFEFF${await readFile(file(), 'utf8')}`);
    expect(await cli('migrate')).toMatchObject({ status: 0, stderr: `Database: ${shown()}\n` });
  });

  it('A wrong value in .env is named and not shown', async () => {
    await writeEnv('PORT=s3cret');
    const { stderr } = await expectRefused({ RATE_LIMIT: 's3cret' }, /RATE_LIMIT must be/);
    expect(stderr).not.toContain('s3cret');
  });
});
