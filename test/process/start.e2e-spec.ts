import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { demoRecords } from '../../demo/demo-data.js';
import { KEY_PEPPER } from '../kit/app/create-test-app.js';
import { DEMO_TIME } from '../kit/app/demo-time.js';
import { bodyOf, PortalClient } from '../kit/app/portal-client.js';
import { engine } from '../kit/database/engines.js';
import { run, runCli } from '../kit/process/program.js';
import type { Service } from '../kit/process/service.js';
import { Workplace } from '../kit/process/workplace.js';

const DAY_MS = 86_400_000;

const berlinDay = (instant: number): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(instant);

jest.setTimeout(120_000); // several starts of a whole process in one test

const place = new Workplace();

/** Runs a command as somebody would who copied it into a shell. */
async function runCopied(command: string): Promise<{ id: string; start?: string }[]> {
  const quiet = command.trim().replace(/^curl /, 'curl --silent --fail ');
  const { stdout } = await run(['/bin/sh', '-c', quiet], { cwd: place.folder });
  return JSON.parse(stdout) as { id: string; start?: string }[];
}

const printedCurl = ({ stdout }: Service): string => /^ {2}curl .*$/m.exec(stdout)![0];
const welcomeOf = ({ stdout }: Service): string => /Customer Device API is[^]* {2}curl .*$/m.exec(stdout)![0];

if (engine === 'sqlite') {
  describe('On a fresh machine, with nothing set', () => {
    it('a first start says what one needs to try it, and a second one the same', async () => {
      const first = place.start({});
      const url = await first.ready();
      expect(first.stdout).toContain(`Base URL         ${url}\n`);
      expect(first.stdout).toContain(`Swagger UI       ${url}/docs\n`);
      expect(first.stdout).toContain(`Portal           ${url}/portal\n`);
      expect(first.stdout).toMatch(/Demo enterprise {2}[\w-]+\n/);
      const devices = await runCopied(printedCurl(first));
      expect(devices.length).toBeGreaterThan(10);
      expect(devices.map(({ id }) => id)).toContain('tablet-1');
      await expectSecretsNamed(first);
      await expectToLetIn(first);
      await expectReadmeToBeRight(url);
      expect(await first.stop()).toBe(0);

      const second = place.start({});
      const urlNow = await second.ready();
      expect(welcomeOf(second).replaceAll(urlNow, url)).toBe(welcomeOf(first));
      expect(await runCopied(printedCurl(second))).toEqual(devices);
    });

    it('a first start shows secrets themselves to a terminal, and a second one names their files there too', async () => {
      const first = place.start({ WEB_CONCURRENCY: '2' }, 'onTerminal');
      await first.prints('curl ');
      const secrets = await secretsKept();
      for (const name of ['admin-token', 'demo-admin-password', 'demo-api-key'])
        expect(first.stdout).toContain(`${secrets[name]!}   (kept in data/${name})`);
      expect(first.stdout).not.toContain(secrets['key-pepper']);
      expect(printedCurl(first)).toContain(`-H "Authorization: Bearer ${secrets['demo-api-key']!}"`);
      expect(await runCopied(printedCurl(first))).not.toEqual([]);
      await first.kill();

      const second = place.start({}, 'onTerminal');
      await second.prints('curl ');
      await expectSecretsNamed(second);
    });

    it('a start closes to others what an older version left open to them', async () => {
      const first = place.start({});
      await first.ready();
      await first.kill();
      const data = join(place.folder, 'data');
      await chmod(data, 0o755);
      const names = await readdir(data);
      expect(names).toEqual(expect.arrayContaining(['device-api.sqlite', 'device-api.sqlite-wal']));
      for (const name of names) await chmod(join(data, name), 0o644);
      await place.start({}).ready();
      await expectClosed();
    });

    it('a start with DEMO_DATA=off is empty, and does not print a token that the operator chose', async () => {
      const token = 'chosen-by-the-operator-0123456789ab';
      const service = place.start({ DEMO_DATA: 'off', ADMIN_TOKEN: token });
      await service.ready();
      expect(service.stdout).not.toMatch(/Demo|curl/);
      expect(service.stdout).not.toContain(token);
      expect(await readdir(join(place.folder, 'data'))).not.toContain('demo-api-key');
    });
  });

  /** The place.folder of the data is for its owner alone, and so is everything in it. */
  async function expectClosed(): Promise<void> {
    const data = join(place.folder, 'data');
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(data)).toBe('700');
    for (const name of await readdir(data))
      expect(`${name} ${await modeOf(join(data, name))}`).toBe(`${name} 600`);
  }

  async function secretsKept(): Promise<Record<string, string>> {
    const names = ['admin-token', 'demo-admin-password', 'demo-api-key', 'key-pepper'];
    const read = async (name: string) => (await readFile(join(place.folder, 'data', name), 'utf8')).trim();
    const entries = names.map(async (name) => [name, await read(name)] as const);
    return Object.fromEntries(await Promise.all(entries));
  }

  /** Whoever may read the log learns where the secrets are, and nothing of the pepper. */
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

  /** The administrator of the demo enterprise signs in with what is said. */
  async function expectToLetIn({ stdout, url }: Service): Promise<void> {
    const [, email = ''] = /^ {2}Sign in with {5}(.+)$/m.exec(stdout) ?? [];
    const { 'demo-admin-password': password = '' } = await secretsKept();
    expect(bodyOf(await new PortalClient(url).signIn(email, password))).toMatchObject({ role: 'admin' });
  }

  /** The README's own curl line answers what the README shows of it, for days that end yesterday. */
  async function expectReadmeToBeRight(url: string): Promise<void> {
    const readme = await readFile(join(__dirname, '../../../README.md'), 'utf8');
    const [, command = '', shown = ''] = /```sh\n(curl .*?)\n```\n\n```json\n(.*?)\n```/s.exec(readme) ?? [];
    expect(command).toContain('http://127.0.0.1:3000/');
    const answer = await runCopied(command.replace('http://127.0.0.1:3000', url));
    const [example] = JSON.parse(shown.replace(', …]', ']')) as [Record<string, unknown>];
    expect(Object.keys(answer[0]!)).toEqual(Object.keys(example));
    const days = [Date.now(), Date.now() - 3_600_000].map((now) => berlinDay(now - DAY_MS)); // a new one may have begun
    expect(days).toContain(answer.at(-1)!.start!.slice(0, 10));
    const { record } = [...demoRecords(DEMO_TIME)].find(
      (line) => line.file === 'datausage' && line.record.id === example.id,
    )!;
    expect(record).toMatchObject(example);
  }
} else {
  describe('A start on MySQL', () => {
    it('says where it listens and nothing else, and loads no demo data', async () => {
      const service = place.start({ DATABASE_URL: place.database.url, KEY_PEPPER });
      await service.ready();
      expect(service.stdout.trim().split('\n')).toHaveLength(service.log.length);
      expect(service.stdout).not.toContain(KEY_PEPPER);
      expect(await readdir(place.folder)).toEqual([]);
    });

    it('loads demo data where that is asked for, and leaves key and administrator to the command', async () => {
      const settings = { DATABASE_URL: place.database.url, KEY_PEPPER };
      const service = place.start({ ...settings, DEMO_DATA: 'on' });
      await service.ready();
      expect(service.log.map(({ msg }) => msg)).toContainEqual(expect.stringMatching(/^demo data loaded; /));
      expect(service.stdout).not.toContain('cda_');
      const { stdout } = await runCli(['demo'], settings, { cwd: place.folder });
      expect(stdout).toMatch(/cda_[0-9A-Za-z]{49}/);
    });

    it('is closed to administrators without an ADMIN_TOKEN', async () => {
      const url = await place.start({ DATABASE_URL: place.database.url, KEY_PEPPER }).ready();
      for (const token of ['', 'undefined', 'null', 'x'.repeat(40)]) {
        const headers = { authorization: `Bearer ${token}`, 'x-enterprise-id': 'acme' };
        const answer = await fetch(`${url}/internal/v1/api-keys`, { headers });
        expect(answer.status).toBe(401);
      }
    });

    it('says in one line that the database cannot be reached, without its address', async () => {
      const DATABASE_URL = 'mysql://someone:p4ssw0rd@127.0.0.1:1/nothing';
      const service = place.start({ DATABASE_URL, KEY_PEPPER });
      expect(await service.exit()).toBe(1);
      expect(service.stderr).toBe(
        'The service could not start: the database in DATABASE_URL cannot be reached (ECONNREFUSED).\n',
      );
    });
  });
}

it('Settings that are wrong stop the start with one message that names them all, and never shows a value', async () => {
  const secret = 'sEcReT';
  const DATABASE_URL = `postgres://user:${secret}@host/db`;
  const wrong = { PORT: `99999${secret}`, DATABASE_URL, KEY_PEPPER: secret, RATE_LIMIT: `many ${secret}` };
  const service = place.start(wrong);
  expect(await service.exit()).toBe(1);
  expect(service.stdout).toBe('');
  expect(service.stderr).not.toContain(secret);
  const named = [...service.stderr.matchAll(/^ {2}- ([A-Z_]+) should be /gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(wrong).sort());
  expect(await readdir(place.folder)).toEqual([]);
});

it.each(['no.such.host.invalid', '192.0.2.1'])('says that HOST is wrong where it is %s', async (HOST) => {
  const service = place.start({ DATABASE_URL: place.database.url, KEY_PEPPER, DEMO_DATA: 'off', HOST });
  expect(await service.exit()).toBe(1);
  expect(service.stderr).toMatch(
    /^The service could not start: HOST should be a name or address of this machine \([A-Z_]+\)\.\n$/,
  );
});

it('says so when another program has the port', async () => {
  const settings = { DATABASE_URL: place.database.url, KEY_PEPPER, DEMO_DATA: 'off' };
  const url = new URL(await place.start(settings).ready());
  const second = place.start({ ...settings, PORT: url.port });
  expect(await second.exit()).toBe(1);
  expect(second.stderr).toBe('The service could not start: another program listens on this HOST and PORT.\n');
});
