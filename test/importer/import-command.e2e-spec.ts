import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Device } from '../../src/modules/devices/device.entity.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { ImportDatabase } from './import-database.js';
import { aDevice, aLocation, anEnterprise, anExport } from './records.js';

interface Reject {
  line: number;
  reason: string;
  record: string;
}

const stored = ImportDatabase.forEachTest();

const run = (...args: string[]) => stored.cli(args);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function rejectsIn(folder: string, name: string): Promise<Reject[]> {
  const text = await readFile(join(folder, `${name}.ndjson`), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Reject);
}

describe('import', () => {
  it('loads a folder with a file of each kind, and says so', async () => {
    const folder = await stored.folder(anExport());
    const { status, stdout, stderr } = await run('import', folder);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^Database: .*\n$/) as string,
    });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    for (const line of lines)
      expect(line).toMatch(/\.ndjson: 1 loaded, 0 rejected, \d+\.\d s, [\d,]+ rows\/s$/);

    for (const rows of await stored.everything()) expect(rows).toHaveLength(1);
  });

  it('takes files in any order and loads first what others refer to', async () => {
    const folder = await stored.folder(anExport());
    const names = ['locations', 'devices', 'applications', 'enterprises'];
    const { status } = await run('import', ...names.map((name) => join(folder, `${name}.ndjson`)));
    expect(status).toBe(0);
    expect(await stored.count(Location)).toBe(1);
  });

  it('takes a folder with some of the files and with others', async () => {
    const folder = await stored.folder({
      enterprises: [anEnterprise()],
      devices: [aDevice()],
      notes: 'not for us',
    });
    await writeFile(join(folder, 'Locations.NDJSON.bak'), 'neither');
    expect((await run('import', folder)).status).toBe(0);
  });
});

describe('what cannot be loaded', () => {
  it('is written to a file with its line and the reason, and the rest is loaded', async () => {
    const lines = [
      JSON.stringify(aLocation({ id: 10 })),
      '{"id": 11,',
      '[]',
      '',
      JSON.stringify(aLocation({ id: undefined })),
      JSON.stringify(aLocation({ id: '12' })),
      JSON.stringify(aLocation({ id: 13, lat: 'north' })),
      JSON.stringify(aLocation({ id: 14, enterprise_id: 'nobody' })),
      JSON.stringify(aLocation({ id: 15, device_id: 'Tablet-1' })),
      JSON.stringify(aLocation({ id: 16, created_at: '2026-02-30T00:00:00Z' })),
      JSON.stringify(aLocation({ id: 17, provider: '\ud83d' })),
      JSON.stringify(aLocation({ id: 18 })),
    ];
    const bytes = Buffer.concat([
      Buffer.from(`${lines.join('\n')}\n`),
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
    ]);
    const folder = await stored.folder({ ...anExport(), locations: bytes });
    const { status, stdout, stderr } = await run('import', folder);
    const path = join(folder, 'locations.rejects.ndjson');

    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^Database: .*\n$/) as string,
    });
    expect(stdout).toMatch(/locations\.ndjson: 2 loaded, 10 rejected/);
    expect(stdout).toContain(path);
    expect((await stored.all(Location)).map(({ id }) => id)).toEqual([10, 18]);
    const rejects = await rejectsIn(folder, 'locations.rejects');
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'not JSON'],
      [3, 'the record: should be an object'],
      [5, 'id: missing'],
      [6, 'id: should be an integer'],
      [7, 'lat: should be a number'],
      [8, 'enterprise_id: no such enterprise'],
      [9, 'device_id: no such device in this enterprise'],
      [10, 'created_at: should be a timestamp such as 2026-03-29T08:15:30.000+02:00'],
      [11, 'provider: holds half of a surrogate pair'],
      [13, 'not valid UTF-8'],
    ]);
    for (const { line, record } of rejects.slice(0, -1)) expect(record).toBe(lines[line - 1]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await exists(join(folder, 'devices.rejects.ndjson'))).toBe(false);
  });

  it('is the device of an unknown enterprise and the enterprise of an unknown time zone', async () => {
    const folder = await stored.folder({
      enterprises: [anEnterprise(), anEnterprise({ id: 'mars', time_zone: 'Mars/Olympus' })],
      devices: [aDevice(), aDevice({ enterprise_id: 'mars' })],
    });
    const { status } = await run('import', folder);
    expect(status).toBe(2);
    expect(await rejectsIn(folder, 'enterprises.rejects')).toMatchObject([
      { line: 2, reason: 'time_zone: should be an IANA time zone such as Europe/Berlin' },
    ]);
    expect(await rejectsIn(folder, 'devices.rejects')).toMatchObject([
      { line: 2, reason: 'enterprise_id: no such enterprise' },
    ]);
    expect(await stored.count(Device)).toBe(1);
  });

  it('is a place off the globe', async () => {
    const [north, east] = [
      { lat: 90.000001, lng: 0 },
      { lat: 0, lng: 180.5 },
    ];
    const edges = [
      { lat: 90, lng: -180 },
      { lat: -90, lng: 180 },
    ];
    const folder = await stored.folder({
      ...anExport(),
      devices: [aDevice(), aDevice({ id: 'far', last_location: east }), aDevice({ last_location: edges[0] })],
      locations: [north, { ...north, lat: -91 }, east, { ...east, lng: -1e300 }, ...edges].map((place, at) =>
        aLocation({ ...place, id: at + 1 }),
      ),
    });
    expect((await run('import', folder)).status).toBe(2);
    const reasonsIn = async (name: string) =>
      (await rejectsIn(folder, `${name}.rejects`)).map(({ line, reason }) => [line, reason]);
    expect(await reasonsIn('devices')).toEqual([[2, 'last_location.lng: should be from -180 to 180']]);
    expect(await reasonsIn('locations')).toEqual([
      [1, 'lat: should be from -90 to 90'],
      [2, 'lat: should be from -90 to 90'],
      [3, 'lng: should be from -180 to 180'],
      [4, 'lng: should be from -180 to 180'],
    ]);
    expect((await stored.all(Location)).map(({ lat, lng }) => ({ lat, lng }))).toEqual(edges);
  });

  it('is an enterprise that no header can name', async () => {
    const ids = [
      ' acme',
      'acme ',
      'ac\tme',
      'acme\u007f',
      'ac\nme',
      'acme\u0000',
      '\u00a0acme',
      'ac\u0085me',
    ];
    const good = ['ac me', 'Süd-Ost', 'हिमाल', '🚚'];
    const folder = await stored.folder({ enterprises: [...ids, ...good].map((id) => anEnterprise({ id })) });
    expect((await run('import', folder)).status).toBe(2);
    const rejects = await rejectsIn(folder, 'enterprises.rejects');
    expect(rejects.map(({ line }) => line)).toEqual(ids.map((_id, at) => at + 1));
    for (const { reason } of rejects)
      expect(reason).toBe('id: no header can name it: control characters, or spaces at an end');
    expect((await stored.all(Enterprise)).map(({ id }) => id)).toEqual(good);
  });

  it('can be a line of any length', async () => {
    const long = JSON.stringify(aLocation({ id: 2, provider: 'p'.repeat(3_000_000) }));
    const lines = [JSON.stringify(aLocation()), long, JSON.stringify(aLocation({ id: 3 }))].join('\n');
    const folder = await stored.folder({ ...anExport(), locations: lines });
    expect((await run('import', folder)).status).toBe(2);
    const [reject, ...more] = await rejectsIn(folder, 'locations.rejects');
    expect(more).toEqual([]);
    expect(reject).toMatchObject({ line: 2, reason: expect.stringContaining('longer than 1 MiB') as string });
    expect(long.startsWith(reject!.record)).toBe(true);
    expect(await stored.count(Location)).toBe(2);
  });

  it('goes in when it has been mended, and the file of rejects goes away', async () => {
    const folder = await stored.folder({ ...anExport(), devices: [], locations: [aLocation()] });
    expect((await run('import', folder)).status).toBe(2);
    const path = join(folder, 'locations.rejects.ndjson');
    expect(await exists(path)).toBe(true);
    await writeFile(join(folder, 'devices.ndjson'), JSON.stringify(aDevice()));
    expect((await run('import', folder)).status).toBe(0);
    expect(await exists(path)).toBe(false);
    expect(await stored.count(Location)).toBe(1);
  });

  it('is written to the current folder where the folder of the file takes none', async () => {
    const [one, two, here] = [
      await stored.folder({ devices: [aDevice({ enterprise_id: 'one' })] }),
      await stored.folder({ devices: [aDevice({ enterprise_id: 'two' })] }),
      await stored.folder({}),
    ];
    // a folder in the way stops root as well, unlike a mode
    for (const folder of [one, two])
      await mkdir(join(folder, 'devices.rejects.ndjson', 'inside'), { recursive: true });
    const { status, stdout } = await stored.cli(['import', one, two], here);
    expect(status).toBe(2);
    for (const [name, enterprise] of [
      ['devices.rejects', 'one'],
      ['devices.rejects-2', 'two'],
    ] as const) {
      expect(stdout).toContain(join(here, `${name}.ndjson`));
      const [reject] = await rejectsIn(here, name);
      expect(JSON.parse(reject!.record)).toMatchObject({ enterprise_id: enterprise });
    }
  });

  it('does not hold up a file of nothing else', async () => {
    const folder = await stored.folder({ ...anExport(), locations: 'x\n'.repeat(20_000) });
    const { status, stdout } = await run('import', folder);
    expect(status).toBe(2);
    expect(stdout).toMatch(/locations\.ndjson: 0 loaded, 20,000 rejected/);
    const rejects = await rejectsIn(folder, 'locations.rejects');
    expect(rejects.map(({ line }) => line)).toEqual(Array.from({ length: 20_000 }, (_, at) => at + 1));
  });
});
