import { aDevice, type ExportRecord } from '../kit/app/builders.js';
import { FORMATS } from '../kit/formats/read-rows.js';
import { itemsOf } from '../kit/sync/feed-items.js';
import { FEED_ROUTES, wholeOf, type FeedRoute } from '../kit/sync/feed-routes.js';
import { ask, feedAnswer, follow, tokenOf, type FeedAnswer } from '../kit/sync/follow.js';
import { aRecord, changed, idFor, only, removalOf } from '../kit/sync/one-of-each.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.12 and 2.11: a feed in every format and encoding, and in pieces: "at most N items, perhaps fewer; while more
// stands, Link"

const ZONE = 'Europe/Berlin';
const MANY = 300;

const stage = new FeedStage();

/** Follows the links to their end. */
async function pages(
  route: FeedRoute,
  path: string,
): Promise<{ sizes: number[]; ids: unknown[]; token: string }> {
  const sizes: number[] = [];
  const ids: unknown[] = [];
  for (let next: string | undefined = path; ;) {
    const answer: FeedAnswer = await feedAnswer(route, await ask(stage.client, next));
    sizes.push(answer.items.length);
    ids.push(...answer.items.map((item) => item[route.id]));
    if (answer.next === undefined) return { sizes, ids, token: answer.token };
    expect(answer.next).toContain(`since=${encodeURIComponent(answer.token)}`);
    next = answer.next;
  }
}

const byId = (id: string, items: readonly ExportRecord[]): ExportRecord[] =>
  [...items].sort((one, other) => (String(one[id]) < String(other[id]) ? -1 : 1));

describe.each(FEED_ROUTES)('What is new of $kind', (route) => {
  const { kind, id, path } = route;

  it.each(FORMATS)('is the same items in %s, those that are gone among them', async (format) => {
    const [one, other] = [aRecord(kind, idFor(route, 1)), aRecord(kind, idFor(route, 2))];
    await stage.load(only(kind, one, other));
    const token = await tokenOf(stage.client, route);
    await stage.load(only(kind, removalOf(kind, one), changed(kind, other), aRecord(kind, idFor(route, 3))));
    for (const since of [token, 'beginning']) {
      const { items, token: end } = await follow(stage.client, route, since);
      const received = await ask(stage.client, `${path}?since=${since}&format=${format}`);
      expect(byId(id, await itemsOf(route, format, received, ZONE))).toEqual(byId(id, items));
      expect(items.length).toBeGreaterThan(1);
      expect(received.headers['x-sync-token']).toBe(end);
    }
  });

  it.each(FORMATS)('is an answer without items in %s where there is none', async (format) => {
    const received = await ask(
      stage.client,
      `${path}?since=${await tokenOf(stage.client, route)}&format=${format}`,
    );
    expect(await itemsOf(route, format, received, ZONE)).toEqual([]);
  });

  it.each(['br', 'gzip'])('is the same in %s, with the same mark and token', async (encoding) => {
    const records = Array.from({ length: MANY }, (_none, at) => aRecord(kind, idFor(route, at)));
    const before = await tokenOf(stage.client, route);
    await stage.load(only(kind, ...records));
    const feed = `${path}?since=${before}&limit=50000`;
    const plain = await ask(stage.client, feed);
    const packed = await ask(stage.client, feed, { 'accept-encoding': encoding });
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(await itemsOf(route, 'json', packed)).toEqual(await itemsOf(route, 'json', plain));
    for (const name of ['etag', 'x-sync-token', 'vary'] as const)
      expect(packed.headers[name]).toBe(plain.headers[name]);
  });
});

describe.each(FEED_ROUTES)('With a limit $kind', (route) => {
  const { kind, id } = route;
  const COUNT = 11;
  const records = Array.from({ length: COUNT }, (_none, at) => aRecord(kind, idFor(route, at)));
  const all = records.map((record) => record[id]);

  it.each([1, 4, COUNT, 50_000])('come %i at a time from the beginning', async (limit) => {
    await stage.load(only(kind, ...records));
    // the one that all tests begin with
    if (kind === 'devices') await stage.load({ devices: [removalOf(kind, aDevice())] });
    const { sizes, ids, token } = await pages(route, `${route.path}?limit=${limit}&since=beginning`);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
    expect([...ids].sort()).toEqual([...all].sort());
    expect((await follow(stage.client, route, token)).items).toEqual([]);
  });

  it.each([1, 4, COUNT, 50_000])('come %i at a time after a token', async (limit) => {
    const token = await tokenOf(stage.client, route);
    for (const some of [records.slice(0, 5), records.slice(5, 6), records.slice(6)])
      await stage.load(only(kind, ...some));
    if (kind === 'devices') await stage.load(only(kind, changed(kind, records[0] ?? {})));
    const { sizes, ids } = await pages(route, `${route.path}?since=${token}&limit=${limit}&format=json`);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
    expect([...new Set(ids)].sort()).toEqual([...all].sort());
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it('may be asked for in another way at each call, and miss nothing that changes meanwhile', async () => {
    await stage.load(only(kind, ...records));
    const first = await follow(stage.client, route, 'beginning', { limit: 3 });
    await stage.load(only(kind, ...records.map((record) => changed(kind, record)).slice(2, 9)));
    const held = new Map(first.items.map((item) => [item[id], item]));
    let token = first.token;
    for (const limit of [1, 5, 50_000, 50_000]) {
      const answer = await follow(stage.client, route, token, { limit });
      for (const item of answer.items) held.set(item[id], item);
      token = answer.token;
    }
    const rest = await follow(stage.client, route, token);
    for (const item of rest.items) held.set(item[id], item);
    const shown = await stage.client.list(wholeOf(route));
    expect(held.size).toBe(shown.length);
    for (const item of shown) expect(held.get(item[id])).toEqual({ ...item, deleted: false });
  });
});

it.each(FEED_ROUTES.filter(({ kind }) => kind !== 'devices'))(
  'The largest and the smallest identifiers of $kind are followed like all others',
  async (route) => {
    const { kind } = route;
    const largest = Number.MAX_SAFE_INTEGER;
    const ids = [-largest, -largest + 1, -1, 0, largest - 3, largest - 1, largest];
    const before = await tokenOf(stage.client, route);
    await stage.load(only(kind, ...ids.map((number) => aRecord(kind, number))));
    for (const since of [before, 'beginning']) {
      const { ids: followed } = await pages(route, `${route.path}?since=${since}&limit=2`);
      expect(followed.map(Number).sort((one, other) => one - other)).toEqual(ids);
    }
  },
);
