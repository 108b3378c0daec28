import { aDevice } from '../kit/app/builders.js';
import { bodyOf } from '../kit/app/portal-client.js';
import { problemOf } from '../kit/http/api-client.js';
import type { HttpResponse } from '../kit/http/http.js';
import { FEED_ROUTES, itemsOf, routeOf, snapshotPathWithFeedFields } from '../kit/sync/feed-routes.js';
import { tokenOf, type Page } from '../kit/sync/follow.js';
import { aRecord, changed, idFor, only, deletionOf } from '../kit/sync/one-of-each.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.12

const TOKEN = /^[\w.~-]{1,200}$/;
const DEVICES = routeOf('devices');
const LOCATIONS = routeOf('locations');
const ROWS = ['ndjson', 'csv', 'parquet'] as const;

const stage = new FeedStage();

const get = stage.get.bind(stage);

const pageOf = (received: HttpResponse) => bodyOf<Page>(received);

describe.each(FEED_ROUTES)('A page of $path', (route) => {
  const { kind, path, id } = route;
  const records = [1, 2, 3].map((number) => aRecord(kind, idFor(route, number)));

  it('is an object: items first, then the token, whether there is more, and the next page', async () => {
    await stage.load(only(kind, ...records));
    const received = await get(`${path}?limit=2`);
    const page = pageOf(received);
    expect(Object.keys(page)).toEqual(['items', 'sync_token', 'has_more', 'next']);
    expect(page.items).toHaveLength(2);
    expect(page.sync_token).toMatch(TOKEN);
    expect(page.has_more).toBe(true);
    expect(page.next).toBe(`${stage.app.url}${path}?since=${page.sync_token}&limit=2`);
    expect(received.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-sync-token': page.sync_token,
      link: `<${page.next!}>; rel="next"`,
    });
  });

  it('is everything without a token, like since=beginning', async () => {
    await stage.load(only(kind, ...records));
    const [{ items, next, has_more }, named] = [
      pageOf(await get(path)),
      pageOf(await get(`${path}?since=beginning`)),
    ];
    expect([next, has_more]).toEqual([null, false]);
    expect(items).toEqual(named.items);
    const whole = (await stage.client.list(snapshotPathWithFeedFields(route))).map((item) => ({
      ...item,
      deleted: false,
    }));
    const byId = (some: Page['items']) => new Map(some.map((item) => [item[id], item]));
    expect(byId(items)).toEqual(byId(whole));
    expect(items.map((item) => Object.keys(item))).toEqual(
      items.map(() => [...Object.keys(route.table), 'deleted']),
    );
  });

  it('is empty with status 200 if nothing has changed, in every format', async () => {
    await stage.load(only(kind, ...records));
    const since = await tokenOf(stage.client, route);
    const page = pageOf(await get(`${path}?since=${since}`));
    expect(page).toEqual({ items: [], sync_token: since, has_more: false, next: null });
    for (const format of ROWS) {
      const received = await get(`${path}?since=${since}&format=${format}`);
      const { status, headers } = received;
      expect([status, headers['x-sync-token'], headers.link]).toEqual([200, since, undefined]);
      expect(await itemsOf(route, format, received)).toEqual([]);
    }
  });

  it('has the token and the link in the headers of every format, and of HEAD', async () => {
    await stage.load(only(kind, ...records));
    const { sync_token, next } = pageOf(await get(`${path}?limit=1`));
    for (const format of ROWS) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await get(`${path}?limit=1&format=${format}`, {}, method);
        expect([status, headers['x-sync-token']]).toEqual([200, sync_token]);
        expect(headers.link).toBe(`<${next!}&format=${format}>; rel="next"`);
      }
    }
    const head = await get(`${path}?limit=1`, {}, 'HEAD');
    expect([head.status, head.body, head.headers.link]).toEqual([200, '', `<${next!}>; rel="next"`]);
  });

  it('repeats limit, fields and format in the next page, in every notation of the list', async () => {
    await stage.load(only(kind, ...records));
    const otherField = Object.keys(route.table).find((name) => name !== id)!;
    for (const fields of [`fields=${otherField},deleted`, `fields[]=${otherField}&fields[]=deleted`]) {
      const { next, items } = pageOf(await get(`${path}?format=json&${fields}&limit=1`));
      expect(Object.fromEntries(new URL(next!).searchParams)).toEqual({
        since: expect.stringMatching(TOKEN) as string,
        limit: '1',
        fields: `${otherField},deleted`,
        format: 'json',
      });
      const again = pageOf(await get(next!.slice(stage.app.url.length)));
      expect(again.items.map((item) => Object.keys(item))).toEqual([Object.keys(items[0]!)]);
    }
  });

  it('has null for everything but the identifiers of a deletion, with fields too', async () => {
    await stage.load(only(kind, ...records));
    const since = await tokenOf(stage.client, route);
    await stage.load(only(kind, deletionOf(kind, records[0]!), changed(kind, records[1]!)));
    const identifiers = [id, 'device_id'].filter((name) => name in route.table);
    const names = Object.keys(route.table);
    const some = names.filter((name) => !identifiers.includes(name)).slice(0, 2);
    for (const [query, chosen] of [
      ['', names],
      [`&fields=${some.join(',')}`, names.filter((name) => [...identifiers, ...some].includes(name))],
    ] as const) {
      const { items } = pageOf(await get(`${path}?since=${since}${query}`));
      const [gone, kept] = [true, false].map((deleted) => items.find((item) => item.deleted === deleted)!);
      expect(items).toHaveLength(2);
      expect(Object.keys(kept!)).toEqual([...chosen, 'deleted']);
      const values = chosen.map((name) => [name, identifiers.includes(name) ? records[0]![name] : null]);
      expect(Object.entries(gone!)).toEqual([...values, ['deleted', true]]);
    }
  });

  it('is at this path only, with or without a slash at its end', async () => {
    await stage.load(only(kind, ...records));
    const plain = pageOf(await get(path));
    const slashed = await get(`${path}/?limit=1`);
    expect(pageOf(await get(`${path}/`))).toEqual(plain);
    expect(pageOf(slashed).next).toContain(`${path}?since=`);
    problemOf(
      await get(path.replace('/api/v1/', '/')),
      404,
      kind === 'devices' ? 'device_not_found' : 'not_found',
    );
    problemOf(await get(path, {}, 'POST'), 405, 'method_not_allowed');
  });

  it('can have another format, other fields and another limit than the page before', async () => {
    await stage.load(only(kind, ...records, aRecord(kind, idFor(route, 4))));
    const found: unknown[] = [];
    let since = 'beginning';
    for (const [format, more] of [
      ['json', '&limit=1'],
      ['ndjson', `&limit=1&fields=${id}`],
      ['csv', '&limit=1'],
      ['parquet', '&limit=1&fields=deleted'],
      ['json', ''],
    ] as const) {
      const received = await get(`${path}?since=${since}&format=${format}${more}`);
      for (const item of await itemsOf(route, format, received)) found.push(item[id]);
      since = String(received.headers['x-sync-token']);
    }
    const all = (await stage.client.list(snapshotPathWithFeedFields(route))).map((item) => item[id]);
    expect(all.length).toBeGreaterThan(3);
    expect(found.sort()).toEqual(all.sort());
  });
});

it('A device with the identifier changes has its detail at /device/changes', async () => {
  await stage.load({ devices: [aDevice({ id: 'changes' })] });
  expect(await stage.client.object('/device/changes')).toMatchObject({ id: 'changes' });
  expect(await stage.client.object('/api/v1/device/id/changes')).toMatchObject({ id: 'changes' });
  expect(pageOf(await get(DEVICES.path)).items).toHaveLength(3);
});

it('The ETag of a page depends on the address in its link, and that of a snapshot does not', async () => {
  const tagAt = async (path: string, host: string) => (await get(path, { host })).headers.etag;
  const etagA = await tagAt(DEVICES.path, 'a.example');
  const etagB = await tagAt(DEVICES.path, 'b.example');
  expect(etagB).not.toBe(etagA);
  expect(await tagAt(DEVICES.path, 'a.example')).toBe(etagA);
  expect(await tagAt(DEVICES.snapshot, 'b.example')).toBe(await tagAt(DEVICES.snapshot, 'a.example'));
});

it('A page has 10,000 items unless limit says otherwise', async () => {
  const ids = Array.from({ length: 10_001 }, (_none, at) => at + 1);
  await stage.load(only('locations', ...ids.map((id) => aRecord('locations', id))));
  const { items, next } = pageOf(await get(LOCATIONS.path));
  expect(items).toHaveLength(10_000);
  expect(new URL(next!).searchParams.has('limit')).toBe(false);
  const rest = pageOf(await get(next!.slice(stage.app.url.length)));
  expect([rest.items.length, rest.next]).toEqual([1, null]);
}, 60_000);

it('The fields of locations on request come before device_id', async () => {
  await stage.load(only('locations', aRecord('locations', 1)));
  const [item] = pageOf(await get(`${LOCATIONS.path}?fields=geofence_id,altitude`)).items;
  expect(Object.keys(item!)).toEqual(['id', 'altitude', 'geofence_id', 'device_id', 'deleted']);
});
