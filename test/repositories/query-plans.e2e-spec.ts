import type { Query } from '../../src/database/rows/row-reader.js';
import { withColumns } from '../../src/answers/compiled-query.js';
import { RecordId } from '../../src/answers/fields/fields.js';
import { Shape } from '../../src/answers/fields/shape.js';
import { AppsRepository } from '../../src/modules/apps/apps.repository.js';
import { DevicesRepository } from '../../src/modules/devices/devices.repository.js';
import { LocationsRepository } from '../../src/modules/locations/locations.repository.js';
import { ScreenTimeRepository } from '../../src/modules/screen-time/screen-time.repository.js';
import { UsageRepository } from '../../src/modules/usage/usage.repository.js';
import { appWith } from '../kit/app/app-with.js';
import { aDevice, anEnterprise, nextId, type ExportRecord } from '../kit/app/builders.js';
import { engine } from '../kit/database/engines.js';
import type { FeedKind } from '../kit/sync/feed-routes.js';
import { aRecord } from '../kit/sync/one-of-each.js';

const ENTERPRISES = ['acme', 'globex', 'initech'];
const DEVICES = 20;
const RECORDS = 10;

const owners = ENTERPRISES.flatMap((enterprise_id) =>
  Array.from({ length: DEVICES }, (_, at) => ({ enterprise_id, device_id: `tablet-${at}` })),
);
const ofAll = (kind: FeedKind): ExportRecord[] =>
  owners.flatMap((owner) =>
    Array.from({ length: RECORDS }, (_, at) => {
      const day = `2026-03-${String(at + 10)}T00:00:00.000Z`;
      return aRecord(kind, nextId(), { ...owner, start: day, created_at: day });
    }),
  );
const app = appWith({
  enterprises: ENTERPRISES.map((id) => anEnterprise({ id })),
  devices: owners.map(({ enterprise_id, device_id }) => aDevice({ enterprise_id, id: device_id })),
  datausage: ofAll('datausage'),
  screentime: ofAll('screentime'),
  applications: ofAll('applications'),
  locations: ofAll('locations'),
});
beforeAll(async () => {
  const tables = 'TABLE enterprises, devices, data_usage, screen_time, applications, locations';
  await app.dataSource.query(engine === 'sqlite' ? 'ANALYZE' : `ANALYZE ${tables}`);
});

const DAY = { from: Date.parse('2026-03-12T00:00:00Z'), until: Date.parse('2026-03-13T00:00:00Z') };
const device = { enterpriseKey: 2, deviceId: 'tablet-3' };

const QUERIES: readonly [title: string, query: () => Query][] = [
  ['the device list', () => app.part(DevicesRepository).list(2)],
  ['one device', () => app.part(DevicesRepository).details(2, ['tablet-3'])],
  ['some devices', () => app.part(DevicesRepository).details(2, ['tablet-3', 'tablet-5', 'tablet-19'])],
  ['positions of all devices', () => app.part(LocationsRepository).ofAll(2, DAY)],
  ['data usage of all devices', () => app.part(UsageRepository).ofDevices(2, [1, 3, 5], DAY)],
  ['screen time of all devices', () => app.part(ScreenTimeRepository).ofDevices(2, [1, 3, 5], DAY)],
  ['applications of all devices', () => app.part(AppsRepository).ofDevices(2, [1, 3, 5])],
  ['the keys of devices', () => app.part(DevicesRepository).keys(2)],
  ['data usage', () => app.part(UsageRepository).ofDevice(device)],
  ['screen time', () => app.part(ScreenTimeRepository).ofDevice(device)],
  ['applications', () => app.part(AppsRepository).ofDevice(device)],
  ['positions of one device', () => app.part(LocationsRepository).ofDevice(device)],
  [
    'the newest position of one device',
    () => app.part(LocationsRepository).newestOfDevice(device, { from: 0, until: Date.now() }),
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
  const rows: { type: string; key: string; Extra: string | null }[] = await app.dataSource.query(
    `EXPLAIN FORMAT=TRADITIONAL ${sql}`,
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
