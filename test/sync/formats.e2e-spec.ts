import type { ExportRecord } from '../kit/app/builders.js';
import { FORMATS } from '../kit/formats/read-rows.js';
import { itemsOf } from '../kit/sync/feed-items.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';
import { ask, follow, tokenOf } from '../kit/sync/follow.js';
import { aRecord, changed, idFor, only, removalOf } from '../kit/sync/one-of-each.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.12 and 2.11: a feed in every format and encoding

const ZONE = 'Europe/Berlin';
const MANY = 300;

const stage = new FeedStage();

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
