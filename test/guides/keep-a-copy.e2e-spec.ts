import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SCOPE_NAMES } from '../../src/auth/scopes.js';
import { appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, aLocation, anApplication, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { installClients } from '../kit/clients/install-clients.js';
import { expectCopy, rowsOfCopy, type Row } from '../kit/clients/sqlite-copy.js';
import { engine } from '../kit/database/engines.js';
import { findBinary } from '../kit/process/find-binary.js';
import { run, type Outcome } from '../kit/process/program.js';
import { HttpFaultProxy } from '../kit/proxy/http-fault-proxy.js';
import { temporaryFolder } from '../kit/process/sandbox.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';
import { aRecord, only } from '../kit/sync/one-of-each.js';
import { SeededRandom } from '../../demo/seed/seeded-random.js';
import { RandomWriter } from '../kit/sync/random-writer.js';
import { blocksOf, compileTypescript, keyOf } from './guides.js';

jest.setTimeout(120_000);

const ROOT = join(__dirname, '../../..');
const WEEK_MS = 7 * 24 * 3_600_000;
const LIMIT = 20;
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

const blocks = blocksOf('keep-a-copy');
const [crontab = '', python = '', typescript = '', ...restarts] = blocks.map(({ code }) => code);
/** The program of this guide in version 1.2. */
const pythonOf12 = readFileSync(join(ROOT, 'test/guides/copy-1.2.py'), 'utf8');
const job = /^\*\/5 \* \* \* \* (.*)$/m.exec(crontab)?.[1] ?? '';

let folder: string;
let javascript: string | undefined;
let batch = 0;
const writer = new RandomWriter(0, [ENTERPRISE_ID], 12, new SeededRandom(SEED));

const app = appWith({ enterprises: [anEnterprise()], devices: writer.firstDevices() });
const client = customerOf(app);
const proxy = new HttpFaultProxy(app);
beforeAll(async () => {
  for (const { kind } of FEED_ROUTES) {
    const of = kind === 'devices' ? {} : { device_id: 'standing-0' };
    const records = Array.from({ length: 3 * LIMIT }, (_none, at) =>
      aRecord(kind, kind === 'devices' ? `standing-${at}` : 1e12 + at, of),
    );
    await app.load(only(kind, ...records));
  }
});
beforeEach(async () => {
  folder = await temporaryFolder();
  await installClients(folder);
});

it('the guide has a line for cron, two programs, and their statements for a new column', () => {
  expect(blocks.map(({ language }) => language)).toEqual(['crontab', 'python', 'ts', 'python', 'ts']);
  expect(job).toContain('python3 copy.py');
});

/** Makes the programs request small pages. */
function withSmallPages(code: string): string {
  const changed = code
    .replace('limit=10000', `limit=${LIMIT}`)
    .replace('follow_all(store)', `follow_all(store, limit=${LIMIT})`)
    .replace('followAll(store)', `followAll(store, { limit: ${LIMIT} })`);
  expect(changed).not.toBe(code);
  return changed;
}

/** Uses better-sqlite3 if this version of Node has no `node:sqlite`. */
async function compiled(): Promise<string> {
  const builtIn = "import { DatabaseSync } from 'node:sqlite';";
  const betterSqlite = "import DatabaseSync from 'better-sqlite3';";
  expect(typescript.startsWith(builtIn)).toBe(true);
  const shared = "export { default as DatabaseSync } from 'better-sqlite3';";
  writeFileSync(join(folder, 'types.d.mts'), `declare module 'node:sqlite' { ${shared} }`);
  const references = '/// <reference path="types.d.mts" />\n';
  const code = isBuiltin('node:sqlite') ? typescript : typescript.replace(builtIn, betterSqlite);
  await compileTypescript(folder, 'copy', references + withSmallPages(code));
  return readFileSync(join(folder, 'copy.mjs'), 'utf8');
}

async function installTypescript(): Promise<string> {
  javascript ??= await compiled();
  writeFileSync(join(folder, 'copy.mjs'), javascript);
  return job.replace('python3 copy.py', `'${process.execPath}' copy.mjs`);
}

function installPython(code = python): Promise<string> {
  writeFileSync(join(folder, 'copy.py'), withSmallPages(code));
  return Promise.resolve(job);
}

const follow = (command: string, API_URL: string, API_KEY = keyOf(client)): Promise<Outcome> =>
  run(['sh', '-c', command], { cwd: folder, env: { API_URL, API_KEY, ENTERPRISE_ID } });

async function expectGood(command: string, url = app.url): Promise<void> {
  expect(await follow(command, url)).toMatchObject({ status: 0, stdout: '' });
}

const rowsOf = (table: string): Row[] => rowsOfCopy(folder, table);
const expectWhole = (): Promise<void> => expectCopy(client, folder);

async function write(batches: number): Promise<void> {
  const device_id = 'tablet-1';
  for (const end = batch + batches; batch < end; batch++) {
    const { kind, records } = writer.batch(30);
    await app.load({ [kind]: records });
    const created_at = `2026-0${1 + (batch % 9)}-01T12:00:00Z`;
    await app.load({
      devices: [aDevice({ status: batch % 2 ? 'ACTIVE' : 'DELETED' })],
      // few apps, because each change of the device's status is a change of all of them
      applications: [anApplication({ device_id, ID: 2e12 + (batch % 10) })],
      locations: [aLocation({ device_id, id: 2e12 + batch, created_at })],
    });
  }
}

const there = (...names: readonly string[]): typeof describe =>
  names.every((name) => findBinary(name) !== undefined) ? describe : describe.skip;

there('python3', 'flock')('In Python', () => {
  keepsACopy(installPython);

  it('the program of 1.2 works after the change that the upgrade guide shows', async () => {
    const [was = '', now = ''] = blocksOf('upgrade-from-1.2').map(({ code }) => code);
    expect(pythonOf12).toContain(was);
    const paths = /"(\/api\/v1\/[\w/-]+?)\/?(?:bulk)?"/g;
    const command = await installPython(pythonOf12.replace(was, now).replaceAll(paths, '"$1/changes"'));
    for (let times = 0; times < 2; times++) {
      await expectGood(command);
      await write(2);
    }
    await expectGood(command);
    await expectWhole();
  });
});

if (engine !== 'mysql') there('flock')('In TypeScript', () => keepsACopy(installTypescript));

function keepsACopy(install: () => Promise<string>): void {
  it(`the copy matches the table after concurrent writes (TEST_SEED=${SEED})`, async () => {
    const command = await install();
    await write(5);
    let left = 5;
    const followAll = async (): Promise<void> => {
      for (; left > 0; left--) await expectGood(command);
    };
    const writeOn = async (): Promise<void> => {
      while (left > 0) {
        await write(1);
        await wait(100);
      }
    };
    await Promise.all([followAll().finally(() => (left = 0)), writeOn()]);
    for (let times = 0; times < 2; times++) {
      await write(1);
      await expectGood(command);
      await expectWhole();
    }
  });

  it('it continues with the next page after an error that is not temporary', async () => {
    const command = await install();
    proxy.setFaults('none', 400);
    expect((await follow(command, proxy.url)).status).toBe(1);
    expect(proxy.requests).toBe(2);
    expect(rowsOf('devices').length).toBeLessThanOrEqual(LIMIT);
    expect(rowsOf('tokens')).toMatchObject([{ name: 'devices' }]);
    await write(2);
    await expectGood(command);
    await expectWhole();
  });

  it('it starts from scratch if the service has lost a state, and keeps only current records', async () => {
    const command = await install();
    await write(2);
    await app.load({ locations: [aLocation({ id: 1e15 })] });
    await expectGood(command);
    await app.dataSource.query('DELETE FROM locations WHERE id = 1000000000000000');
    await app.dataSource.query('UPDATE changes SET bits = bits + 1');
    const held = rowsOf('devices').length;
    proxy.setFaults('none', 'none', 400);
    expect((await follow(command, proxy.url)).status).toBe(1);
    expect(rowsOf('devices')).toHaveLength(held);
    await expectGood(command);
    expect(rowsOf('locations').some(({ id }) => id === 1e15)).toBe(false);
    await expectWhole();
  });

  it('it prints the error of a table that the key may not read, and continues with the others', async () => {
    const command = await install();
    const scopes = SCOPE_NAMES.filter((scope) => scope !== 'device:GetApplication');
    const { key } = await app.createKey(ENTERPRISE_ID, scopes);
    const { status, stderr } = await follow(command, app.url, key);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^insufficient_scope: The key lacks the scope device:GetApplication\. \(request \S+\)$/m,
    );
    expect(rowsOf('applications')).toEqual([]);
    for (const table of ['devices', 'datausage', 'screentime', 'locations'])
      expect(rowsOf(table).length).toBeGreaterThan(LIMIT);
  });

  it('it prints when the key expires', async () => {
    const command = await install();
    const expires_at = new Date(Date.now() + WEEK_MS).toISOString();
    const { status, stderr } = await follow(
      command,
      app.url,
      (await app.createKey(ENTERPRISE_ID, undefined, { expires_at })).key,
    );
    expect(status).toBe(0);
    expect(stderr.match(/The API key expires at \d{4}-/g)).toHaveLength(1);
  });

  it('it fills a column that was added later, and loses the rows that were deleted since', async () => {
    const command = await install();
    await app.load({ devices: [aDevice({ id: 'sold' })] });
    await expectGood(command);
    edit(withColumn);
    await app.load({ devices: [aDevice({ id: 'changed', model: `model ${performance.now()}` })] });
    await expectGood(command);
    expect(rowsOf('devices').filter(({ brand }) => brand !== null)).toMatchObject([{ id: 'changed' }]);
    edit(withRestart);
    await app.load({ devices: [aDevice({ id: 'sold', status: 'DELETED' })] });
    await expectGood(command);
    await expectWhole();
  });
}

function edit(change: (code: string) => string): void {
  const paths = ['copy.py', 'copy.mjs'].map((name) => join(folder, name));
  for (const path of paths.filter((each) => existsSync(each)))
    writeFileSync(path, change(readFileSync(path, 'utf8')));
}

function withColumn(code: string): string {
  const changedCode = code.replace(/(['"])last_connect\1/, '$&, $1brand$1');
  expect(changedCode).toContain('brand');
  return changedCode;
}

function withRestart(code: string): string {
  const [ofPython = '', ofTypescript = ''] = restarts;
  const changedCode = code
    .replace(/^try:/m, `${ofPython}try:`)
    .replace(/^const errors/m, `${ofTypescript}const errors`);
  expect(changedCode).toContain('restart');
  return changedCode;
}
