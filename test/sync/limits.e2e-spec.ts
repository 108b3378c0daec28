import { aDevice } from '../kit/app/builders.js';
import { FEED_ROUTES, wholeOf, type FeedRoute } from '../kit/sync/feed-routes.js';
import { ask, feedAnswer, follow, tokenOf, type FeedAnswer } from '../kit/sync/follow.js';
import { aRecord, changed, idFor, only, removalOf } from '../kit/sync/one-of-each.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.12: "at most N items, perhaps fewer; while more stands, Link"

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
