import { gzipSync } from 'node:zlib';
import { SCOPE_NAMES } from '../../src/auth/scopes.js';
import { aFullFleet, appWith, customerOf } from '../kit/app/app-with.js';
import {
  aDataUsage,
  aDevice,
  aLocation,
  anApplication,
  ENTERPRISE_ID,
  type ExportRecord,
} from '../kit/app/builders.js';
import {
  ClientDrivers,
  LANGUAGES,
  type ClientCall,
  type ClientOutcome,
} from '../kit/clients/client-drivers.js';
import { expectCopy, rowsOfCopy } from '../kit/clients/sqlite-copy.js';
import { freePort } from '../kit/process/free-port.js';
import { run } from '../kit/process/program.js';
import { HttpFaultProxy } from '../kit/proxy/http-fault-proxy.js';
import { FEED_ROUTES, snapshotPath } from '../kit/sync/feed-routes.js';
import { keyOf } from '../guides/guides.js';

const DAYS = { startdate: '2026-01-01', enddate: '2026-12-31' };
const ALL_DAYS = `startdate=${DAYS.startdate}&enddate=${DAYS.enddate}`;
const ODD_ID = 'tablet 2/ü?';
const MANY = 3_000;
/** All fields of the feeds. */
const FIELDS = Object.fromEntries(FEED_ROUTES.map(({ kind, table }) => [kind, Object.keys(table)]));

const many = Array.from({ length: MANY }, (_, at) => aDataUsage({ package_name: `app.${at}`, mobile: at }));
const app = appWith(
  aFullFleet({ devices: [aDevice(), aDevice({ id: ODD_ID, model: 'Modèle 2' })], datausage: many }),
);
const client = customerOf(app);
const proxy = new HttpFaultProxy(app);
const drivers = new ClientDrivers();
const { headers, body, defaultFault } = proxy;
beforeEach(async () => {
  await drivers.install();
  proxy.setFaults();
  Object.assign(proxy, { headers, body, defaultFault });
});

describe.each(LANGUAGES)('The %s client', (language) => {
  const call = (clientCall: Partial<ClientCall>, more: object = {}): Promise<ClientOutcome> => {
    const options = { url: app.url, apiKey: keyOf(client), enterpriseId: ENTERPRISE_ID, ...more };
    return drivers.call(language, { call: 'list', ...clientCall, options });
  };
  const resultOf = async (clientCall: Partial<ClientCall>, more?: object): Promise<unknown> => {
    const { result, error } = await call(clientCall, more);
    expect(error).toBeUndefined();
    return result;
  };

  it('lists and streams every kind', async () => {
    for (const route of FEED_ROUTES) {
      const expected = await client.list(snapshotPath(route, ALL_DAYS));
      const query = route.hasDays ? DAYS : {};
      expect(await resultOf({ call: 'list', kind: route.kind, query })).toEqual(expected);
      expect(await resultOf({ call: 'stream', kind: route.kind, query })).toEqual(expected);
    }
  });

  it('sends filters and fields', async () => {
    const query = { device_id: [ODD_ID, 'unknown'], status: 'ACTIVE', fields: ['model', 'id'] };
    const expected = [{ id: ODD_ID, model: 'Modèle 2' }];
    expect(await resultOf({ call: 'list', kind: 'devices', query })).toEqual(expected);
    expect(await resultOf({ call: 'stream', kind: 'devices', query })).toEqual(expected);
  });

  it('does not request all devices for an empty list of devices', async () => {
    const empty = { query: { device_id: [] } };
    const dated = { kind: 'datausage', query: { ...DAYS, device_id: [] } };
    for (const clientCall of [
      { ...empty, kind: 'devices' },
      { ...empty, call: 'stream', kind: 'applications' },
      { ...empty, call: 'latest' },
      { ...dated, call: 'summary' },
    ])
      expect((await call(clientCall)).error?.problem.errors).toMatchObject([{ parameter: 'device_id' }]);
  });

  it('does not request another path than that of a device', async () => {
    const clientCall = { call: 'get', id: '..' };
    if (language === 'TypeScript') await expect(call(clientCall)).rejects.toThrow('`fetch` cannot request');
    else expect((await call(clientCall)).error).toMatchObject({ code: 'device_not_found' });
  });

  it('refuses a URL without https or http', async () => {
    const url = app.url.replace('http://', '');
    await expect(call({ kind: 'devices' }, { url })).rejects.toThrow('The URL must begin with');
  });

  it('accepts a key with the end of the line of its file', async () => {
    expect(await resultOf({ kind: 'devices' }, { apiKey: `${keyOf(client)}\r\n` })).toHaveLength(2);
  });

  it('returns one device, the latest locations, and summaries', async () => {
    const path = `/api/v1/device/id/${encodeURIComponent(ODD_ID)}`;
    expect(await resultOf({ call: 'get', id: ODD_ID })).toEqual(await client.json(path));
    const fields = ['id', 'model'];
    expect(await resultOf({ call: 'get', id: ODD_ID, query: { fields } })).toEqual({
      id: ODD_ID,
      model: 'Modèle 2',
    });
    const latest = await client.json('/api/v1/device-location/latest');
    expect(await resultOf({ call: 'latest' })).toEqual(latest);
    expect(await resultOf({ call: 'latest', query: { device_id: ['unknown'] } })).toEqual([]);
    for (const kind of ['datausage', 'screentime']) {
      const summary = await client.json(`/api/v1/device/${kind}/summary?${ALL_DAYS}&group_by=day&limit=1`);
      const query = { ...DAYS, group_by: 'day', limit: 1 };
      expect(await resultOf({ call: 'summary', kind, query })).toEqual(summary);
    }
  });

  it('returns the problem document of the service', async () => {
    const { error } = await call({ call: 'get', id: 'unknown' });
    const { request_id } = error!.problem;
    expect(error).toMatchObject({ status: 404, code: 'device_not_found' });
    expect(error!.message).toBe(`device_not_found: ${error!.problem.detail} (request ${request_id})`);
    expect(error!.problem).toMatchObject({ type: `${app.url}/docs/errors/device_not_found` });
    const invalid = await call({ kind: 'datausage', query: { ...DAYS, startdate: 'tomorrow' } });
    expect(invalid.error!.problem.errors).toMatchObject([{ parameter: 'startdate' }]);
    const refused = await call({ call: 'stream', kind: 'devices' }, { apiKey: 'wrong' });
    expect(refused).toMatchObject({ error: { status: 401, code: 'invalid_key' }, items: 0 });
  });

  it('returns a problem document of its own for other errors', async () => {
    proxy.setFaults(418);
    const { error } = await call({ kind: 'devices' }, { url: proxy.url });
    expect(error).toMatchObject({
      status: 418,
      code: 'http_error',
      message: 'http_error: {"status":"refused"}',
    });
    expect(error!.problem).toMatchObject({ type: 'about:blank', instance: '/api/v1/device', request_id: '' });
    const unreachable = { url: `http://127.0.0.1:${await freePort()}`, tries: 2, firstPause: 0.01 };
    const outcome = await call({ kind: 'devices' }, unreachable);
    expect(outcome.error).toMatchObject({ status: 0, code: 'connection_lost' });
  });

  it('does not follow a redirect with the key', async () => {
    proxy.setFaults(302);
    proxy.headers = { location: `${proxy.url}/api/v1/device` };
    const { error } = await call({ kind: 'devices' }, { url: proxy.url });
    expect([error!.status, proxy.requests]).toEqual([302, 1]);
  });

  it('waits for the time in Retry-After, and with growing pauses after lost connections', async () => {
    const timed = async (query: object, more: object): Promise<number> => {
      const began = performance.now();
      await call({ kind: 'devices', query }, { url: proxy.url, ...more });
      return (performance.now() - began) / 1000;
    };
    proxy.setFaults(503, 429);
    const waiting = await timed({}, { firstPause: 60 });
    expect(proxy.requests).toBe(3);
    expect(waiting).toBeGreaterThan(2);
    expect(waiting).toBeLessThan(30);
    for (const retryAfter of ['0', new Date(Date.now() + 3_000).toUTCString(), new Date(0).toUTCString()]) {
      proxy.headers = { 'Retry-After': retryAfter };
      proxy.setFaults(503);
      expect(await timed({}, { firstPause: 60 })).toBeLessThan(30);
      expect(proxy.requests).toBe(2);
    }
    proxy.headers = { 'Retry-After': '1' };
    proxy.setFaults('reset', 'truncated', 'reset');
    expect(await timed({}, { firstPause: 0.2 })).toBeGreaterThan(0.2 + 0.4 + 0.8);
    expect(proxy.requests).toBe(4);
    proxy.setFaults(...Array.from({ length: 9 }, () => 'reset' as const));
    await timed({}, { tries: 3, firstPause: 0.01 });
    expect(proxy.requests).toBe(3);
  });

  it('retries a truncated list, but not a truncated stream', async () => {
    const clientCall = { kind: 'datausage', query: DAYS };
    const quick = { url: proxy.url, firstPause: 0.01 };
    proxy.setFaults('truncated', 'truncated');
    expect(await resultOf({ ...clientCall, call: 'list' }, quick)).toHaveLength(MANY);
    expect(proxy.requests).toBe(3);
    proxy.setFaults('reset', 'truncated');
    const { error, items } = await call({ ...clientCall, call: 'stream' }, quick);
    expect(error).toMatchObject({ status: 0, code: 'connection_lost' });
    expect(items).toBeLessThan(MANY);
    expect(proxy.requests).toBe(2);
  });

  it('reads a compressed response of several members with padding', async () => {
    const members = ['[{"id":', '"tablet-1"}]'].map((text) => gzipSync(text));
    proxy.headers = { 'Content-Encoding': 'gzip' };
    proxy.body = Buffer.concat([...members, Buffer.alloc(8)]);
    proxy.setFaults(200);
    expect(await resultOf({ kind: 'devices' }, { url: proxy.url })).toEqual([{ id: 'tablet-1' }]);
  });

  it('stops after its tries if a 410 follows each first page', async () => {
    let requests = 0;
    proxy.defaultFault = () => (++requests % 2 === 0 ? 410 : 'none');
    const clientCall = { call: 'follow', kind: 'datausage', fields: FIELDS, limit: 1_000 };
    const { error } = await call(clientCall, { url: proxy.url, tries: 3 });
    expect([error?.status, proxy.requests]).toEqual([410, 6]);
    expect(await resultOf(clientCall)).toBeNull();
    expect(rowsOfCopy(drivers.folder, 'datausage')).toHaveLength(MANY);
  });

  it('stops if a page has more items and the token of its request', async () => {
    proxy.body = JSON.stringify({ items: [], sync_token: 'same', has_more: true });
    proxy.setFaults(200, 200, 400);
    const clientCall = { call: 'follow', kind: 'devices', fields: FIELDS, limit: 1_000 };
    const { error } = await call(clientCall, { url: proxy.url });
    expect([error?.code, proxy.requests]).toEqual(['repeated_token', 2]);
  });

  it('refuses a store with an unknown kind', async () => {
    const clientCall = { call: 'followAll', fields: { devices: ['status'], apps: [] }, limit: 1_000 };
    await expect(call(clientCall)).rejects.toThrow('There is no kind `apps`. Kinds: devices, applications,');
  });

  it('follows one kind, and stops for a missing scope', async () => {
    const scopes = SCOPE_NAMES.filter((scope) => scope !== 'device:GetLocation');
    const apiKey = keyOf(await app.customer(ENTERPRISE_ID, scopes));
    const clientCall = { call: 'follow', fields: FIELDS, limit: 1_000 };
    expect(await resultOf({ ...clientCall, kind: 'datausage' }, { apiKey })).toBeNull();
    expect(rowsOfCopy(drivers.folder, 'datausage')).toHaveLength(MANY);
    expect(rowsOfCopy(drivers.folder, 'devices')).toEqual([]);
    const { error } = await call({ ...clientCall, kind: 'locations' }, { apiKey });
    expect(error).toMatchObject({ status: 403, code: 'insufficient_scope' });
    const refused = await resultOf({ ...clientCall, call: 'followAll' }, { apiKey });
    expect(refused).toMatchObject([{ status: 403, code: 'insufficient_scope' }]);
    expect(rowsOfCopy(drivers.folder, 'devices')).toHaveLength(2);
    expect(await resultOf({ ...clientCall, call: 'followAll' })).toEqual([]);
    await expectCopy(client, drivers.folder);
  });
});

const withPython = LANGUAGES.includes('Python') ? it : it.skip;

withPython('the Python store works in every transaction mode, and after a write that failed', async () => {
  const program = `
import sqlite3, sys
from customer_device_api import SqliteStore

page = {"items": [{"id": "tablet-1", "status": "ACTIVE", "deleted": False}], "sync_token": "1", "has_more": False}
modes = [{}, {"isolation_level": None}]
if sys.version_info >= (3, 12):
    modes += [{"autocommit": True}, {"autocommit": False}]
for at, mode in enumerate(modes):
    file = f"mode-{at}.sqlite"
    store = SqliteStore(sqlite3.connect(file, timeout=0, **mode), {"devices": ["status"]})
    store.write("devices", page)
    reader = sqlite3.connect(file)
    open_rows = reader.execute("SELECT 1 FROM tokens, (SELECT 1 UNION SELECT 2)")
    open_rows.fetchone()
    try:
        store.write("devices", {**page, "sync_token": "2"})
        raise SystemExit("The write must fail while the copy is read.")
    except sqlite3.OperationalError:
        open_rows.close()
    assert store.token("devices") == "1"
    store.restart("devices")
    store.write("devices", {**page, "sync_token": "3"})
    assert reader.execute("SELECT token, status, stale FROM tokens, devices").fetchall() == [("3", "ACTIVE", None)]
`;
  const ran = await run(['python3', '-B', '-c', program], { cwd: drivers.folder });
  expect(ran).toEqual({ status: 0, stdout: '', stderr: '' });
});

it('both clients copy every field, and continue the copy of each other', async () => {
  const options = { url: app.url, apiKey: keyOf(client), enterpriseId: ENTERPRISE_ID };
  const clientCall = { call: 'followAll', fields: FIELDS, limit: 500, options };
  const location: ExportRecord = aLocation({ inside_geofence: true, geofence_id: 'depot' });
  for (const [at, language] of [...LANGUAGES, ...LANGUAGES].entries()) {
    expect(await drivers.call(language, clientCall)).toMatchObject({ result: [] });
    await expectCopy(client, drivers.folder);
    await app.load({
      devices: [aDevice({ model: `model ${at}` })],
      applications: [anApplication({ isSystem: at % 2 === 0, versionCode: 4e9 + at })],
      locations: [{ ...location, deleted: at % 2 === 1 }],
      datausage: [aDataUsage({ mobile: 5e12 + at })],
    });
  }
});
