import { Change } from '../../src/database/change-log.entities.js';
import { CHANGE_KINDS } from '../../src/database/change-log.js';
import { parseRanges } from '../../src/database/id-ranges.js';
import { Application } from '../../src/modules/apps/application.entity.js';
import { Device } from '../../src/modules/devices/device.entity.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { ScreenTime } from '../../src/modules/screen-time/screen-time.entity.js';
import { DataUsage } from '../../src/modules/data-usage/data-usage.entity.js';
import { startOfDayAgo } from '../../src/time/days.js';
import { ZonedTime } from '../../src/time/zoned-time.js';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { exportFolder } from '../kit/formats/export-folder.js';
import {
  aLocation,
  anExport,
  aScreenTime,
  aUsage,
  ImportDatabase,
  manyLocations,
  RECORD_TABLES,
} from './import-database.js';

// docs/contract.md, 2.3

const stored = new ImportDatabase();
const enterprise = (id = ENTERPRISE_ID): Promise<Enterprise> => stored.findOne(Enterprise, { id });
const idsOf = async (entity: new () => { id: number }) =>
  (await stored.findAll(entity)).map(({ id }) => id).sort();
const twoDevices = [aDevice(), aDevice({ id: 'tablet-2' })];

describe('An import', () => {
  it('changes nothing when the same files are loaded again', async () => {
    const files = { ...anExport(), devices: twoDevices, locations: manyLocations(2500) };
    await stored.load(files);
    const before = await stored.everything();
    await stored.load(files);
    expect(await stored.everything()).toEqual(before);
  });

  it('changes nothing when decimals of up to 17 digits are loaded again', async () => {
    const decimals = Array.from({ length: 500 }, (_none, at) => (at + 1) / 5.3);
    const locations = decimals.map((altitude, id) => aLocation({ id, altitude, lng: altitude }));
    const devices = [aDevice({ remaining_storage: 92.30000305175781 })];
    await stored.load({ ...anExport(), devices, locations });
    const before = await stored.everything();
    await stored.load({ devices, locations });
    expect(await stored.everything()).toEqual(before);
  });

  it('distinguishes a missing value from zero', async () => {
    for (const accuracy of [null, 0, null]) {
      await stored.load({ ...anExport(), locations: [aLocation({ accuracy })] });
      expect(await stored.findAll(Location)).toMatchObject([{ accuracy }]);
    }
  });

  it('keeps the fields of an enterprise that a line omits', async () => {
    await stored.load({ enterprises: [{ id: 'acme', name: 'Acme', time_zone: 'Asia/Tokyo' }] });
    await stored.load({
      enterprises: [
        { id: 'acme', name: 'Renamed' },
        { id: 'suedwind', time_zone: 'Europe/Rome' },
        { id: 'suedwind', name: 'Südwind' },
        { id: 'acme' },
        { id: 'westwind', name: 'Westwind' },
        { id: 'westwind', name: null },
      ],
    });
    expect(await stored.findAll(Enterprise)).toMatchObject([
      { id: 'acme', name: 'Renamed', timeZone: 'Asia/Tokyo' },
      { id: 'suedwind', name: 'Südwind', timeZone: 'Europe/Rome' },
      { id: 'westwind', name: '', timeZone: 'UTC' },
    ]);
  });

  it('replaces a record with a known id, even with another time and device', async () => {
    await stored.load({ ...anExport(), devices: twoDevices });
    const { key } = await enterprise();
    const moved = { enterprise_id: 'acme', device_id: 'tablet-2', id: 1 };
    const start = '2026-04-01T00:00:00Z';
    await stored.load({
      enterprises: [{ id: 'acme', name: 'Renamed' }],
      devices: [{ id: 'tablet-1', enterprise_id: 'acme', status: 'LOST' }],
      datausage: [{ ...moved, start, wifi: 5 }],
      screentime: [{ ...moved, start }],
      applications: [{ ...moved, ID: 1, displayName: 'Other' }],
      locations: [{ ...moved, created_at: '2025-01-01T00:00:00Z', lat: 1 }],
    });

    expect(await stored.findAll(Enterprise)).toMatchObject([
      { key, name: 'Renamed', timeZone: 'Europe/Berlin', lastDeviceKey: 2 },
    ]);
    const empty = { imei: '', token: '', remainingStorage: null, lastLocation: null, wifiMacAddress: '' };
    expect(await stored.findAll(Device)).toMatchObject([
      { id: 'tablet-1', deviceKey: 1, status: 'LOST', ...empty },
      { id: 'tablet-2', deviceKey: 2 },
    ]);
    const of = { enterpriseKey: key, deviceKey: 2, id: 1 };
    const startAt = Date.parse(start);
    expect(await stored.findAll(DataUsage)).toMatchObject([
      { ...of, startAt, endAt: null, createdAt: null, packageName: '', mobile: null, wifi: 5 },
    ]);
    expect(await stored.findAll(ScreenTime)).toMatchObject([
      { ...of, startAt, policyName: '', screentime: null },
    ]);
    expect(await stored.findAll(Application)).toMatchObject([
      { ...of, displayName: 'Other', hasLauncher: null },
    ]);
    const createdAt = Date.parse('2025-01-01T00:00:00Z');
    expect(await stored.findAll(Location)).toMatchObject([
      { ...of, createdAt, lat: 1, lng: null, imei: '', insideGeofence: null },
    ]);
  });

  it('stores the last of several records with one id', async () => {
    const start = '2020-01-01T00:00:00Z';
    await stored.load({
      enterprises: [anEnterprise({ name: 'first' }), anEnterprise({ name: 'last' })],
      devices: [aDevice({ status: 'first' }), aDevice({ id: 'tablet-2' }), aDevice({ status: 'last' })],
      datausage: [aUsage({ wifi: 1 }), aUsage({ wifi: 2, start })],
      locations: [
        aLocation({ lat: 1 }),
        aLocation({ lat: 2, created_at: start, device_id: 'tablet-2' }),
        aLocation({ lat: 3, created_at: '2030-01-01T00:00:00Z' }),
      ],
    });
    expect(await stored.findAll(Enterprise)).toMatchObject([{ name: 'last', lastDeviceKey: 2 }]);
    expect(await stored.findAll(Device)).toMatchObject([
      { id: 'tablet-1', status: 'last', deviceKey: 1 },
      { id: 'tablet-2', deviceKey: 2 },
    ]);
    expect(await stored.findAll(DataUsage)).toMatchObject([{ wifi: 2, startAt: Date.parse(start) }]);
    expect(await stored.findAll(Location)).toMatchObject([{ lat: 3, deviceKey: 1 }]);
  });
});

it('A member that a line has twice has its last value', async () => {
  const line = JSON.stringify(aLocation()).replace(/\}$/, ',"lat":1,"lat":2,"device_id":"tablet-2"}');
  await stored.load({ ...anExport(), devices: twoDevices, locations: line });
  expect(await stored.findAll(Location)).toMatchObject([{ lat: 2, deviceKey: 2 }]);
});

it('An import rejects unknown enterprises, devices and time zones', async () => {
  const reasons = await stored.import({
    enterprises: [
      anEnterprise(),
      anEnterprise({ id: 'mars', time_zone: 'Mars/Olympus' }),
      anEnterprise({ id: 'venus' }),
    ],
    devices: [
      aDevice(),
      aDevice({ enterprise_id: 'mars' }),
      aDevice({ enterprise_id: 'venus', id: 'only-there' }),
    ],
    locations: [aLocation({ device_id: 'only-there' })],
  });
  expect(reasons).toEqual([
    'enterprises 2: time_zone: must be an IANA time zone such as Europe/Berlin',
    'devices 2: enterprise_id: no such enterprise',
    'locations 1: device_id: no such device in this enterprise',
  ]);
  expect(await stored.count(Device)).toBe(2);
});

describe('A line that deletes a record', () => {
  const removal = (overrides: object = {}): object => ({
    ...{ enterprise_id: 'acme', device_id: 'tablet-1', id: 1, ID: 1, deleted: true },
    ...overrides,
  });
  beforeEach(() => stored.load({ ...anExport(), devices: twoDevices }));

  it('deletes the record, and changes nothing when it is loaded again', async () => {
    // The importer ignores the other values of the line
    const ignoredValues = removal({ start: 'never', created_at: 5, updated_at: 'x', lat: 'north' });
    for (const [kind, entity] of RECORD_TABLES)
      for (const line of [ignoredValues, removal()]) {
        await stored.load({ [kind]: [line] });
        expect(await stored.count(entity)).toBe(0);
      }
  });

  it('is an ordinary line with deleted: false', async () => {
    await stored.load({
      locations: [aLocation({ lat: 1, deleted: false }), aLocation({ id: 2, deleted: null })],
    });
    expect((await stored.findOne(Location, { id: 1 })).lat).toBe(1);
    expect(await idsOf(Location)).toEqual([1, 2]);
  });

  it('sets the status of a device to DELETED and keeps its fields and records', async () => {
    const before = await stored.findOne(Device, { id: 'tablet-1' });
    await stored.load({ devices: [{ id: 'tablet-1', enterprise_id: 'acme', deleted: true }] });
    const { changeNumber, ...after } = await stored.findOne(Device, { id: 'tablet-1' });
    expect(after).toEqual({ ...before, status: 'DELETED', changeNumber: undefined });
    expect(changeNumber).toBeGreaterThan(before.changeNumber);
    for (const [, entity] of RECORD_TABLES) expect(await stored.count(entity)).toBe(1);
    await stored.load({ devices: [{ id: 'unknown', enterprise_id: 'acme', deleted: true }] });
    expect(await stored.count(Device)).toBe(2);
  });
});

it('retention_days of an enterprise is unlimited by default, is kept if a line omits it, and is cleared by null', async () => {
  const days: (number | null)[] = [];
  for (const line of [{}, { retention_days: 30 }, { name: 'Renamed' }, { retention_days: null }, {}]) {
    await stored.load({ enterprises: [{ id: 'acme', ...line }] });
    days.push((await enterprise()).retentionDays);
  }
  expect(days).toEqual([null, 30, 30, null, null]);
  expect(await enterprise()).toMatchObject({ name: 'Renamed', timeZone: 'UTC' });
  const lines = [{ retention_days: 5 }, { name: 'Twice' }, { retention_days: null }, { retention_days: 9 }];
  await stored.load({ enterprises: lines.map((line) => ({ id: 'acme', ...line })) });
  expect(await enterprise()).toMatchObject({ name: 'Twice', retentionDays: 9 });
});

describe('Records beyond the data retention of their enterprise', () => {
  const DAYS = 3;
  const border = (zone = 'Europe/Berlin'): { kept: string; old: string } => {
    const time = ZonedTime.of(zone);
    const at = startOfDayAgo(DAYS, Date.now(), time);
    return { kept: time.format(at), old: time.format(at - 1) };
  };

  it('are skipped and counted, unless they are at the limit or have no time', async () => {
    const { kept, old } = border();
    const folder = await exportFolder({
      ...anExport(),
      enterprises: [anEnterprise({ retention_days: DAYS })],
      datausage: [old, kept, null].map((start, id) => aUsage({ id, start })),
      screentime: [old, kept, null].map((start, id) => aScreenTime({ id, start })),
      locations: [old, old, kept, null].map((created_at, id) => aLocation({ id, created_at })),
    });
    const { status, stdout } = await stored.cli(['import', folder]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/datausage\.ndjson: 2 loaded, 0 rejected, 1 older than the retention period, /);
    expect(stdout).toMatch(/screentime\.ndjson: 2 loaded, 0 rejected, 1 older than the retention period, /);
    expect(stdout).toMatch(/locations\.ndjson: 2 loaded, 0 rejected, 2 older than the retention period, /);
    expect(stdout).toMatch(/applications\.ndjson: 1 loaded, 0 rejected, [\d.]+ s/);
    expect(await idsOf(DataUsage)).toEqual([1, 2]);
    expect(await idsOf(ScreenTime)).toEqual([1, 2]);
    expect(await idsOf(Location)).toEqual([2, 3]);
  });

  it('depend on the time zone and the retention of their enterprise', async () => {
    await stored.load({
      enterprises: [
        anEnterprise({ retention_days: DAYS }),
        anEnterprise({ id: 'east', time_zone: 'Pacific/Kiritimati', retention_days: DAYS }),
        anEnterprise({ id: 'all' }),
      ],
      devices: ['acme', 'east', 'all'].map((enterprise_id) => aDevice({ enterprise_id })),
    });
    const berlin = border();
    const east = border('Pacific/Kiritimati');
    await stored.load({
      locations: [
        aLocation({ id: 1, created_at: berlin.kept }),
        aLocation({ id: 2, created_at: berlin.old }),
        aLocation({ id: 3, created_at: east.kept, enterprise_id: 'east' }),
        aLocation({ id: 4, created_at: east.old, enterprise_id: 'east' }),
        aLocation({ id: 5, created_at: '1990-01-01T00:00:00.000Z', enterprise_id: 'all' }),
      ],
    });
    expect(await idsOf(Location)).toEqual([1, 3, 5]);
  });

  it('are found with the clock of the database, not with that of the import', async () => {
    const enterprises = [anEnterprise({ retention_days: DAYS })];
    const { kept } = border();
    const ahead = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 365 * 86_400_000);
    await stored
      .load({ ...anExport(), enterprises, locations: [aLocation({ created_at: kept })] })
      .finally(() => ahead.mockRestore());
    expect(await idsOf(Location)).toHaveLength(1);
  });

  it('can be deleted, and never replace a newer record', async () => {
    const { kept, old } = border();
    await stored.load({ ...anExport(), locations: [aLocation(), aLocation({ id: 2, created_at: kept })] });
    await stored.load({ enterprises: [anEnterprise({ retention_days: DAYS })] });
    await stored.load({
      locations: [aLocation({ deleted: true }), aLocation({ id: 2, created_at: old })],
    });
    expect(await stored.findAll(Location)).toMatchObject([{ id: 2, createdAt: Date.parse(kept) }]);
  });
});

it('cli sync --number adds rows without a number to the feeds, once', async () => {
  const count = 2_500;
  await stored.load({ ...anExport(), locations: manyLocations(count) });
  // Restores the state after a writer that does not number rows
  for (const table of ['devices', 'locations'])
    await stored.dataSource.query(`UPDATE ${table} SET change_number = 0`);
  const lines = await stored.count(Change);
  const { status, stdout, stderr } = await stored.cli(['sync', '--number']);
  expect(stderr).toMatch(/^Database: (sqlite|mysql):\S+\n$/);
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: [
      'devices: 1 rows numbered',
      'datausage: 0 rows numbered',
      'screentime: 0 rows numbered',
      'applications: 0 rows numbered',
      'locations: 2,500 rows numbered\n',
    ].join('\n'),
  });
  const changes = (await stored.findAll(Change))
    .filter(({ kind }) => kind === CHANGE_KINDS.locations)
    .slice(-3);
  const ids = changes.flatMap((line) => parseRanges(line.ids)).map(({ first, last }) => last - first + 1);
  expect(ids.reduce((sum, length) => sum + length)).toBe(count);
  const numbers = new Set((await stored.findAll(Location)).map(({ changeNumber }) => changeNumber));
  expect([...numbers].sort()).toEqual(changes.map(({ changeNumber }) => changeNumber).sort());
  expect((await stored.findAll(Device)).map(({ changeNumber }) => changeNumber)).not.toContain(0);
  expect(await stored.count(Change)).toBe(lines + 4);

  await stored.cli(['sync', '--number']);
  expect(await stored.count(Change)).toBe(lines + 4);
}, 60_000);
