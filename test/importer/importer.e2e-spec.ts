import { DEMO_ENTERPRISE_ID } from '../../demo/demo-data.js';
import { NO_TIME } from '../../src/database/schema/columns.js';
import { Application } from '../../src/modules/apps/application.entity.js';
import { Device } from '../../src/modules/devices/device.entity.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { loadDemoData } from '../../src/modules/demo/load-demo-data.js';
import { Importer } from '../../src/modules/importer/importer.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { ScreenTime } from '../../src/modules/screen-time/screen-time.entity.js';
import { DataUsage } from '../../src/modules/usage/data-usage.entity.js';
import { DEMO_TIME } from '../kit/app/demo-time.js';
import { ImportDatabase } from './import-database.js';
import { aDevice, aLocation, anEnterprise, anExport, aUsage, manyLocations } from './records.js';

const stored = ImportDatabase.forEachTest();

describe('an import', () => {
  it('stores what the records say', async () => {
    await stored.load(anExport());
    expect(await stored.one(Enterprise, { id: 'acme' })).toMatchObject({ timeZone: 'Europe/Berlin' });
    const { key } = await stored.one(Enterprise, { id: 'acme' });
    const of = { enterpriseKey: key, deviceKey: 1, id: 1 };
    const day = {
      startAt: Date.parse('2026-03-28T23:00:00Z'),
      endAt: Date.parse('2026-03-29T21:59:59.999Z'),
    };
    expect(await stored.one(Device, { id: 'tablet-1' })).toMatchObject({
      enterpriseKey: key,
      deviceKey: 1,
      createdAt: Date.parse('2026-01-12T09:03:11+01:00'),
      remainingBattery: 87,
      remainingStorage: 74.2,
      wifiMacAddress: '02:1a:7d:da:71:13',
    });
    expect(await stored.all(DataUsage)).toMatchObject([
      { ...of, ...day, packageName: 'com.google.android.apps.maps', mobile: 18_874_368, wifi: 2_097_152 },
    ]);
    expect(await stored.all(ScreenTime)).toMatchObject([
      { ...of, ...day, policyId: 'policy-1', screentime: 5_460_000 },
    ]);
    expect(await stored.all(Application)).toMatchObject([
      { ...of, displayName: 'Maps', hasLauncher: true, isSystem: false },
    ]);
    expect(await stored.all(Location)).toMatchObject([
      {
        ...of,
        createdAt: Date.parse('2026-03-29T06:10:00Z'),
        lat: 52.51634,
        insideGeofence: true,
        usingMockLocation: false,
      },
    ]);
  });

  it('changes nothing when the same files are loaded again', async () => {
    const files = {
      ...anExport(),
      devices: [aDevice(), aDevice({ id: 'tablet-2' })],
      locations: manyLocations(2500),
    };
    await stored.load(files);
    const before = await stored.everything();
    await stored.load(files);
    expect(await stored.everything()).toEqual(before);
  });

  it('leaves of an enterprise what its line says nothing of, line by line', async () => {
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
    expect(await stored.all(Enterprise)).toMatchObject([
      { id: 'acme', name: 'Renamed', timeZone: 'Asia/Tokyo' },
      { id: 'suedwind', name: 'Südwind', timeZone: 'Europe/Rome' },
      { id: 'westwind', name: '', timeZone: 'UTC' },
    ]);
  });

  it('replaces a record with a known id entirely, in another time and of another device as well', async () => {
    await stored.load({ ...anExport(), devices: [aDevice(), aDevice({ id: 'tablet-2' })] });
    const [enterprise, first, second] = [
      await stored.one(Enterprise, { id: 'acme' }),
      await stored.one(Device, { id: 'tablet-1' }),
      await stored.one(Device, { id: 'tablet-2' }),
    ];
    const moved = { enterprise_id: 'acme', device_id: 'tablet-2' };
    await stored.load({
      enterprises: [{ id: 'acme', name: 'Renamed' }],
      devices: [{ id: 'tablet-1', enterprise_id: 'acme', status: 'LOST' }],
      datausage: [{ ...moved, id: 1, start: '2026-04-01T00:00:00Z', wifi: 5 }],
      screentime: [{ ...moved, id: 1, start: '2026-04-01T00:00:00Z' }],
      applications: [{ ...moved, ID: 1, displayName: 'Other' }],
      locations: [{ ...moved, id: 1, created_at: '2025-01-01T00:00:00Z', lat: 1 }],
    });

    expect(await stored.all(Enterprise)).toMatchObject([
      { key: enterprise.key, name: 'Renamed', timeZone: 'Europe/Berlin', lastDeviceKey: 2 },
    ]);
    expect(await stored.count(Device)).toBe(2);
    expect(await stored.one(Device, { id: 'tablet-1' })).toMatchObject({
      deviceKey: first.deviceKey,
      status: 'LOST',
      imei: '',
      token: '',
      remainingStorage: null,
      lastLocation: null,
      wifiMacAddress: '',
    });
    const of = { enterpriseKey: enterprise.key, deviceKey: second.deviceKey, id: 1 };
    const start = Date.parse('2026-04-01T00:00:00Z');
    expect(await stored.all(DataUsage)).toMatchObject([
      { ...of, startAt: start, endAt: null, createdAt: null, packageName: '', mobile: null, wifi: 5 },
    ]);
    expect(await stored.all(ScreenTime)).toMatchObject([
      { ...of, startAt: start, policyName: '', screentime: null },
    ]);
    expect(await stored.all(Application)).toMatchObject([{ ...of, displayName: 'Other', hasLauncher: null }]);
    expect(await stored.all(Location)).toMatchObject([
      {
        ...of,
        createdAt: Date.parse('2025-01-01T00:00:00Z'),
        lat: 1,
        lng: null,
        imei: '',
        insideGeofence: null,
      },
    ]);
  });

  it('lets the last of several records with one id stay', async () => {
    await stored.load({
      enterprises: [anEnterprise({ name: 'first' }), anEnterprise({ name: 'last' })],
      devices: [aDevice({ status: 'first' }), aDevice({ id: 'tablet-2' }), aDevice({ status: 'last' })],
      datausage: [aUsage({ wifi: 1 }), aUsage({ wifi: 2, start: '2020-01-01T00:00:00Z' })],
      locations: [
        aLocation({ lat: 1 }),
        aLocation({ lat: 2, created_at: '2020-01-01T00:00:00Z', device_id: 'tablet-2' }),
        aLocation({ lat: 3, created_at: '2030-01-01T00:00:00Z' }),
      ],
    });
    expect(await stored.all(Enterprise)).toMatchObject([{ name: 'last', lastDeviceKey: 2 }]);
    expect(await stored.all(Device)).toMatchObject([
      { id: 'tablet-1', status: 'last', deviceKey: 1 },
      { id: 'tablet-2', deviceKey: 2 },
    ]);
    expect(await stored.all(DataUsage)).toMatchObject([
      { wifi: 2, startAt: Date.parse('2020-01-01T00:00:00Z') },
    ]);
    expect(await stored.all(Location)).toMatchObject([{ lat: 3, deviceKey: 1 }]);
  });

  it('takes an empty value for an absent one', async () => {
    await stored.load({ ...anExport(), locations: [aLocation({ created_at: '', imei: null, lat: null })] });
    expect(await stored.all(Location)).toMatchObject([{ createdAt: NO_TIME, imei: '', lat: null }]);
  });

  it('takes a byte order mark, Windows line ends and blank lines', async () => {
    const lines = [aLocation(), aLocation({ id: 2 })]
      .map((record) => JSON.stringify(record))
      .join('\r\n\r\n');
    await stored.load({ ...anExport(), locations: `\ufeff\r\n${lines}` });
    expect(await stored.count(Location)).toBe(2);
  });
});

describe('several imports at once', () => {
  const AT_ONCE = [0, 1, 2, 3];

  it('never give a device number twice', async () => {
    await stored.load({ enterprises: [anEnterprise()] });
    const devices = (own: number): object[] =>
      Array.from({ length: 60 }, (_, at) => aDevice({ id: at % 2 ? `shared-${at}` : `own-${own}-${at}` }));
    await Promise.all(AT_ONCE.map((own) => stored.load({ devices: devices(own) })));
    const all = await stored.all(Device);
    expect(all).toHaveLength(30 + 30 * AT_ONCE.length);
    expect(new Set(all.map(({ deviceKey }) => deviceKey)).size).toBe(all.length);
    expect(await stored.all(Enterprise)).toMatchObject([
      { lastDeviceKey: Math.max(...all.map(({ deviceKey }) => deviceKey)) },
    ]);
  });

  it('get past each other where they write the same records', async () => {
    await stored.load({ enterprises: [anEnterprise()], devices: [aDevice()] });
    const locations = manyLocations(3000);
    const orders = [
      locations,
      locations.toReversed(),
      locations.filter(({ id }) => Number(id) % 2),
      locations,
    ];
    await Promise.all(orders.map((order) => stored.load({ locations: order })));
    expect(await stored.count(Location)).toBe(locations.length);
  });
});

describe('the demo data', () => {
  const TABLES = [Enterprise, Device, DataUsage, ScreenTime, Application, Location];
  const counts = async (): Promise<number[]> => {
    const all: number[] = [];
    for (const table of TABLES) all.push(await stored.count(table));
    return all;
  };

  it('is loaded whole, and loading it again adds nothing', async () => {
    const total = await loadDemoData(new Importer(stored.dataSource), DEMO_TIME);
    const before = await counts();
    expect(before).not.toContain(0);
    expect(before.reduce((sum, count) => sum + count)).toBe(total);
    expect(await loadDemoData(new Importer(stored.dataSource), DEMO_TIME)).toBe(total);
    expect(await counts()).toEqual(before);
  }, 120_000);

  it('is loaded again days later with the same devices, the days between and no instant twice', async () => {
    await loadDemoData(new Importer(stored.dataSource), DEMO_TIME);
    const devices = await stored.all(Device);
    await loadDemoData(new Importer(stored.dataSource), new Date(DEMO_TIME.getTime() + 3 * 86_400_000));
    const keyOf = ({ enterpriseKey, id, deviceKey }: Device): string => `${enterpriseKey} ${id} ${deviceKey}`;
    expect((await stored.all(Device)).map(keyOf).sort()).toEqual(devices.map(keyOf).sort());

    const usage = await stored.all(DataUsage);
    const { key } = await stored.one(Enterprise, { id: DEMO_ENTERPRISE_ID });
    const starts = new Set(usage.filter((row) => row.enterpriseKey === key).map(({ startAt }) => startAt));
    expect(starts.size).toBe(33);
    expect(Math.max(...starts)).toBe(Date.parse('2026-04-15T00:00:00+02:00'));
    const rows = usage.map(
      (row) => `${row.enterpriseKey} ${row.deviceKey} ${row.startAt} ${row.packageName}`,
    );
    expect(new Set(rows).size).toBe(rows.length);
    const fixes = (await stored.all(Location)).map(
      (fix) => `${fix.enterpriseKey} ${fix.deviceKey} ${fix.createdAt}`,
    );
    expect(new Set(fixes).size).toBe(fixes.length);
  }, 120_000);
});
