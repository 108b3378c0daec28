import fc from 'fast-check';
import { appWith } from '../kit/app/app-with.js';
import {
  aDevice,
  aDeviceInfo,
  aLocation,
  anApplication,
  anEnterprise,
  ENTERPRISE_ID,
} from '../kit/app/builders.js';
import { wrapReads } from '../kit/database/watched-reads.js';
import { ApiClient } from '../kit/http/api-client.js';
import { ClientAgent, contentOf, RawAgent, type Agent } from '../kit/mcp/agent.js';
import { anExport } from '../kit/specification/random-export.js';

// docs/contract.md, 2.17

const RUNS = 5;
type Row = Record<string, unknown>;

const app = appWith({ enterprises: [anEnterprise()] });

/** An agent of each generation of the protocol, and the API with the same key. */
interface Caller {
  readonly agents: readonly Agent[];
  readonly api: ApiClient;
  close(): Promise<void>;
}

async function callerOf(enterpriseId: string): Promise<Caller> {
  const { key } = await app.createKey(enterpriseId, undefined, { mcp: true });
  const current = await ClientAgent.connect(app.url, key, 'auto');
  const earlier = await ClientAgent.connect(app.url, key, 'legacy');
  return {
    agents: [new RawAgent(app.url, key), current, earlier],
    api: app.admin(enterpriseId).with({ authorization: `Bearer ${key}` }),
    close: async () => {
      await current.client.close();
      await earlier.client.close();
    },
  };
}

/** Returns the content, which is the same for every generation. */
async function callAll({ agents }: Caller, name: string, given: object = {}): Promise<Row> {
  const contents: Row[] = [];
  for (const agent of agents) contents.push(contentOf(await agent.call(name, given)));
  for (const content of contents) expect(content).toEqual(contents[0]);
  return contents[0]!;
}

const pick = (row: Row, names: string): Row =>
  Object.fromEntries(names.split(' ').map((name) => [name, row[name]]));
const binary = (a: unknown, b: unknown): number =>
  Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
const includes = (query: string, ...texts: unknown[]): boolean =>
  texts.some((text) => String(text).toLowerCase().includes(query.toLowerCase()));

const FOUND = 'id status model brand android_version policy_name last_connect remaining_battery';
const BLANK = ['token', 'play_emm_token', 'fcm_token'];

function withoutCredentials(device: Row): Row {
  const { manifest: _manifest, ...shown } = device;
  const blank = (part: Row): Row =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, BLANK.includes(name) ? '' : value]),
    );
  const inside = JSON.stringify(shown.device_info, (name, value: unknown) =>
    name === 'fcm_token' && typeof value === 'string' ? '' : value,
  );
  return { ...blank(shown), device_info: JSON.parse(inside) as Row };
}

async function expectDevices(caller: Caller): Promise<string[]> {
  const list = await caller.api.list('/api/v1/device');
  const found = list.map((device) => pick(device, FOUND));
  expect(await callAll(caller, 'find_devices', { limit: 100 })).toEqual({
    devices: found,
    total: found.length,
    next_cursor: null,
  });
  const paged: Row[] = [];
  for (let cursor: unknown = undefined; cursor !== null;) {
    const page = await callAll(caller, 'find_devices', { limit: 1, ...(cursor !== undefined && { cursor }) });
    expect(page.total).toBe(found.length);
    paged.push(...(page.devices as Row[]));
    expect(paged.length).toBeLessThanOrEqual(found.length); // ends a loop that makes no progress
    cursor = page.next_cursor;
  }
  expect(paged).toEqual(found);
  for (const { id, status, model } of list) {
    const detail = await caller.api.object(`/api/v1/device/id/${encodeURIComponent(String(id))}`);
    expect(await callAll(caller, 'get_device', { device_id: id })).toEqual({
      device: withoutCredentials(detail),
    });
    for (const query of [String(id), String(model).toUpperCase()].filter(
      ({ length }) => length > 0 && length < 100,
    )) {
      const { devices } = await callAll(caller, 'find_devices', { query, limit: 100 });
      const matching = list.filter((each) =>
        includes(query, each.id, each.model, each.brand, each.policy_name),
      );
      expect(devices).toEqual(matching.map((device) => pick(device, FOUND)));
    }
    if (status === '') continue;
    const { total } = await callAll(caller, 'find_devices', { status });
    expect(total).toBe(list.filter((each) => each.status === status).length);
  }
  return list.map(({ id }) => String(id));
}

async function expectSummaries(caller: Caller, ids: readonly string[]): Promise<void> {
  for (const [name, kind] of [
    ['summarize_data_usage', 'datausage'],
    ['summarize_screen_time', 'screentime'],
  ] as const) {
    for (const group_by of ['app', 'device', 'day']) {
      const days = { startdate: '2026-02-27', enddate: '2026-04-02', group_by, limit: 3 };
      const query = new URLSearchParams({ ...days, limit: '3' }).toString();
      const path = `/api/v1/device/${kind}/summary?${query}`;
      expect(await callAll(caller, name, days)).toEqual(await caller.api.object(path));
      for (const id of ids) {
        const summary = await caller.api.object(`${path}&device_id=${encodeURIComponent(id)}`);
        expect(await callAll(caller, name, { ...days, device_id: [id] })).toEqual(summary);
        expect(await callAll(caller, name, { ...days, device_id: id })).toEqual(summary);
      }
    }
  }
}

/** Counts devices by value, the most first. */
function ranked(rows: readonly Row[], name: string): [string, number][] {
  const values = new Set(rows.map((row) => String(row[name])));
  const counts = Array.from(values, (value): [string, number] => {
    const ofValue = rows.filter((row) => row[name] === value);
    return [value, new Set(ofValue.map(({ device_id }) => device_id)).size];
  });
  return counts.sort(([a, countA], [b, countB]) => countB - countA || binary(a, b));
}

async function expectApps(caller: Caller, ids: readonly string[]): Promise<void> {
  const all = await caller.api.list('/api/v1/device/app/bulk');
  const apps = ranked(all, 'packageName').map(([packageName, devices]) => {
    const ofPackage = all.filter((row) => row.packageName === packageName);
    const versions = ranked(ofPackage, 'versionName').slice(0, 10);
    return {
      ...{ packageName, displayName: ranked(ofPackage, 'displayName')[0]![0], devices },
      versions: versions.map(([versionName, count]) => ({ versionName, devices: count })),
    };
  });
  expect(await callAll(caller, 'list_apps')).toEqual({ apps: apps.slice(0, 50), total: apps.length });
  for (const id of ids) {
    const ofDevice = await caller.api.list(`/api/v1/device/app/id/${encodeURIComponent(id)}`);
    expect(await callAll(caller, 'list_apps', { device_id: id, limit: 2 })).toEqual({
      apps: ofDevice.slice(0, 2).map((row) => pick(row, 'packageName displayName versionName isSystem')),
      total: ofDevice.length,
    });
  }
}

async function expectLocations(caller: Caller, ids: readonly string[]): Promise<void> {
  const latest = await caller.api.list('/api/v1/device-location/latest');
  const shown = latest.map((row) => pick(row, 'device_id created_at lat lng accuracy provider'));
  expect(await callAll(caller, 'latest_locations')).toEqual({ locations: shown, total: shown.length });
  for (const id of ids) {
    const ofDevice = shown.filter(({ device_id }) => device_id === id);
    const given = { device_id: [id] };
    expect(await callAll(caller, 'latest_locations', given)).toEqual({
      locations: ofDevice,
      total: ofDevice.length,
    });
    const days = { startdate: '2026-02-27', enddate: '2026-04-02' };
    const path = `/api/v1/device-location/id/${encodeURIComponent(id)}?${new URLSearchParams(days).toString()}`;
    const points = (await caller.api.list(path)).map((row) => pick(row, 'created_at lat lng accuracy'));
    expect(await callAll(caller, 'device_track', { device_id: id, ...days })).toEqual({
      points,
      total: points.length,
      thinned: false,
    });
  }
}

let rounds = 0;

it('Every tool returns what the API returns, for random data and every generation of the protocol', async () => {
  const unique = () => `${++rounds}`;
  await fc.assert(
    fc.asyncProperty(anExport(unique), async (records) => {
      await app.load(records);
      const caller = await callerOf(String(records.enterprises[0]!.id));
      const ids = await expectDevices(caller);
      await expectSummaries(caller, ids);
      await expectApps(caller, ids);
      await expectLocations(caller, ids);
      await caller.close();
    }),
    { numRuns: RUNS },
  );
}, 240_000);

describe('A fleet', () => {
  const names = [
    'Straße',
    'STRASSE',
    'ÅNGSTRÖM',
    'ångström',
    'ГЛАГОЛ',
    'İstanbul',
    '100%',
    'a_b',
    'a\\b',
    'ΟΔΟΣΑ',
  ];
  let caller: Caller;
  beforeAll(async () => {
    await app.load({
      devices: [
        ...names.map((model, at) => aDevice({ id: `d-${at}`, model, brand: 'b', policy_name: `P${at}` })),
        aDevice({ id: 'gone', status: 'DELETED', model: 'Gone' }),
        aDevice({ device_info: aDeviceInfo(), imei: '356938035643809', token: 'secret' }),
      ],
    });
    caller = await callerOf(ENTERPRISE_ID);
  });
  afterAll(() => caller.close());

  it.each([
    ['straße', ['d-0']],
    ['STRASSE', ['d-1']],
    ['strasse', ['d-1']],
    ['Ångström', ['d-2', 'd-3']],
    ['глагол', ['d-4']],
    ['100%', ['d-6']],
    ['%', ['d-6']],
    ['_', ['d-7']],
    ['a\\', ['d-8']],
    ['ΟΔΟΣ', ['d-9']],
    ['p4', ['d-4']],
    ['D-5', ['d-5']],
    ['Gone', []],
    ['356938', []],
    ['secret', []],
    ["' OR 1=1 --", []],
  ])('is searched for %j ignoring case, with the same result on both engines', async (query, ids) => {
    const { devices, total } = await callAll(caller, 'find_devices', { query });
    expect((devices as Row[]).map(({ id }) => id)).toEqual(ids);
    expect(total).toBe(ids.length);
  });

  it('is searched for up to 255 characters, also outside the Basic Multilingual Plane', async () => {
    const found = await callAll(caller, 'find_devices', { query: '🚚'.repeat(255) });
    expect(found).toMatchObject({ total: 0 });
  });

  it('shows no device with status DELETED', async () => {
    const none = { devices: [], total: 0, next_cursor: null };
    expect(await callAll(caller, 'find_devices', { status: 'DELETED' })).toEqual(none);
    expect(await caller.agents[0]!.call('get_device', { device_id: 'gone' })).toMatchObject({
      isError: true,
    });
  });

  it('shows the most used versions and names of its apps', async () => {
    const versions = Array.from({ length: 12 }, (_, at) => `1.${at}`);
    const devices = versions.map((_version, at) => aDevice({ id: `v-${at}` }));
    await app.load({
      devices,
      applications: [
        ...versions.map((versionName, at) =>
          anApplication({
            device_id: `v-${at}`,
            packageName: 'many',
            displayName: at ? 'Many' : 'Viele',
            versionName,
          }),
        ),
        anApplication({ device_id: 'v-0', packageName: 'many', displayName: 'Viele', versionName: '1.11' }),
        anApplication({ device_id: 'v-0', packageName: 'many', displayName: 'Viele', versionName: '1.11' }),
        anApplication({ device_id: 'v-3', packageName: 'few', displayName: 'Few', versionName: '2' }),
      ],
    });
    const { apps, total } = await callAll(caller, 'list_apps', { query: 'VIELE' });
    expect(total).toBe(1);
    const [{ versions: used, ...app_ }] = apps as [Row & { versions: Row[] }];
    expect(app_).toEqual({ packageName: 'many', displayName: 'Many', devices: 12 });
    expect(used).toHaveLength(10);
    expect(used.slice(0, 3)).toEqual([
      { versionName: '1.11', devices: 2 },
      { versionName: '1.0', devices: 1 },
      { versionName: '1.1', devices: 1 },
    ]);
    expect(await callAll(caller, 'list_apps', { limit: 1 })).toMatchObject({
      total: 2,
      apps: [{ packageName: 'many' }],
    });
  });

  it('thins a track evenly, and keeps its first and last point', async () => {
    const times = Array.from({ length: 1_001 }, (_, at) =>
      new Date(Date.UTC(2026, 2, 29, 6) + at * 10_000).toISOString(),
    );
    await app.load({ locations: times.map((created_at) => aLocation({ device_id: 'd-0', created_at })) });
    const days = { device_id: 'd-0', startdate: '2026-03-29', enddate: '2026-03-29' };
    const { points, total, thinned } = await callAll(caller, 'device_track', { ...days, limit: 101 });
    expect([total, thinned]).toEqual([1_001, true]);
    const at = (points as Row[]).map(({ created_at }) => Date.parse(String(created_at)));
    expect(at).toEqual(times.filter((_time, each) => each % 10 === 0).map((time) => Date.parse(time)));
    const { points: two } = await callAll(caller, 'device_track', { ...days, limit: 2 });
    expect(two).toEqual([(points as Row[])[0], (points as Row[]).at(-1)]);
  });

  it('has the last point of a track that an import changes while it is read', async () => {
    const pointAt = (minute: number, overrides: object = {}) =>
      aLocation({
        id: 9e9 + minute,
        device_id: 'd-1',
        created_at: `2026-03-29T06:0${minute}:00.000Z`,
        ...overrides,
      });
    await app.load({ locations: [1, 2, 3, 4, 5].map((minute) => pointAt(minute)) });
    const given = { device_id: 'd-1', startdate: '2026-03-29', enddate: '2026-03-29', limit: 3 };
    const minutesAfter = async (changed: Row): Promise<unknown[]> => {
      let reads = 0;
      const restore = wrapReads(app, (node) => ({
        rows: (query) => node.rows(query),
        stream: async (query, take, pace) => {
          await node.stream(query, take, pace);
          if (++reads === 1) await app.load({ locations: [changed] });
        },
      }));
      const { points, total } = contentOf(await caller.agents[0]!.call('device_track', given));
      restore();
      expect(reads).toBe(2);
      return [total, (points as Row[]).map(({ created_at }) => String(created_at).slice(14, 16))];
    };
    expect(await minutesAfter(pointAt(6))).toEqual([6, ['01', '03', '06']]);
    expect(await minutesAfter(pointAt(6, { deleted: true }))).toEqual([5, ['01', '04', '05']]);
  });
});
