import { DatabaseUnavailable } from '../../src/database/rows/row-reader.js';
import { anEnterprise } from '../kit/app/builders.js';
import type { Received } from '../kit/http/http.js';
import { wrapNodes } from '../kit/database/wrapped-nodes.js';
import { FEED_ROUTES, wholeOf } from '../kit/sync/feed-routes.js';
import { ask, follow, tokenOf } from '../kit/sync/follow.js';
import { aRecord, changed, idFor, only, removalOf } from '../kit/sync/one-of-each.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.12: the marks of a state, and 304 for whoever has it

const WEAK_MARK = /^W\/"[\w-]+"$/;
const TOKEN = /^[\w.~-]{1,200}$/;

const stage = new FeedStage();

const get = (path: string, more: Record<string, string> = {}, method = 'GET'): Promise<Received> =>
  ask(stage.client, path, more, method);
const markOf = async (path: string): Promise<string> => String((await get(path)).headers.etag);
const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

describe.each(FEED_ROUTES)('The answer of $path', (route) => {
  const { kind } = route;
  const whole = wholeOf(route);
  const one = aRecord(kind, idFor(route, 1));
  const other = aRecord(kind, idFor(route, 2));

  it('has a token and a weak mark, also without its body, with all that was there from the first', async () => {
    for (const records of [[], [one]]) {
      await stage.load(only(kind, ...records));
      const [answer, head] = [await get(whole), await get(whole, {}, 'HEAD')];
      for (const { status, headers, body } of [answer, head]) {
        expect({ status, hasBody: body !== '' }).toEqual({ status: 200, hasBody: answer.body === body });
        expect(headers.etag).toMatch(WEAK_MARK);
        expect(headers['x-sync-token']).toMatch(TOKEN);
        expect(headers['cache-control']).toBe('private, no-cache');
        expect(headers.link).toBeUndefined();
        expect(headers.etag).toBe(answer.headers.etag);
      }
      for (const { headers } of [answer, head])
        expect((await follow(stage.client, route, String(headers['x-sync-token']))).items).toEqual([]);
    }
  });

  it('is 304 for whoever has it, however that is said', async () => {
    await stage.load(only(kind, one));
    const mark = await markOf(whole);
    const strong = mark.replace('W/', '');
    for (const known of [mark, strong, '*', ` ${mark} `, `"a", ${mark}`, `W/"a, b",${strong}, "c"`]) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, body } = await get(whole, { 'if-none-match': known }, method);
        expect({ known, status, body, mark: headers.etag }).toEqual({ known, status: 304, body: '', mark });
        expect(headers['cache-control']).toBe('private, no-cache');
        expect(headers.vary).toBe('Accept, Accept-Encoding');
        expect(headers['content-type']).toBeUndefined();
      }
    }
    for (const known of ['', '""', 'W/"a"', mark.slice(3, -1), `${strong.slice(0, -1)}x"`])
      expect((await get(whole, { 'if-none-match': known })).status).toBe(200);
  });

  it('has another mark as soon as a record comes, changes or goes, and none of the marks before', async () => {
    const marks = [await markOf(whole)];
    for (const record of [one, changed(kind, one), removalOf(kind, one), one]) {
      await stage.load(only(kind, record));
      expect((await get(whole, { 'if-none-match': marks.join(', ') })).status).toBe(200);
      marks.push(await markOf(whole));
    }
    expect(new Set(marks).size).toBe(marks.length);
  });

  it('keeps its mark while other kinds change, and while the other enterprise does', async () => {
    await stage.load(only(kind, one));
    const before = await markOf(whole);
    for (const { kind: another } of FEED_ROUTES.filter(
      (some) => some.kind !== kind && some.kind !== 'devices',
    ))
      await stage.load(only(another, aRecord(another, 1)));
    await stage.load(only(kind, { ...other, enterprise_id: 'other' }));
    if (kind !== 'devices') await stage.load(only('devices', aRecord('devices', 'tablet-9')));
    expect(await markOf(whole)).toBe(before);
    expect((await get(whole, { 'if-none-match': before })).status).toBe(304);
  });

  it('has another mark with another zone or name of the enterprise, which make no items', async () => {
    await stage.load(only(kind, one));
    const token = await tokenOf(stage.client, route);
    const marks = new Set([await markOf(whole)]);
    for (const over of [{ time_zone: 'Asia/Kathmandu' }, { time_zone: 'Asia/Kathmandu', name: 'Renamed' }]) {
      await stage.app.load({ enterprises: [anEnterprise({ id: stage.enterpriseId, ...over })] });
      marks.add(await markOf(whole));
    }
    expect(marks.size).toBe(3);
    expect((await follow(stage.client, route, token)).items).toEqual([]);
  });

  it('has a mark for each format and each choice of fields, days or changes, and one for both ways of naming a format', async () => {
    await stage.load(only(kind, one));
    const token = await tokenOf(stage.client, route);
    const paths = [
      ...['json', 'ndjson', 'csv', 'parquet'].map((format) => withQuery(whole, `format=${format}`)),
      withQuery(whole, `fields=${route.id}`),
      `${route.path}?since=${token}`,
      `${route.path}?since=beginning`,
      `${route.path}?since=beginning&limit=2`,
      ...(route.hasDays ? [`${route.path}?startdate=2026-01-01&enddate=2026-01-02`] : []),
    ];
    const marks = new Set<string>();
    for (const path of paths) marks.add(await markOf(path));
    expect(marks.size).toBe(paths.length);
    const { headers } = await get(whole, { accept: 'text/csv' });
    expect(headers.etag).toBe(await markOf(withQuery(whole, 'format=csv')));
    expect(await markOf(whole)).toBe(await markOf(withQuery(whole, 'format=json')));
  });

  it('follows its own changes as 304, too', async () => {
    await stage.load(only(kind, one));
    const feed = `${route.path}?since=${await tokenOf(stage.client, route)}`;
    const mark = await markOf(feed);
    expect((await get(feed, { 'if-none-match': mark })).status).toBe(304);
    await stage.load(only(kind, other));
    expect((await get(feed, { 'if-none-match': mark })).status).toBe(200);
  });
});

it('The mark of one enterprise says nothing of another', async () => {
  const { path } = FEED_ROUTES[1]!;
  const days = 'startdate=2026-01-01&enddate=2026-12-31';
  const other = await stage.app.customer(stage.otherId);
  const mark = await markOf(`${path}?${days}`);
  expect((await ask(other, `${path}?${days}`, { 'if-none-match': mark })).status).toBe(200);
});

it('The list under its other paths is one route: tokens and marks of one count at the other', async () => {
  const route = FEED_ROUTES.find(({ kind }) => kind === 'devices')!;
  const [list, other] = [route.path, route.otherPath ?? ''];
  expect(await markOf(other)).toBe(await markOf(list));
  const token = await tokenOf(stage.client, { ...route, path: other });
  await stage.load(only('devices', aRecord('devices', 'tablet-9')));
  expect((await follow(stage.client, route, token)).items).toMatchObject([{ id: 'tablet-9' }]);
});

it('Errors have neither token nor mark', async () => {
  for (const route of FEED_ROUTES) {
    const { status, headers } = await get(`${route.path}?since=nonsense`, { 'if-none-match': '*' });
    expect(status).toBe(400);
    for (const name of ['etag', 'x-sync-token', 'link']) expect(headers).not.toHaveProperty(name);
  }
});

it('An answer that fails before its first byte has neither token nor mark nor link', async () => {
  const route = FEED_ROUTES.find(({ kind }) => kind === 'locations')!;
  await stage.load(only('locations', ...[1, 2, 3].map((id) => aRecord('locations', id))));
  const token = await tokenOf(stage.client, route);
  await stage.load(only('locations', aRecord('locations', 4), aRecord('locations', 5)));
  const restore = wrapNodes(stage.app, (node) => ({
    rows: (query) => node.rows(query),
    stream: () => Promise.reject(new DatabaseUnavailable('no_connection_in_time')),
  }));
  try {
    for (const path of [wholeOf(route), `${route.path}?since=${token}&limit=1`]) {
      const { status, headers } = await get(path);
      expect(status).toBe(503);
      for (const name of ['etag', 'x-sync-token', 'link']) expect(headers).not.toHaveProperty(name);
    }
  } finally {
    restore();
  }
});
