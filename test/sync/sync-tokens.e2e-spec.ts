import { setTimeout as wait } from 'node:timers/promises';
import { aFleet, appWith } from '../kit/app/app-with.js';
import { anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { TestApp } from '../kit/app/test-app.js';
import { ApiClient, problemOf } from '../kit/http/api-client.js';
import { retryOn503 } from '../kit/process/retry.js';
import { withQuery } from '../kit/specification/specification.js';
import { FEED_ROUTES, routeOf, snapshotPath } from '../kit/sync/feed-routes.js';
import { sendAs, follow, tokenOf } from '../kit/sync/follow.js';
import { aRecord, changed, idFor, only, deletionOf } from '../kit/sync/one-of-each.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.8 and 2.12

const WEAK_ETAG = /^W\/"[\w-]+"$/;
const TOKEN = /^[\w.~-]{1,200}$/;
const DEVICES = routeOf('devices');
const LOCATIONS = routeOf('locations');

const stage = new FeedStage();

const get = stage.get.bind(stage);
const statusWith = async (path: string, etag: string): Promise<number> =>
  (await get(path, { 'if-none-match': etag })).status;
const problem = async (path: string, status: number, code: string) =>
  problemOf(await get(path), status, code);
const etagOf = async (path: string): Promise<string> => String((await get(path)).headers.etag);
const loadLocations = (...ids: number[]) =>
  stage.load(only('locations', ...ids.map((id) => aRecord('locations', id))));

describe.each(FEED_ROUTES)('On $path', (route) => {
  const { path, kind } = route;
  const feed = (since: string): string => `${path}?since=${since}`;

  it.each(['', 'Beginning', '0', '.', 'null', '%00', '%F0%9F%9A%9A', 'x'.repeat(201), 'A.A'])(
    'since=%s is refused',
    async (since) => {
      await problem(feed(since), 400, 'invalid_sync_token');
    },
  );

  it('a token of another route or another enterprise is refused', async () => {
    for (const another of FEED_ROUTES.filter((some) => some.kind !== kind))
      await problem(feed(await tokenOf(stage.client, another)), 400, 'invalid_sync_token');
    const stranger = await stage.app.customer(stage.otherId);
    await problem(feed(await tokenOf(stranger, route)), 400, 'invalid_sync_token');
  });

  it('wrong limits, days and all other parameters are refused', async () => {
    const token = await tokenOf(stage.client, route);
    const limits = ['0', '-1', '50001', '1.5', 'all', '', '01', '1e3', '99999999999', '1&limit=2'];
    const more = [...limits.map((limit) => `limit=${limit}`), `since=${token}`];
    const days = ['startdate=2026-01-01', 'enddate=2026-01-01', 'startdate='];
    const lists = ['since[]=beginning', 'limit[]=1', 'device_id=tablet-1', 'status=ACTIVE'];
    for (const query of [...more, ...days, ...lists])
      await problem(`${feed(token)}&${query}`, 400, 'invalid_parameter');
  });

  it('the snapshot refuses since and limit, and names the feed', async () => {
    const token = await tokenOf(stage.client, route);
    for (const query of [`since=${token}`, 'since=beginning', 'limit=5', 'since=beginning&limit=5']) {
      for (const whole of [snapshotPath(route), route.snapshot]) {
        const { detail, errors = [] } = await problem(withQuery(whole, query), 400, 'invalid_parameter');
        expect(detail).toContain(path);
        expect(errors.map(({ parameter }) => parameter)).toEqual(
          query.split('&').map((pair) => pair.split('=')[0]),
        );
      }
    }
    if (route.hasDays) await problem(route.snapshot, 400, 'invalid_parameter');
  });

  it('the token of the snapshot is valid for the feed', async () => {
    await stage.load(only(kind, aRecord(kind, idFor(route, 1))));
    const token = String((await get(snapshotPath(route))).headers['x-sync-token']);
    expect((await follow(stage.client, route, token)).items).toEqual([]);
    await stage.load(only(kind, aRecord(kind, idFor(route, 2))));
    expect((await follow(stage.client, route, token)).items).toMatchObject([{ [route.id]: idFor(route, 2) }]);
  });
});

describe.each(FEED_ROUTES)('The response of $snapshot', (route) => {
  const { kind } = route;
  const whole = snapshotPath(route);
  const record1 = aRecord(kind, idFor(route, 1));
  const record2 = aRecord(kind, idFor(route, 2));

  it('has a token and a weak ETag on GET and HEAD, even without records', async () => {
    for (const records of [[], [record1]]) {
      await stage.load(only(kind, ...records));
      const response = await get(whole);
      const head = await get(whole, {}, 'HEAD');
      expect([response.body === '', head.body]).toEqual([false, '']);
      for (const { status, headers } of [response, head]) {
        expect(status).toBe(200);
        expect(headers.etag).toMatch(WEAK_ETAG);
        expect(headers.etag).toBe(response.headers.etag);
        expect(headers['x-sync-token']).toMatch(TOKEN);
        expect(headers['cache-control']).toBe('private, no-cache');
        expect(headers.link).toBeUndefined();
        expect((await follow(stage.client, route, String(headers['x-sync-token']))).items).toEqual([]);
      }
    }
  });

  it('is 304 for a client that has it, in any notation of the ETag', async () => {
    await stage.load(only(kind, record1));
    const etag = await etagOf(whole);
    const strong = etag.replace('W/', '');
    for (const sentEtag of [etag, strong, '*', ` ${etag} `, `"a", ${etag}`, `W/"a, b",${strong}, "c"`]) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, body } = await get(whole, { 'if-none-match': sentEtag }, method);
        expect({ sentEtag, status, body, etag: headers.etag }).toEqual({
          sentEtag,
          status: 304,
          body: '',
          etag,
        });
        expect(headers['cache-control']).toBe('private, no-cache');
        expect(headers.vary).toBe('Accept, Accept-Encoding');
        expect(headers['content-type']).toBeUndefined();
      }
    }
    for (const sentEtag of ['', '""', 'W/"a"', etag.slice(3, -1), `${strong.slice(0, -1)}x"`])
      expect(await statusWith(whole, sentEtag)).toBe(200);
  });

  it('has a new ETag after a record is added, changed or removed', async () => {
    const etags = [await etagOf(whole)];
    for (const record of [record1, changed(kind, record1), deletionOf(kind, record1), record1]) {
      await stage.load(only(kind, record));
      expect(await statusWith(whole, etags.join(', '))).toBe(200);
      etags.push(await etagOf(whole));
    }
    expect(new Set(etags).size).toBe(etags.length);
  });

  it('keeps its ETag while other kinds or the other enterprise change', async () => {
    await stage.load(only(kind, record1));
    const before = await etagOf(whole);
    for (const another of FEED_ROUTES.filter((some) => some.kind !== kind))
      await stage.load(only(another.kind, aRecord(another.kind, idFor(another, 9))));
    await stage.load(only(kind, { ...record2, enterprise_id: 'other' }));
    expect(await etagOf(whole)).toBe(before);
    expect(await statusWith(whole, before)).toBe(304);
  });

  it('has a new ETag after a change of the zone or name of the enterprise, which causes no items', async () => {
    await stage.load(only(kind, record1));
    const token = await tokenOf(stage.client, route);
    const etags = new Set([await etagOf(whole)]);
    for (const overrides of [
      { time_zone: 'Asia/Kathmandu' },
      { time_zone: 'Asia/Kathmandu', name: 'Renamed' },
    ]) {
      await stage.app.load({ enterprises: [anEnterprise({ id: stage.enterpriseId, ...overrides })] });
      etags.add(await etagOf(whole));
    }
    expect(etags.size).toBe(3);
    expect((await follow(stage.client, route, token)).items).toEqual([]);
  });

  it('has an ETag for each format and each choice of fields, days or changes, independent of the notation of the format and the fields', async () => {
    await stage.load(only(kind, record1));
    const token = await tokenOf(stage.client, route);
    const [first, second] = Object.keys(route.table).filter(
      (name) => ![route.id, 'device_id'].includes(name),
    );
    const paths = [
      ...['json', 'ndjson', 'csv', 'parquet'].map((format) => withQuery(whole, `format=${format}`)),
      withQuery(whole, `fields=${route.id}`),
      ...[token, 'beginning', 'beginning&limit=1', 'beginning&limit=2'].map(
        (since) => `${route.path}?since=${since}`,
      ),
      ...[first, second, `${first},${second}`].map((fields) => `${route.path}?fields=${fields}`),
      ...(route.hasDays ? [snapshotPath(route, 'startdate=2026-01-01&enddate=2026-01-02')] : []),
    ];
    const etags = new Set<string>();
    for (const path of paths) etags.add(await etagOf(path));
    expect(etags.size).toBe(paths.length);
    const { headers } = await get(whole, { accept: 'text/csv' });
    expect(headers.etag).toBe(await etagOf(withQuery(whole, 'format=csv')));
    expect(await etagOf(whole)).toBe(await etagOf(withQuery(whole, 'format=json')));
    const both = await etagOf(`${route.path}?fields=${first},${second}`);
    expect(await statusWith(`${route.path}?fields[]=${second}&fields=${first}`, both)).toBe(304);
  });

  it('of a feed is 304 until the next change', async () => {
    await stage.load(only(kind, record1));
    const feed = `${route.path}?since=${await tokenOf(stage.client, route)}`;
    const etag = await etagOf(feed);
    expect(await statusWith(feed, etag)).toBe(304);
    await stage.load(only(kind, record2));
    expect(await statusWith(feed, etag)).toBe(200);
  });
});

it('The ETag of one enterprise is not valid for another', async () => {
  const path = snapshotPath(routeOf('datausage'));
  const otherCustomer = await stage.app.customer(stage.otherId);
  expect((await sendAs(otherCustomer, path, { 'if-none-match': await etagOf(path) })).status).toBe(200);
});

it('The list under its other paths is one route: both accept the tokens and ETags of each other', async () => {
  const alternate = '/device';
  expect(await etagOf(alternate)).toBe(await etagOf(DEVICES.snapshot));
  const token = String((await get(alternate)).headers['x-sync-token']);
  await stage.load(only('devices', aRecord('devices', 'tablet-9')));
  expect((await follow(stage.client, DEVICES, token)).items).toMatchObject([{ id: 'tablet-9' }]);
});

describe('The history of the database', () => {
  const query = (sql: string): Promise<unknown> => stage.app.dataSource.query(sql);
  const condition = () =>
    `enterprise_key = (SELECT \`key\` FROM enterprises WHERE id = '${stage.enterpriseId}')`;
  const last = () =>
    `${condition()} AND change_number =
      (SELECT number FROM (SELECT MAX(change_number) AS number FROM changes WHERE ${condition()}) AS newest)`;

  const tokens = async (): Promise<string[]> => {
    await loadLocations(1, 2);
    const walking = (await follow(stage.client, LOCATIONS, 'beginning', { limit: 1 })).token;
    const before = await tokenOf(stage.client, LOCATIONS);
    await loadLocations(3, 4);
    const inside = (await follow(stage.client, LOCATIONS, before, { limit: 1 })).token;
    return [walking, before, inside, await tokenOf(stage.client, LOCATIONS)];
  };
  const expectGone = async (token: string): Promise<void> => {
    const { detail } = await problem(`${LOCATIONS.path}?since=${token}`, 410, 'sync_token_expired');
    expect(detail).toContain('beginning');
  };

  it('that lost or replaced the last change refuses only tokens that include it', async () => {
    for (const statement of ['DELETE FROM changes', 'UPDATE changes SET bits = bits + 1']) {
      const [walking = '', before = '', inside = '', newest = ''] = await tokens();
      await query(`${statement} WHERE ${last()}`);
      for (const token of [inside, newest]) await expectGone(token);
      for (const token of [walking, before])
        expect((await follow(stage.client, LOCATIONS, token)).token).not.toBe('');
      await loadLocations(5);
      for (const token of [inside, newest]) await expectGone(token);
      for (const table of ['changes', 'locations']) await query(`DELETE FROM ${table} WHERE ${condition()}`);
    }
  });

  it('is checked for the kind of the route only', async () => {
    const usage = routeOf('datausage');
    const token = await tokenOf(stage.client, usage);
    await tokens();
    await query(`DELETE FROM changes WHERE ${condition()}`);
    expect((await follow(stage.client, usage, token)).items).toEqual([]);
  });
});

describe('A key that follows feeds', () => {
  const FEEDS = '/internal/v1/api-keys/feeds';
  const admin = (): ApiClient => stage.app.admin(stage.enterpriseId);

  const places = async (): Promise<Record<string, number | null>> =>
    Object.fromEntries(
      (await admin().list(FEEDS)).map(({ feed, read_until }) => [
        String(feed),
        typeof read_until === 'string' ? Date.parse(read_until) : null,
      ]),
    );

  it('is synced up to its last call if no changes are left', async () => {
    expect(await admin().list(FEEDS)).toEqual([]);
    const before = Date.now();
    const token = await tokenOf(stage.client, LOCATIONS);
    const first = (await places()).locations ?? 0;
    expect(first).toBeGreaterThanOrEqual(before);
    await loadLocations(1);
    expect((await places()).locations).toBe(first);
    await follow(stage.client, LOCATIONS, token);
    expect((await places()).locations).toBeGreaterThan(first);
  });

  it('is synced up to the last returned change if more are left', async () => {
    const token = await tokenOf(stage.client, LOCATIONS);
    await loadLocations(1);
    await wait(50);
    const between = Date.now();
    await wait(50);
    await loadLocations(2);
    await follow(stage.client, LOCATIONS, token, { limit: 1 });
    expect((await places()).locations).toBeLessThan(between);
    await follow(stage.client, LOCATIONS, token, { limit: 2 });
    expect((await places()).locations).toBeGreaterThan(between);
  });

  it('is synced up to its last call, whichever instance stores its calls first', async () => {
    const other = await TestApp.start({ DATABASE_URL: stage.app.databaseUrl });
    await follow(stage.client, DEVICES, 'beginning', { limit: 1 });
    await wait(2);
    await follow(new ApiClient(other.url, stage.client.headers), DEVICES, 'beginning');
    await other.close(); // stores its calls
    expect((await places()).devices).not.toBeNull();
  });

  it('has no sync time during its first read', async () => {
    await follow(stage.client, DEVICES, 'beginning', { limit: 1 });
    expect(await places()).toEqual({ devices: null });
  });

  it('is synced up to its last call even if nothing had changed', async () => {
    const path = `${DEVICES.path}?since=beginning`;
    const etag = await etagOf(path);
    const { devices: first } = await places();
    expect(await statusWith(path, etag)).toBe(304);
    expect((await places()).devices).toBeGreaterThan(first ?? 0);
  });

  it('is separate from keys without a token, and deleted with the key', async () => {
    await stage.client.list(snapshotPath(LOCATIONS));
    await stage.client.list('/device');
    expect(await admin().list(FEEDS)).toEqual([]);
    for (let calls = 0; calls < 2; calls++) await tokenOf(stage.client, DEVICES);
    const rows = await stage.app.activity(stage.enterpriseId);
    expect(rows.map(({ scope, requests, feeds }) => [scope, requests, feeds])).toEqual([
      ['device:GetList', 3, 2],
      ['device:GetLocation', 1, 0],
    ]);
    const [entry] = await admin().list(FEEDS);
    await admin().send({ method: 'DELETE', path: `/internal/v1/api-keys/${String(entry!.api_key_id)}` });
    expect(await admin().list(FEEDS)).toEqual([]);
  });
});

describe('Under a rate limit', () => {
  const app = appWith(aFleet(), { RATE_LIMIT: '20/100s', RATE_LIMIT_BULK: '3/60s' });
  let client: ApiClient;
  beforeEach(async () => (client = await app.customer(ENTERPRISE_ID)));

  async function left(path: string, etag?: string): Promise<[number, ...number[]]> {
    const more: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag };
    const { status, headers } = await retryOn503(() => sendAs(client, path, more));
    const limits = String(headers.ratelimit).matchAll(/"\w+";r=(\d+);t=\d+/g);
    return [status, ...[...limits].map(([, rest]) => Number(rest))];
  }

  it.each(FEED_ROUTES)('A 304 of $path is no bulk request, also when none is left', async (route) => {
    const feed = `${route.path}?since=beginning`;
    for (const path of [snapshotPath(route), feed]) {
      client = await app.customer(ENTERPRISE_ID);
      const etag = String((await sendAs(client, path)).headers.etag);
      const isBulk = path !== '/api/v1/device/';
      for (const rest of [18, 17])
        expect(await left(path, etag)).toEqual(isBulk ? [304, rest, 2] : [304, rest]);
      for (let more = 0; more < 3; more++) await sendAs(client, feed);
      expect((await sendAs(client, feed)).status).toBe(429);
      expect(await left(path, etag)).toEqual(isBulk ? [304, 12, 0] : [304, 12]);
    }
  });
});
