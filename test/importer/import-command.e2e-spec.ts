import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Device } from '../../src/modules/devices/device.entity.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { findImportFiles, openRegularFile } from '../../src/modules/importer/import-files.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { aDevice, anEnterprise } from '../kit/app/builders.js';
import { nodeCommand, run as runProgram, startCli } from '../kit/process/program.js';
import { exportFolder } from '../kit/formats/export-folder.js';
import { aLocation, anExport, ImportDatabase, manyLocations } from './import-database.js';

// docs/contract.md, 2.3

jest.setTimeout(120_000);

const stored = new ImportDatabase();
const run = (...paths: string[]) => stored.cli(['import', ...paths]);

interface Reject {
  readonly line: number;
  readonly reason: string;
  readonly record: string;
}

async function rejectsIn(folder: string, name: string): Promise<Reject[]> {
  const text = await readFile(join(folder, `${name}.ndjson`), 'utf8');
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Reject);
}

it('The command import loads a folder with a file of each kind, and reports it', async () => {
  const { status, stdout, stderr } = await run(await exportFolder(anExport()));
  expect(status).toBe(0);
  expect(stderr).toMatch(/^Database: .*\n$/);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(6);
  for (const line of lines)
    expect(line).toMatch(/\.ndjson: 1 loaded, 0 rejected, \d+\.\d s, [\d,]+ rows\/s$/);
  for (const rows of await stored.everything()) expect(rows).toHaveLength(1);
});

describe('rejected lines', () => {
  it('are written to a file with their line and the reason, and all other lines are loaded', async () => {
    const text = (overrides: object): string => JSON.stringify(aLocation({ ...overrides }));
    const bad = [
      ['not JSON', '{"id": 11,'],
      ['the record: must be an object', '[]'],
      ['id: missing', text({ id: undefined })],
      ['id: must be an integer', text({ id: '12' })],
      ['lat: must be a number', text({ lat: 'north' })],
      ['enterprise_id: no such enterprise', text({ enterprise_id: 'nobody' })],
      ['device_id: no such device in this enterprise', text({ device_id: 'Tablet-1' })],
      [
        'created_at: must be a timestamp such as 2026-03-29T08:15:30.000+02:00',
        text({ created_at: '2026-02-30T00:00:00Z' }),
      ],
      ['provider: contains half of a surrogate pair', text({ provider: '\ud83d' })],
      ['longer than 1 MiB; only its beginning is shown here', text({ provider: 'p'.repeat(3_000_000) })],
    ] as const;
    const lines = [text({ id: 10 }), ...bad.map(([, bytes]) => bytes), '', text({ id: 18 })];
    const invalid = Buffer.from([0x22, 0xff, 0x22, 0x0a]);
    const locations = Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), invalid]);
    const folder = await exportFolder({ ...anExport(), locations });
    const { status, stdout, stderr } = await run(folder);
    const path = join(folder, 'locations.rejects.ndjson');

    expect(status).toBe(2);
    expect(stderr).toMatch(/^Database: .*\n$/);
    expect(stdout).toMatch(/locations\.ndjson: 2 loaded, 11 rejected/);
    expect(stdout).toContain(path);
    expect((await stored.findAll(Location)).map(({ id }) => id)).toEqual([10, 18]);
    const rejects = await rejectsIn(folder, 'locations.rejects');
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      ...bad.map(([reason], at) => [at + 2, reason]),
      [lines.length + 1, 'not valid UTF-8'],
    ]);
    for (const [at, [, whole]] of bad.entries()) expect(rejects[at]!.record).toBe(whole.slice(0, 1_000));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(existsSync(join(folder, 'devices.rejects.ndjson'))).toBe(false);
  });

  it('are loaded after they are corrected, and the rejects file is deleted', async () => {
    const folder = await exportFolder({ ...anExport(), devices: [], locations: [aLocation()] });
    expect((await run(folder)).status).toBe(2);
    const path = join(folder, 'locations.rejects.ndjson');
    expect(existsSync(path)).toBe(true);
    await writeFile(join(folder, 'devices.ndjson'), JSON.stringify(aDevice()));
    expect((await run(folder)).status).toBe(0);
    expect(existsSync(path)).toBe(false);
    expect(await stored.count(Location)).toBe(1);
  });

  it('are written to the current folder if the folder of the file is not writable', async () => {
    const enterprises = ['one', 'two'];
    const folders = await Promise.all(
      enterprises.map((enterprise_id) => exportFolder({ devices: [aDevice({ enterprise_id })] })),
    );
    const here = await exportFolder({});
    // A folder at the path stops root too, unlike file permissions
    for (const folder of folders)
      await mkdir(join(folder, 'devices.rejects.ndjson', 'inside'), { recursive: true });
    const { status, stdout } = await stored.cli(['import', ...folders], here);
    expect(status).toBe(2);
    for (const [at, name] of ['devices.rejects', 'devices.rejects-2'].entries()) {
      expect(stdout).toContain(join(here, `${name}.ndjson`));
      const [reject] = await rejectsIn(here, name);
      expect(JSON.parse(reject!.record)).toMatchObject({ enterprise_id: enterprises[at] });
    }
  });

  it('stop the import with the name of their file if the disk is full', async () => {
    const folder = await exportFolder({ devices: `${'x'.repeat(1_000_000)}\n`.repeat(20) });
    const limited = [
      '/bin/sh',
      '-c',
      'ulimit -f 20000; exec "$@"',
      'sh',
      ...nodeCommand('src/cli.js', 'import', folder),
    ];
    const { status, stderr } = await runProgram(limited, { env: { DATABASE_URL: stored.url } });
    expect(status).toBe(1);
    expect(stderr).toContain(
      `${join(folder, 'devices.ndjson')}: ${join(folder, 'devices.rejects.ndjson')} cannot be written: EFBIG`,
    );
  });

  it('do not stop the import if a file contains no others', async () => {
    const folder = await exportFolder({ ...anExport(), locations: 'x\n'.repeat(20_000) });
    const { status, stdout } = await run(folder);
    expect(status).toBe(2);
    expect(stdout).toMatch(/locations\.ndjson: 0 loaded, 20,000 rejected/);
    const rejects = await rejectsIn(folder, 'locations.rejects');
    expect(rejects.map(({ line }) => line)).toEqual(Array.from({ length: 20_000 }, (_, at) => at + 1));
  });
});

describe('an interrupted import', () => {
  const COUNT = 40_000;

  async function startUntilFirstBatch() {
    const folder = await exportFolder({ ...anExport(), locations: manyLocations(COUNT) });
    const program = startCli(['import', folder], { DATABASE_URL: stored.url });
    await program.waitUntil(async () => (await stored.count(Location)) > 0);
    return { folder, program };
  }

  it('is finished by another run, without lost or double records', async () => {
    const { folder, program } = await startUntilFirstBatch();
    expect(await program.kill()).toBeNull();
    expect(await stored.count(Location)).toBeLessThan(COUNT);
    expect((await run(folder)).status).toBe(0);
    expect(await stored.count(Location)).toBe(COUNT);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends after the running batch: %s', async (signal) => {
    const { program } = await startUntilFirstBatch();
    program.signal(signal);
    const { status, stdout, stderr } = await program.outcome();
    expect(status).toBe(130);
    expect(stderr).toMatch(/^Database: .*\nInterrupted: .*\n$/);
    const count = await stored.count(Location);
    expect(count).toBeLessThan(COUNT);
    expect(stdout).toContain(`locations.ndjson: ${count.toLocaleString('en')} loaded`);
  });
});

it('two concurrent imports share the work without giving a device number twice', async () => {
  const devices = Array.from({ length: 1000 }, (_, at) => aDevice({ id: `tablet-${at}` }));
  const locations = manyLocations(5000).map((record, at) => ({
    ...record,
    device_id: `tablet-${at % 1000}`,
  }));
  const folders = [
    await exportFolder({ enterprises: [anEnterprise()], devices, locations }),
    await exportFolder({
      enterprises: [anEnterprise()],
      devices: devices.toReversed(),
      locations: locations.toReversed(),
    }),
  ];
  const outcomes = await Promise.all(folders.map((folder) => run(folder)));
  for (const { status, stderr } of outcomes) {
    expect(status).toBe(0);
    expect(stderr).toMatch(/^Database: .*\n$/);
  }
  const keys = (await stored.findAll(Device)).map(({ deviceKey }) => deviceKey);
  expect(new Set(keys).size).toBe(1000);
  expect(await stored.findAll(Enterprise)).toMatchObject([{ lastDeviceKey: Math.max(...keys) }]);
  expect(await stored.count(Location)).toBe(5000);
});

describe('a path that is not a regular file', () => {
  const SECRET = 'root:$6$of-another-user';
  const socket = createServer();
  let folder: string;

  beforeEach(async () => {
    folder = await exportFolder({ enterprises: [anEnterprise()] });
  });
  afterAll(() => socket.close());

  const aForeignFile = async (): Promise<string> => {
    const path = join(folder, 'foreign');
    await writeFile(path, SECRET);
    return path;
  };

  it.each<[reason: string, create: (path: string) => Promise<unknown>]>([
    ['is a link', async (path) => symlink(await aForeignFile(), path)],
    ['is a link, wherever it leads', (path) => symlink('/dev/zero', path)],
    ['is a link, even to nothing', (path) => symlink('/nowhere/at-all', path)],
    ['is not a regular file but a pipe', (path) => promisify(execFile)('mkfifo', [path])],
    ['is not a regular file but a socket', (path) => once(socket.listen(path), 'listening')],
  ])('%s is not imported, by name or from a folder', async (title, create) => {
    const path = join(folder, 'devices.ndjson');
    await create(path);
    await expect(findImportFiles([folder])).rejects.toThrow(`${path} ${title.split(/,| but/)[0]!}`);
    await expect(findImportFiles([path])).rejects.toThrow(path);
  });

  it('stops the command before it has imported another file', async () => {
    await symlink('/dev/zero', join(folder, 'devices.ndjson'));
    const { status, stdout, stderr } = await run(folder);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/devices\.ndjson is a link.*only regular files are imported/);
    expect(await stored.count(Enterprise)).toBe(0);
  });

  it('an endless device file is not read', async () => {
    await expect(openRegularFile('/dev/zero')).rejects.toThrow('/dev/zero is not a regular file');
  });

  it('a link at the path of the rejects file keeps its target unchanged', async () => {
    const foreign = await aForeignFile();
    const rejects = join(folder, 'devices.rejects.ndjson');
    await symlink(foreign, rejects);
    await writeFile(join(folder, 'devices.ndjson'), JSON.stringify(aDevice({ enterprise_id: 'nobody' })));
    expect((await run(folder)).status).toBe(2);
    expect(await readFile(foreign, 'utf8')).toBe(SECRET);
    expect((await lstat(rejects)).isFile()).toBe(true);
    expect(await readFile(rejects, 'utf8')).toContain('no such enterprise');
  });
});
