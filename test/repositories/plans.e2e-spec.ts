import { randomUUID } from 'node:crypto';
import { RecordIdField } from '../../src/streaming/fields/fields.js';
import { FieldSelection } from '../../src/streaming/fields/field-selection.js';
import type { Query } from '../../src/database/rows/reader.js';
import { FailedCall } from '../../src/modules/api-keys/api-key.entities.js';
import { FailedCallsService } from '../../src/modules/api-keys/failed-calls.service.js';
import { AppsRepository } from '../../src/modules/apps/apps.repository.js';
import { AuditVerifier } from '../../src/modules/audit/audit-chain.js';
import { AuditRepository } from '../../src/modules/audit/audit.repository.js';
import { AuditEvent } from '../../src/modules/audit/audit.entity.js';
import { DevicesRepository } from '../../src/modules/devices/devices.repository.js';
import { deviceKeys } from '../../src/modules/records/device-queries.js';
import { LATEST_FIELDS, LocationsRepository } from '../../src/modules/locations/locations.repository.js';
import { devicesOf, recordsOf } from '../../src/modules/summaries/summary-queries.js';
import { DataUsageRepository } from '../../src/modules/data-usage/data-usage.repository.js';
import { ScreenTimeRepository } from '../../src/modules/screen-time/screen-time.repository.js';
import { ScreenTime } from '../../src/modules/screen-time/screen-time.entity.js';
import { DataUsage } from '../../src/modules/data-usage/data-usage.entity.js';
import { appWith } from '../kit/app/app-with.js';
import { aDevice, anEnterprise, nextId, type ExportRecord } from '../kit/app/builders.js';
import { engine } from '../kit/database/engines.js';
import type { FeedKind } from '../kit/sync/feed-routes.js';
import { aRecord } from '../kit/sync/one-of-each.js';

// On empty tables, a server may consider all indices equal

const ENTERPRISES = ['acme', 'globex', 'initech'];
const EVENTS = 5_000;

const owners = ENTERPRISES.flatMap((enterprise_id) =>
  Array.from({ length: 20 }, (_, at) => ({ enterprise_id, device_id: `tablet-${at}` })),
);
const ofAll = (kind: FeedKind): ExportRecord[] =>
  owners.flatMap((owner) =>
    Array.from({ length: 10 }, (_, at) => {
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

const anEvent = (sequence: number): AuditEvent => ({
  enterpriseKey: 1,
  sequence,
  at: sequence * 60_000,
  actor: `admin:${'abcde'[sequence % 5]}@x.example`,
  action: ['api_key.created', 'api_key.updated', 'api_key.deleted', 'call.refused'][sequence % 4]!,
  apiKeyId: `key-${sequence % 20}`,
  application: 'Night report',
  details: '{}',
  address: '127.0.0.1',
  requestId: `request-${sequence}`,
  hash: String(sequence).padStart(43, '0'),
});

beforeAll(async () => {
  const events = app.dataSource.getRepository(AuditEvent);
  for (let from = 1; from <= EVENTS; from += 500)
    await events.insert(Array.from({ length: 500 }, (_, at) => anEvent(from + at)));
  const tables = 'enterprises, devices, data_usage, screen_time, applications, locations, audit_events';
  await app.dataSource.query(engine === 'sqlite' ? 'ANALYZE' : `ANALYZE TABLE ${tables}`);
});

const explained = (sql: string, parameters: readonly unknown[]): Promise<Record<string, string>[]> =>
  app.dataSource.query(`EXPLAIN ${engine === 'sqlite' ? 'QUERY PLAN' : 'FORMAT=TRADITIONAL'} ${sql}`, [
    ...parameters,
  ]);

/** Returns the plans of the queries that `work` sends. */
async function plansIn(beginning: string, work: () => Promise<unknown>): Promise<string[]> {
  const { dataSource } = app;
  const before = dataSource.logger;
  const sent: [sql: string, parameters: unknown[]][] = [];
  const logQuery = (sql: string, parameters: unknown[] = []) => void sent.push([sql, parameters]);
  dataSource.logger = Object.assign(Object.create(before), { logQuery }) as typeof before;
  await work();
  dataSource.logger = before;
  const queries = sent.filter(([sql]) => sql.startsWith(beginning));
  return Promise.all(
    queries.map(async ([sql, parameters]) => JSON.stringify(await explained(sql, parameters))),
  );
}
const SORTS = /filesort|temporary|TEMP B-TREE/i;

describe('Queries for responses', () => {
  const DAY = { from: Date.parse('2026-03-12T00:00:00Z'), until: Date.parse('2026-03-13T00:00:00Z') };
  const device = { enterpriseKey: 2, deviceId: 'tablet-3' };
  const devices = () => app.get(DevicesRepository);
  const locations = () => app.get(LocationsRepository);
  const usage = () => new DataUsageRepository(app.dataSource.getRepository(DataUsage));
  const screenTime = () => new ScreenTimeRepository(app.dataSource.getRepository(ScreenTime));
  const apps = () => app.get(AppsRepository);
  class AnyRecord {
    @RecordIdField(1)
    enterprise_key: number;
  }
  const FIELDS = FieldSelection.of(AnyRecord);

  const QUERIES: readonly [title: string, query: () => Query][] = [
    ['the device list', () => devices().list(2, FIELDS, {})],
    ['one device', () => devices().listByIds(2, ['tablet-3'], FIELDS)],
    ['some devices', () => devices().listByIds(2, ['tablet-3', 'tablet-5', 'tablet-19'], FIELDS)],
    ['locations of all devices', () => locations().listAll(2, FIELDS, DAY)],
    ['data usage of all devices', () => usage().listByDevices(2, [1, 3, 5], FIELDS, DAY)],
    ['screen time of all devices', () => screenTime().listByDevices(2, [1, 3, 5], FIELDS, DAY)],
    ['applications of all devices', () => apps().listByDevices(2, [1, 3, 5], FIELDS)],
    ['the keys of devices', () => deviceKeys('all', 2)],
    ['locations of a chosen device', () => [...locations().listByDevices(2, [3], FIELDS, DAY)][0]!],
    ['devices with a status', () => devices().list(2, FIELDS, { status: 'ACTIVE' })],
    [
      'chosen devices with a status',
      () => devices().list(2, FIELDS, { device_id: ['tablet-3', 'tablet-5'], status: 'ACTIVE' }),
    ],
    ['data usage', () => usage().listByDevice(device, FIELDS)],
    ['screen time', () => screenTime().listByDevice(device, FIELDS)],
    ['applications', () => apps().listByDevice(device, FIELDS)],
    ['locations of one device', () => locations().listByDevice(device, FIELDS)],
    [
      'the newest location of one device',
      () => locations().listNewest(device, FIELDS, { from: 0, until: Date.now() }),
    ],
    ['the last location of each device', () => devices().listLastLocations(2)],
    ['the latest location of each device', () => locations().listLatest(2, LATEST_FIELDS)],
    [
      'the latest location of some devices',
      () => locations().listLatest(2, LATEST_FIELDS, ['tablet-3', 'tablet-5']),
    ],
    ['the devices of a summary', () => devicesOf(2, undefined)],
    ['some devices of a summary', () => devicesOf(2, ['tablet-3', 'tablet-5'])],
    ...(['app', 'device', 'day'] as const).flatMap((grouping): [string, () => Query][] => [
      [`data usage by ${grouping}`, () => recordsOf('datausage', grouping, 2, [1, 3, 5], DAY)],
      [`screen time by ${grouping}`, () => recordsOf('screentime', grouping, 2, [1, 3, 5], DAY)],
    ]),
  ];

  /** `Select tables optimized away` reads one end of an index during planning. */
  const isByIndex = ({ detail = '', type = '', Extra }: Record<string, string>): boolean =>
    engine === 'sqlite'
      ? detail.startsWith('SEARCH') || detail.includes('SCALAR SUBQUERY') // SCALAR SUBQUERY is a heading
      : ['const', 'eq_ref', 'ref', 'range'].includes(type) || Extra === 'Select tables optimized away';

  async function planOf(query: Query): Promise<Record<string, string>[]> {
    const plan = await explained(query.sql, query.parameters);
    expect(plan.length).toBeGreaterThan(0);
    return plan;
  }

  describe.each(QUERIES)('The query for %s', (_title, query) => {
    it('finds its rows by an index, without a scan', async () => {
      expect((await planOf(query())).filter((step) => !isByIndex(step))).toEqual([]);
    });

    it('reads the rows in their order, without a sort', async () => {
      expect(JSON.stringify(await planOf(query()))).not.toMatch(SORTS);
    });

    it('starts with the enterprise', () => {
      const { sql, parameters } = query();
      expect(sql).toMatch(/WHERE\s+[`"]?\w+[`"]?\.[`"]?enterprise_key[`"]? = \?/);
      expect(parameters[0]).toBe(2);
    });
  });
});

describe('Queries of the audit log', () => {
  const DAYS = { from: 60_000, until: 1e9 };
  const actor = 'admin:a@x.example';
  const action = 'api_key.created';
  const api_key_id = 'key-1';
  const outcome = 'refused';

  const plansOf = (beginning: string, filter: object): Promise<string[]> =>
    plansIn(beginning, () => app.get(AuditRepository).list(1, filter, 100));

  describe.each([
    ['all', {}, /PRIMARY|sqlite_autoindex_audit_events_1/],
    ['one person', { actor }, /audit_events_actor"|audit_events_actor \(/],
    ['one action', { action }, /audit_events_action/],
    ['one key', { api_key_id }, /audit_events_key"|audit_events_key \(/],
    ['one person and action', { actor, action }, /audit_events_actor_action/],
    ['one key and action', { api_key_id, action }, /audit_events_key_action/],
    ['one key and person', { api_key_id, actor }, /audit_events_key_actor/],
    ['one key, person and action', { api_key_id, actor, action }, /audit_events_key_actor/],
  ])('The audit events of %s', (_title, conditions, index) => {
    it.each([
      ['the first page', {}],
      ['a later page', { before: EVENTS / 2 }],
      ['new events', { after: EVENTS / 2 }],
      ['some days', DAYS],
    ] as const)('are found in their order by an index of their own: %s', async (_page, page) => {
      const [plan] = await plansOf('SELECT sequence, at', { ...conditions, ...page });
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(SORTS);
    });
  });

  it.each([
    ['all', {}, 'audit_events_action'],
    ['one person', { actor }, 'audit_events_actor_action'],
    ['one key', { api_key_id }, 'audit_events_key_action'],
  ])('The audit events with one outcome, of %s, are found by kind', async (_title, conditions, index) => {
    const [plan] = await plansOf('SELECT * FROM', { ...conditions, outcome });
    expect(plan!.split(index)).toHaveLength(engine === 'sqlite' ? 3 : 5);
  });

  it('The view of a track in the last hour is found by time', async () => {
    const viewed = { action: 'track.viewed', details: { device_id: 'tablet-1' } };
    const caller = { enterpriseKey: 1, actor };
    const search = () => app.get(AuditRepository).has(caller, viewed, EVENTS * 60_000 - 3_600_000);
    const [plan] = await plansIn('SELECT 1', search);
    expect(plan).toMatch(/audit_events_at/);
  });

  it('The events to verify are read in their order by the primary key', async () => {
    const beginning = engine === 'sqlite' ? 'SELECT "AuditEvent"' : 'SELECT `AuditEvent`';
    const plans = await plansIn(beginning, () => app.get(AuditVerifier).verify(1, EVENTS / 2));
    expect(plans.length).toBeGreaterThan(1);
    for (const plan of plans) {
      expect(plan).toMatch(/PRIMARY|sqlite_autoindex_audit_events_1/);
      expect(plan).not.toMatch(SORTS);
    }
  });

  it('The first and the last event of days are found by time', async () => {
    const plans = await plansOf('SELECT M', DAYS);
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(plan).toMatch(/audit_events_at/);
  });
});

describe('Queries of failed calls', () => {
  const CALLS = 4_000;
  const caller = { key: 2, id: 'globex', timeZone: 'UTC', hiddenData: [] };

  beforeAll(async () => {
    const calls = app.dataSource.getRepository(FailedCall);
    const aCall = (at: number) => ({
      enterpriseKey: 1 + (at % 2),
      apiKeyId: `key-${at % 20}`,
      calledAt: Date.now() - at * 1_000,
      id: randomUUID(),
      requestId: `request-${at}`,
      method: 'GET',
      route: '/api/v1/device',
      status: 404,
      code: 'device_not_found',
      network: '127.0.0.1',
      milliseconds: 1,
    });
    for (let from = 0; from < CALLS; from += 500)
      await calls.insert(Array.from({ length: 500 }, (_, at) => aCall(from + at)));
    await app.dataSource.query(engine === 'sqlite' ? 'ANALYZE' : 'ANALYZE TABLE key_calls');
  });

  it.each([
    ['The first page of all keys', {}, /key_calls_time/],
    ['A later page of all keys', { cursor: `${Date.now() - 60_000}-${randomUUID()}` }, /key_calls_time/],
    ['A page of one key', { api_key_id: 'key-1' }, /PRIMARY|sqlite_autoindex_key_calls_1|PRIMARY KEY/],
  ])('%s is read in the order of an index', async (_title, query, index) => {
    const [plan] = await plansIn('SELECT', () => app.get(FailedCallsService).list(caller, query));
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(SORTS);
  });
});
