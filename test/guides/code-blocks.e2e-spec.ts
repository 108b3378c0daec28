import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aDataUsage, aDevice, aLocation, ENTERPRISE_ID } from '../kit/app/builders.js';
import { installClients } from '../kit/clients/install-clients.js';
import { engine } from '../kit/database/engines.js';
import { fromChecks } from '../kit/process/checks-package.js';
import { findBinary } from '../kit/process/find-binary.js';
import { run, type Outcome } from '../kit/process/program.js';
import { HttpFaultProxy } from '../kit/proxy/http-fault-proxy.js';
import { removeFolder, temporaryFolder } from '../kit/process/sandbox.js';
import { blocksOf, compileTypescript, keyOf } from './guides.js';

jest.setTimeout(60_000);

const DAY = '2026-03-29';
const USAGE = `/api/v1/device/datausage/bulk?startdate=${DAY}&enddate=${DAY}`;
/** Enough records for a compressed response of several chunks. */
const MANY = 4_000;

type Seven = [string, string, string, string, string, string, string];
const codesOf = (guide: string): Seven => blocksOf(guide).map(({ code }) => code) as Seven;
const [settings, list, listed, usage, used] = codesOf('quick-start');
const [csv, parquet, sql, python, typescript] = codesOf('fleet-into-a-table');
const [limits, left, error, problem, loop, pythonErrors, typescriptErrors] = codesOf('limits-errors-retries');
const [download, options, page, apply, keepToken, , , tap] = blocksOf('load-with-your-tool').map(
  ({ code }) => code,
);

const ofTablet2 = Array.from({ length: MANY }, (_, at) =>
  aDataUsage({ device_id: 'tablet-2', package_name: `app.${at}`, mobile: at % 2 ? at : null, wifi: 10 }),
);
const chrome = aDataUsage({ package_name: 'com.android.chrome', mobile: 0, wifi: 44_407_053 });
const datausage = [chrome, aDataUsage(), ...ofTablet2];
const devices = [aDevice(), aDevice({ id: 'tablet-2', status: 'LOST' })];
const locations = ['001017072341400', '', ''].map((imei, at) =>
  aLocation({ imei, created_at: `${DAY}T00:${at}0:00+01:00` }),
);
const app = appWith(aFleet({ devices, datausage, locations }), { RATE_LIMIT: '1000/100s' });
const client = customerOf(app);
const proxy = new HttpFaultProxy(app);
let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  await installClients(folder);
});
afterEach(() => removeFolder(folder));

function program(command: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const env = { API_URL: app.url, API_KEY: keyOf(client), ENTERPRISE_ID, DAY, ...more };
  return run(command, { cwd: folder, env });
}
const shell = (code: string, env?: NodeJS.ProcessEnv): Promise<Outcome> => program(['sh', '-c', code], env);
const runPython = (code: string, env?: NodeJS.ProcessEnv) => program(['python3', '-c', code], env);
const LIST = 'tablet-1 ACTIVE\ntablet-2 LOST\n';

async function runTypescript(code: string, env?: NodeJS.ProcessEnv): Promise<Outcome> {
  await compileTypescript(folder, 'usage', code);
  return program([process.execPath, 'usage.mjs'], env);
}

const file = (name: string): string => readFileSync(join(folder, name), 'utf8');
const fileExists = (name: string): boolean => existsSync(join(folder, name));
/** Declares only the types that the guide uses, so that the compiler needs no installed package. */
interface DuckDb {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): readonly object[] }>;
  closeSync(): void;
}

async function openDuckDb(): Promise<DuckDb> {
  const { DuckDBInstance } = fromChecks('@duckdb/node-api') as {
    DuckDBInstance: { create(): Promise<{ connect(): Promise<DuckDb> }> };
  };
  const database = await (await DuckDBInstance.create()).connect();
  await database.run(`SET file_search_path = '${folder}'`);
  return database;
}

const throughFaults = (): NodeJS.ProcessEnv => ({ API_URL: proxy.url });

async function served(path: string): Promise<string> {
  const { status, body } = await client.get(path);
  expect(status).toBe(200);
  return body;
}

async function pythonTable(): Promise<unknown> {
  const { stdout } = await runPython(`import json, sqlite3
rows = sqlite3.connect('fleet.sqlite').execute('SELECT * FROM datausage ORDER BY id').fetchall()
print(json.dumps(rows))`);
  return JSON.parse(stdout);
}

async function servedTable(): Promise<unknown> {
  const items = JSON.parse(await served(USAGE)) as Record<string, unknown>[];
  const columns = ['id', 'device_id', 'package_name', 'start', 'mobile', 'wifi'];
  return items.sort((a, b) => Number(a.id) - Number(b.id)).map((item) => columns.map((name) => item[name]));
}

const SUMS = { 'tablet-1': [18_874_368, 46_504_205], 'tablet-2': [4_000_000, 40_000] } as const;
const SHOWN = Object.entries(SUMS).map(([device, sums]) => [device, ...sums.map(String)]);
const cellsOf = (table: string): string[][] =>
  [...table.matchAll(/^│ +(tablet-\d) +│ +(\d+) +│ +(\d+) +│$/gm)].map(([, ...cells]) => cells);

it('has a test for each block in its language', () => {
  const languages = (guide: string): string[] => blocksOf(guide).map(({ language }) => language);
  expect(languages('quick-start')).toEqual(['sh', 'sh', 'json', 'sh', 'csv']);
  expect(languages('fleet-into-a-table')).toEqual(['sh', 'sh', 'sql', 'python', 'ts']);
  const tools = ['sh', 'sql', 'sh', 'sql', 'sh', 'python', 'python', 'python', 'text'];
  expect(languages('load-with-your-tool')).toEqual(tools);
  expect(languages('limits-errors-retries')).toEqual(['sh', 'text', 'sh', 'json', 'sh', 'python', 'ts']);
  const named = [...settings.matchAll(/^export (\w+)=/gm)].map(([, name]) => name);
  expect(named).toEqual(['API_URL', 'API_KEY', 'ENTERPRISE_ID', 'DAY']);
});

/** One engine is enough: the programs do not depend on the database. */
const there = (name: string): typeof describe | undefined =>
  engine === 'mysql' || findBinary(name) === undefined ? undefined : describe;

there('curl')?.('With curl', () => {
  it('the settings name yesterday, the last day of the demo data', async () => {
    const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const before = yesterday();
    const { stdout } = await shell(`${settings}\necho "$DAY"`);
    expect([before, yesterday()]).toContain(stdout.trim());
  });

  it('the first calls return the responses in the guide', async () => {
    expect((await shell(list)).stdout).toBe(listed.trimEnd());
    expect((await shell(usage)).stdout).toBe(used.replaceAll('\n', '\r\n'));
  });

  it('an error is printed, and the exit status shows it', async () => {
    const { status, stdout } = await shell(error);
    const named = problem.replace('https://api.example.com', app.url);
    const { request_id: _, ...shown } = JSON.parse(named) as Record<string, unknown>;
    expect({ status, printed: JSON.parse(stdout) as unknown }).toMatchObject({ status: 22, printed: shown });
  });

  it('every response contains the remaining requests', async () => {
    const { stdout } = await shell(limits);
    const withoutCounts = (text: string): string => text.trim().replaceAll(/;(r|t)=\d+/g, ';$1=');
    const shape = (text: string): string[] => withoutCounts(text).split(/\r?\n/).sort();
    expect(shape(stdout)).toEqual(shape(left));
  });

  it('the fleet is written to a file, completely or not at all', async () => {
    expect((await shell(csv)).status).toBe(0);
    expect(file('datausage.csv')).toBe(await served(`${USAGE}&format=csv`));
    await removeFolder(join(folder, 'datausage.csv'));
    proxy.setFaults('truncated', 503);
    for (const expected of [18, 22]) expect((await shell(csv, throughFaults())).status).toBe(expected);
    expect(fileExists('datausage.csv')).toBe(false);
  });

  it('Parquet is loaded into a table in DuckDB, completely or not at all', async () => {
    expect((await shell(parquet)).status).toBe(0);
    const database = await openDuckDb();
    const sums = (await database.runAndReadAll(sql)).getRowObjectsJson();
    expect(sums).toEqual(SHOWN.map(([device_id, mobile, wifi]) => ({ day: DAY, device_id, mobile, wifi })));
    database.closeSync();
    await removeFolder(join(folder, 'datausage.parquet'));
    proxy.setFaults('truncated');
    expect((await shell(parquet, throughFaults())).status).toBe(18);
    expect(fileExists('datausage.parquet')).toBe(false);
  });

  it('DuckDB reads CSV and NDJSON with the options in the guide, and gets the values of Parquet', async () => {
    const query = `/api/v1/device-location/bulk?startdate=${DAY}&enddate=${DAY}&format=parquet`;
    const { bytes } = await client.get(query);
    writeFileSync(join(folder, 'locations.parquet'), bytes);
    expect((await shell(download!)).status).toBe(0);
    const database = await openDuckDb();
    await database.run(options!);
    const rowsOf = async (table: string): Promise<readonly object[]> =>
      (await database.runAndReadAll(`FROM ${table} ORDER BY id`)).getRowObjectsJson();
    const expected = await rowsOf("'locations.parquet'");
    expect(expected).toMatchObject([{ imei: '001017072341400' }, { imei: '' }, { imei: '' }]);
    expect(await rowsOf('locations_csv')).toEqual(expected);
    expect(await rowsOf('locations_ndjson')).toEqual(expected);
    database.closeSync();
  });

  it('a failed request leaves the token of the feed', async () => {
    for (const key of [keyOf(client), 'unknown']) await shell(`${page!}\n${keepToken!}`, { API_KEY: key });
    expect((await shell(keepToken!)).status).toBe(1);
    expect(file('token')).not.toBe('');
  });

  it('DuckDB keeps a table up to date with pages of a feed', async () => {
    const late = aDataUsage({ package_name: 'late', mobile: 5 });
    const database = await openDuckDb();
    const next = async (): Promise<readonly object[]> => {
      expect((await shell(page!)).status).toBe(0);
      await database.run(apply!);
      expect((await shell(keepToken!)).status).toBe(0);
      const rows = await database.runAndReadAll("FROM usage_copy WHERE package_name = 'late'");
      return rows.getRowObjectsJson();
    };
    await app.load({ datausage: [late] });
    expect(await next()).toMatchObject([{ mobile: '5' }]);
    await app.load({ datausage: [{ ...late, mobile: 6 }] });
    expect(await next()).toMatchObject([{ mobile: '6' }]);
    await app.load({ datausage: [{ ...late, deleted: true }] });
    expect(await next()).toEqual([]);
    const [{ rows } = {}] = (
      await database.runAndReadAll('SELECT count(*) AS rows FROM usage_copy')
    ).getRowObjectsJson() as { rows?: string }[];
    expect(Number(rows)).toBe(datausage.length);
    database.closeSync();
  });

  it('the loop retries until all records arrive, except after permanent errors', async () => {
    proxy.setFaults(503, 'truncated', 429);
    expect((await shell(loop, throughFaults())).status).toBe(0);
    expect(proxy.requests).toBe(4);
    expect(file('devices.csv')).toBe(await served('/api/v1/device/?format=csv'));
    await removeFolder(join(folder, 'devices.csv'));
    proxy.setFaults();
    expect((await shell(loop, { ...throughFaults(), API_KEY: 'wrong' })).status).toBe(22);
    expect([proxy.requests, fileExists('devices.csv')]).toEqual([1, false]);
  });
});

there('python3')?.('With Python', () => {
  it('the fleet is written to a table, also after repeated runs', async () => {
    for (let times = 0; times < 2; times++) {
      expect(await runPython(python)).toEqual({ status: 0, stdout: '', stderr: '' });
      expect(await pythonTable()).toEqual(await servedTable());
    }
  });

  it('the Singer tap writes records and a state, and continues from it', async () => {
    const messages = async (...state: string[]): Promise<Record<string, unknown>[]> => {
      writeFileSync(join(folder, 'tap.py'), tap!);
      const { status, stdout, stderr } = await program(['python3', 'tap.py', ...state]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    };
    const first = await messages();
    expect(first[0]).toMatchObject({ type: 'SCHEMA', stream: 'datausage' });
    expect(first.filter(({ type }) => type === 'RECORD').length).toBeGreaterThanOrEqual(datausage.length);
    writeFileSync(join(folder, 'state.json'), JSON.stringify(first.at(-1)?.value));
    const removed = aDataUsage({ package_name: 'removed' });
    await app.load({ datausage: [removed] });
    await app.load({ datausage: [{ ...removed, deleted: true }] });
    const second = await messages('--state', 'state.json');
    expect(second.map(({ type }) => type)).toEqual(['SCHEMA', 'RECORD', 'STATE']);
    expect(second[1]!.record).toMatchObject({
      id: removed.id,
      _sdc_deleted_at: expect.any(String) as string,
    });
  });

  it('the Singer tap sends an enterprise identifier outside Latin-1', async () => {
    expect((await runPython(tap!, { ENTERPRISE_ID: 'Жук' })).stderr).toContain('HTTP Error 403');
  });

  it('the Singer tap stops if the next page is the same page', async () => {
    writeFileSync(join(folder, 'tap.py'), tap!);
    const { body } = proxy;
    proxy.body = JSON.stringify({ items: [], sync_token: 'same', has_more: true, next: `${proxy.url}/same` });
    proxy.setFaults(200, 200, 400);
    const { status, stderr } = await program(['python3', 'tap.py'], throughFaults());
    proxy.body = body;
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `The next page is the same page: ${proxy.url}/same\n`,
    });
    expect(proxy.requests).toBe(2);
  });

  it('a truncated response leaves an empty table, and a temporary error is retried', async () => {
    proxy.setFaults('truncated');
    const { status, stderr } = await runPython(python, throughFaults());
    expect({ status, table: await pythonTable() }).toEqual({ status: 1, table: [] });
    expect(stderr).toContain('connection_lost');
    proxy.setFaults(429, 503);
    expect(await runPython(python, throughFaults())).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(proxy.requests).toBe(3);
    expect(await pythonTable()).toEqual(await servedTable());
  });

  it('the list is complete after temporary errors, and other errors are printed', async () => {
    proxy.setFaults('truncated', 429, 503);
    const { status, stdout } = await runPython(pythonErrors, throughFaults());
    expect([status, stdout, proxy.requests]).toEqual([0, LIST, 4]);
    const refused = await runPython(pythonErrors, { API_KEY: 'wrong' });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/^401 invalid_key: .+\n$/);
  });
});

there('node')?.('With TypeScript', () => {
  it('the fleet is written to a table, completely or not at all', async () => {
    const { status, stdout, stderr } = await runTypescript(typescript);
    expect({ status, stderr, cells: cellsOf(stdout) }).toEqual({ status: 0, stderr: '', cells: SHOWN });
    proxy.setFaults(503, 'truncated');
    const failed = await runTypescript(typescript, throughFaults());
    expect([failed.status, failed.stdout, proxy.requests]).toEqual([1, '', 2]);
    expect(failed.stderr).toContain('connection_lost');
  });

  it('the list is complete after temporary errors, and other errors are printed', async () => {
    proxy.setFaults('truncated', 429, 503);
    const { status, stdout } = await runTypescript(typescriptErrors, throughFaults());
    expect([status, stdout, proxy.requests]).toEqual([0, LIST, 4]);
    const refused = await runTypescript(typescriptErrors, { API_KEY: 'wrong' });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/^401 invalid_key: .+\n$/);
  });
});
