import type { Query } from '../../src/database/rows/row-reader.js';
import { withColumns } from '../../src/answers/compiled-query.js';
import { RecordId } from '../../src/answers/fields/fields.js';
import { Shape } from '../../src/answers/fields/shape.js';
import { AppsService } from '../../src/modules/apps/apps.service.js';
import { DevicesRepository } from '../../src/modules/devices/devices.repository.js';
import { LocationsService } from '../../src/modules/locations/locations.service.js';
import { ScreenTimeService } from '../../src/modules/screen-time/screen-time.service.js';
import { UsageService } from '../../src/modules/usage/usage.service.js';
import {
  aDataUsage,
  aDevice,
  aLocation,
  anApplication,
  anEnterprise,
  aScreenTime,
  type ExportRecord,
} from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { engine } from '../kit/database/engines.js';

const ENTERPRISES = ['acme', 'globex', 'initech'];
const DEVICES = 20;
const RECORDS = 10;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  const owners = ENTERPRISES.flatMap((enterprise_id) =>
    Array.from({ length: DEVICES }, (_, at) => ({ enterprise_id, device_id: `tablet-${at}` })),
  );
  const ofAll = (build: (over: ExportRecord) => ExportRecord): ExportRecord[] =>
    owners.flatMap((owner) =>
      Array.from({ length: RECORDS }, (_, at) => {
        const day = `2026-03-${String(at + 10)}T00:00:00.000Z`;
        return build({ ...owner, start: day, created_at: day });
      }),
    );
  await app.load({
    enterprises: ENTERPRISES.map((id) => anEnterprise({ id })),
    devices: owners.map(({ enterprise_id, device_id }) => aDevice({ enterprise_id, id: device_id })),
    datausage: ofAll(aDataUsage),
    screentime: ofAll(aScreenTime),
    applications: ofAll(anApplication),
    locations: ofAll(aLocation),
  });
  if (engine === 'sqlite') await app.dataSource.query('ANALYZE');
  else
    await app.dataSource.query(
      'ANALYZE TABLE enterprises, devices, data_usage, screen_time, applications, locations',
    );
});
afterAll(() => app.close());

const DAY = { from: Date.parse('2026-03-12T00:00:00Z'), until: Date.parse('2026-03-13T00:00:00Z') };
const device = { enterpriseKey: 2, deviceId: 'tablet-3' };

const QUERIES: readonly [title: string, query: () => Query][] = [
  ['the device list', () => app.part(DevicesRepository).list(2)],
  ['one device', () => app.part(DevicesRepository).details(2, ['tablet-3'])],
  ['some devices', () => app.part(DevicesRepository).details(2, ['tablet-3', 'tablet-5', 'tablet-19'])],
  ['positions of all devices', () => app.part(LocationsService).repository.ofAll(2, DAY)],
  ['data usage of all devices', () => app.part(UsageService).repository.ofDevices(2, [1, 3, 5], DAY)],
  ['screen time of all devices', () => app.part(ScreenTimeService).repository.ofDevices(2, [1, 3, 5], DAY)],
  ['applications of all devices', () => app.part(AppsService).repository.ofDevices(2, [1, 3, 5])],
  ['the keys of devices', () => app.part(DevicesRepository).keys(2)],
  ['data usage', () => app.part(UsageService).repository.ofDevice(device)],
  ['screen time', () => app.part(ScreenTimeService).repository.ofDevice(device)],
  ['applications', () => app.part(AppsService).repository.ofDevice(device)],
  ['positions of one device', () => app.part(LocationsService).repository.ofDevice(device)],
  [
    'the newest position of one device',
    () => app.part(LocationsService).repository.newestOfDevice(device, { from: 0, until: Date.now() }),
  ],
  ['the last position of each device', () => app.part(DevicesRepository).lastPositions(2)],
];

/** What every table here has. */
class Anything {
  @RecordId(1)
  enterprise_key: number;
}

/** One step of a plan, in words that the engines share. */
interface Step {
  readonly by: string;
  readonly text: string;
}

/** What MariaDB and MySQL say of the end of an index that was read while planning. */
const READ_FROM_INDEX = 'Select tables optimized away';

async function planOf(query: Query): Promise<Step[]> {
  const { sql, parameters } = withColumns(query, Shape.of(Anything));
  if (engine === 'sqlite') {
    const rows: { detail: string }[] = await app.dataSource.query(`EXPLAIN QUERY PLAN ${sql}`, [
      ...parameters,
    ]);
    const steps = rows.filter(({ detail }) => !detail.includes('SCALAR SUBQUERY')); // a heading
    return steps.map(({ detail }) => ({ by: detail.startsWith('SEARCH') ? 'index' : 'scan', text: detail }));
  }
  const traditional = `EXPLAIN FORMAT=TRADITIONAL ${sql}`;
  const rows: { type: string; key: string; Extra: string | null }[] = await app.dataSource.query(
    traditional,
    [...parameters],
  );
  return rows.map(({ type, key, Extra }) => ({
    by: ['const', 'eq_ref', 'ref', 'range'].includes(type) || Extra === READ_FROM_INDEX ? 'index' : 'scan',
    text: `${type} ${key} ${Extra ?? ''}`,
  }));
}

describe.each(QUERIES)('The query for %s', (_title, query) => {
  it('finds its rows by an index, and scans nothing', async () => {
    const plan = await planOf(query());
    expect(plan.length).toBeGreaterThan(0);
    expect(plan.filter(({ by }) => by !== 'index')).toEqual([]);
  });

  it('reads them in their order, and sorts nothing', async () => {
    const plan = await planOf(query());
    expect(plan.filter(({ text }) => /filesort|temporary|TEMP B-TREE/i.test(text))).toEqual([]);
  });

  it('is led by the enterprise', () => {
    const { sql, parameters } = query();
    expect(sql).toMatch(/WHERE\s+[`"]?\w+[`"]?\.[`"]?enterprise_key[`"]? = \?/);
    expect(parameters[0]).toBe(2);
  });
});
