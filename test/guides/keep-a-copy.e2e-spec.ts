import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sqliteDriver } from '../../src/database/sqlite/sqlite-driver.js';
import { appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, aLocation, anApplication, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { engine } from '../kit/database/engines.js';
import { findBinary } from '../kit/process/find-binary.js';
import { run, type Outcome } from '../kit/process/program.js';
import { temporaryFolder } from '../kit/process/workplace.js';
import { withQuery } from '../kit/specification/specification.js';
import { FEED_ROUTES, wholeOf } from '../kit/sync/feed-routes.js';
import { aRecord, only } from '../kit/sync/one-of-each.js';
import { SeededRandom } from '../../demo/seed/seeded-random.js';
import { RandomWriter } from '../kit/sync/random-writer.js';
import { blocksOf, compileTypescript, keyOf, TroubledLine } from './guides.js';

jest.setTimeout(120_000);

const ROOT = join(__dirname, '../../..');
const LIMIT = 20;
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

const blocks = blocksOf('keep-a-copy');
const [crontab = '', python = '', typescript = ''] = blocks.map(({ code }) => code);
const job = /^\*\/5 \* \* \* \* (.*)$/m.exec(crontab)?.[1] ?? '';

type Row = Readonly<Record<string, unknown>>;

let folder: string;
let javascript: string | undefined;
let batch = 0;
const writer = new RandomWriter(0, [ENTERPRISE_ID], 12, new SeededRandom(SEED));

const app = appWith({ enterprises: [anEnterprise()], devices: writer.firstDevices() });
const client = customerOf(app);
const line = new TroubledLine(app);
beforeAll(async () => {
  for (const { kind } of FEED_ROUTES) {
    const of = kind === 'devices' ? {} : { device_id: 'standing-0' };
    const records = Array.from({ length: 3 * LIMIT }, (_none, at) =>
      aRecord(kind, kind === 'devices' ? `standing-${at}` : 1e12 + at, of),
    );
    await app.load(only(kind, ...records));
  }
});
beforeEach(async () => void (folder = await temporaryFolder()));

it('the guide has a line for cron and two programs', () => {
  expect(blocks.map(({ language }) => language)).toEqual(['crontab', 'python', 'ts']);
  expect(job).toContain('python3 copy.py');
});

const inPieces = (code: string): string => {
  expect(code).toContain('limit=10000');
  return code.replace('limit=10000', `limit=${LIMIT}`);
};

/** Uses better-sqlite3 if this version of Node has no `node:sqlite`. */
async function compiled(): Promise<string> {
  const own = "import { DatabaseSync } from 'node:sqlite';";
  const other = "import DatabaseSync from 'better-sqlite3';";
  expect(typescript.startsWith(own)).toBe(true);
  const shared = "export { default as DatabaseSync } from 'better-sqlite3';";
  writeFileSync(join(folder, 'types.d.mts'), `declare module 'node:sqlite' { ${shared} }`);
  const references = '/// <reference path="types.d.mts" />\n';
  const code = isBuiltin('node:sqlite') ? typescript : typescript.replace(own, other);
  await compileTypescript(folder, 'copy', references + inPieces(code));
  return readFileSync(join(folder, 'copy.mjs'), 'utf8');
}

async function installTypescript(): Promise<string> {
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  javascript ??= await compiled();
  writeFileSync(join(folder, 'copy.mjs'), javascript);
  return job.replace('python3 copy.py', `'${process.execPath}' copy.mjs`);
}

function installPython(): Promise<string> {
  writeFileSync(join(folder, 'copy.py'), inPieces(python));
  return Promise.resolve(job);
}

const follow = (command: string, API_URL: string): Promise<Outcome> =>
  run(['sh', '-c', command], { cwd: folder, env: { API_URL, API_KEY: keyOf(client), ENTERPRISE_ID } });

async function expectGood(command: string): Promise<void> {
  expect(await follow(command, app.url)).toMatchObject({ status: 0, stdout: '' });
}

function rowsOf(table: string): Row[] {
  const copy = new (sqliteDriver())(join(folder, 'copy.sqlite'), { readonly: true });
  const rows = copy.prepare(`SELECT * FROM ${table}`).all() as Row[];
  copy.close();
  return rows.map((row) => ({ ...row }));
}

async function expectWhole(): Promise<void> {
  for (const route of FEED_ROUTES) {
    const { kind, id } = route;
    const rows = rowsOf(kind);
    const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'stale');
    const shown = await client.list(withQuery(wholeOf(route), `fields=${names.join(',')}`));
    expect(rows).toHaveLength(shown.length);
    const expected = new Map(shown.map((item) => [item[id], { ...item, stale: 0 }]));
    expect(new Map(rows.map((row) => [row[id], row]))).toEqual(expected);
  }
}

async function write(batches: number): Promise<void> {
  const device_id = 'tablet-1';
  for (const end = batch + batches; batch < end; batch++) {
    const { kind, records } = writer.batch(30);
    await app.load({ [kind]: records });
    const created_at = `2026-0${1 + (batch % 9)}-01T12:00:00Z`;
    await app.load({
      devices: [aDevice({ status: batch % 2 ? 'ACTIVE' : 'DELETED' })],
      applications: [anApplication({ device_id, ID: 2e12 + batch })],
      locations: [aLocation({ device_id, id: 2e12 + batch, created_at })],
    });
    await wait(100);
  }
}

const there = (...names: readonly string[]): typeof describe =>
  names.every((name) => findBinary(name) !== undefined) ? describe : describe.skip;

there('python3', 'flock')('In Python', () => keepsACopy(installPython));

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
      while (left > 0) await write(1);
    };
    await Promise.all([followAll().finally(() => (left = 0)), writeOn()]);
    for (let times = 0; times < 2; times++) {
      await write(1);
      await expectGood(command);
      await expectWhole();
    }
  });

  it('it waits as long as Retry-After requires, and continues after a truncated response', async () => {
    const command = await install();
    line.expect(429, 503, 'none', 'cut');
    expect((await follow(command, line.url)).status).toBe(1);
    expect(line.requests).toBe(4);
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
    line.expect('none', 'none', 'cut');
    expect((await follow(command, line.url)).status).toBe(1);
    expect(rowsOf('devices')).toHaveLength(held);
    await expectGood(command);
    expect(rowsOf('locations').some(({ id }) => id === 1e15)).toBe(false);
    await expectWhole();
  });
}
