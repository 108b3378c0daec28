import { FEED_ROUTES, wholeOf } from '../kit/sync/feed-routes.js';
import { ask, follow, told, tokenOf } from '../kit/sync/follow.js';
import { aRecord, changed, idFor, only, removalOf } from '../kit/sync/one-of-each.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.12: what a feed brings

const RECORDS = FEED_ROUTES.filter(({ kind }) => kind !== 'devices');
const HISTORIES = RECORDS.filter(({ hasDays }) => hasDays);

const stage = new FeedStage();

describe.each(FEED_ROUTES)('What is new of $kind', (route) => {
  const { kind, id } = route;
  const one = aRecord(kind, idFor(route, 1));
  const other = aRecord(kind, idFor(route, 2));

  it('is what arrived, as the route shows it and with deleted behind', async () => {
    await stage.load(only(kind, one));
    const token = await tokenOf(stage.client, route);
    await stage.load(only(kind, other));
    const answer = await follow(stage.client, route, token);
    const shown = (await stage.client.list(wholeOf(route))).find((item) => item[id] === other[id]);
    expect(answer.items).toEqual([{ ...shown, deleted: false }]);
    expect(Object.keys(answer.items[0] ?? {})).toEqual([...Object.keys(shown ?? {}), 'deleted']);
    expect(answer.next).toBeUndefined();
    expect((await follow(stage.client, route, answer.token)).items).toEqual([]);
  });

  it('is what changed, once and in its newest state, however often', async () => {
    await stage.load(only(kind, one, other));
    const token = await tokenOf(stage.client, route);
    await stage.load(only(kind, changed(kind, one)));
    await stage.load(
      only(kind, other, { ...one, imei: 'between', package_name: 'between', displayName: 'x' }),
    );
    await stage.load(only(kind, changed(kind, one)));
    const { items } = await follow(stage.client, route, token);
    const shown = (await stage.client.list(wholeOf(route))).find((item) => item[id] === one[id]);
    expect(items).toEqual([{ ...shown, deleted: false }]);
  });

  it('is not what is loaded again as it was, alone or among others', async () => {
    await stage.load(only(kind, one, other));
    const token = await tokenOf(stage.client, route);
    const { etag } = (await ask(stage.client, wholeOf(route))).headers;
    await stage.load(only(kind, other, one));
    await stage.load(only(kind, changed(kind, one), one)); // there and back in one batch
    const answer = await follow(stage.client, route, token);
    expect(answer.items).toEqual([]);
    expect(answer.token).toBe(token);
    expect((await ask(stage.client, wholeOf(route))).headers.etag).toBe(etag);
    await stage.load(only(kind, one, changed(kind, other)));
    expect(told(route, await follow(stage.client, route, token))).toEqual([other[id]]);
  });

  it('is what was removed, with nothing but what identifies it', async () => {
    await stage.load(only(kind, one, other));
    const token = await tokenOf(stage.client, route);
    await stage.load(only(kind, removalOf(kind, one)));
    const { items } = await follow(stage.client, route, token);
    const [shown = {}] = await stage.client.list(wholeOf(route));
    expect(items).toHaveLength(1);
    expect(Object.keys(items[0] ?? {})).toEqual([...Object.keys(shown), 'deleted']);
    const values = Object.entries(items[0] ?? {}).filter(([, value]) => value !== null);
    expect(Object.fromEntries(values)).toEqual({
      [id]: one[id],
      ...('device_id' in shown && { device_id: one.device_id }),
      deleted: true,
    });
    expect(told(route, await follow(stage.client, route, 'beginning'))).not.toContain(
      `gone ${String(one[id])}`,
    );
  });

  it('is what came back, as it is now, to whoever saw it go and to whoever did not', async () => {
    await stage.load(only(kind, one, other));
    const before = await tokenOf(stage.client, route);
    await stage.load(only(kind, removalOf(kind, one)));
    const between = await follow(stage.client, route, before);
    expect(told(route, between)).toEqual([`gone ${String(one[id])}`]);
    await stage.load(only(kind, one));
    for (const token of [before, between.token])
      expect(told(route, await follow(stage.client, route, token))).toEqual([one[id]]);
  });

  it('is nothing where what is removed is not there', async () => {
    await stage.load(only(kind, one));
    const token = await tokenOf(stage.client, route);
    await stage.load(only(kind, removalOf(kind, other)));
    expect(await follow(stage.client, route, token)).toMatchObject({ items: [], token });
  });

  it('is that of the own enterprise, whatever the other does under the same ids', async () => {
    await stage.load(only(kind, one));
    const token = await tokenOf(stage.client, route);
    const foreign = { ...one, enterprise_id: 'other' };
    await stage.load(only(kind, foreign, { ...other, enterprise_id: 'other' }));
    await stage.load(only(kind, removalOf(kind, foreign)));
    expect(await follow(stage.client, route, token)).toMatchObject({ items: [], token });
  });

  it('holds the identifying fields and deleted whatever fields are asked for', async () => {
    await stage.load(only(kind, one, other));
    const token = await tokenOf(stage.client, route);
    await stage.load(only(kind, removalOf(kind, one), changed(kind, other)));
    const field = Object.keys(route.table).find((name) => name !== id && name !== 'device_id') ?? '';
    const { items } = await follow(stage.client, route, token, { fields: field });
    const identifying = 'device_id' in route.table ? [id, 'device_id'] : [id];
    for (const item of items) {
      expect(Object.keys(item).sort()).toEqual([...identifying, field, 'deleted'].sort());
      expect(Object.keys(item).at(-1)).toBe('deleted');
    }
    expect(items).toHaveLength(2);
  });
});

describe.each(RECORDS)('Of $kind', (route) => {
  const { kind, id } = route;
  const one = aRecord(kind, 1);

  it('a record that moves to another device is one change, and none for the old device', async () => {
    await stage.load(only(kind, one));
    const token = await tokenOf(stage.client, route);
    await stage.load(only(kind, { ...one, device_id: 'tablet-2' }));
    const answer = await follow(stage.client, route, token);
    expect(told(route, answer)).toEqual([1]);
    if ('device_id' in route.table) expect(answer.items).toMatchObject([{ device_id: 'tablet-2' }]);
  });

  it('a record is not removed in the name of another device', async () => {
    await stage.load(only(kind, one));
    const token = await tokenOf(stage.client, route);
    await expect(stage.load(only(kind, { ...removalOf(kind, one), device_id: 'tablet-2' }))).rejects.toThrow(
      'device_id',
    );
    expect(await follow(stage.client, route, token)).toMatchObject({ items: [], token });
    expect(await stage.client.list(wholeOf(route))).toMatchObject([{ [id]: 1 }]);
  });

  it('lines take effect in their order, within a batch as well', async () => {
    const [first, second, third] = [aRecord(kind, 1), aRecord(kind, 2), aRecord(kind, 3)];
    await stage.load(only(kind, first, second));
    const token = await tokenOf(stage.client, route);
    await stage.load(
      only(
        kind,
        removalOf(kind, first),
        first, // stands as it was
        changed(kind, second),
        removalOf(kind, second),
        third,
        removalOf(kind, third), // was never there
      ),
    );
    expect(told(route, await follow(stage.client, route, token))).toEqual(['gone 2']);
  });
});

describe.each(HISTORIES)('Of $kind', (route) => {
  const { kind } = route;

  it('a record of long ago that comes now is in the next answer, and so is one without a time', async () => {
    await stage.load(only(kind, aRecord(kind, 1)));
    const token = await tokenOf(stage.client, route);
    const late = '2019-05-01T00:00:00Z';
    await stage.load(
      only(kind, aRecord(kind, 2, { created_at: late, start: late }), {
        ...aRecord(kind, 3),
        created_at: null,
        start: null,
      }),
    );
    expect(told(route, await follow(stage.client, route, token))).toEqual([2, 3]);
    expect(told(route, await follow(stage.client, route, 'beginning'))).toEqual([1, 2, 3]);
  });

  it('a record whose time moves is one item', async () => {
    const one = aRecord(kind, 1);
    await stage.load(only(kind, one, aRecord(kind, 2)));
    const token = await tokenOf(stage.client, route);
    await stage.load(
      only(kind, { ...one, created_at: '2019-05-01T00:00:00Z', start: '2019-05-01T00:00:00Z' }),
    );
    expect(told(route, await follow(stage.client, route, token))).toEqual([1]);
    expect(told(route, await follow(stage.client, route, 'beginning'))).toEqual([1, 2]);
  });
});
