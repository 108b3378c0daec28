import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { beginChanges, logChange } from '../../src/database/change-log.js';
import { Transactions } from '../../src/database/transactions.js';
import { aDevice, anApplication, type ExportRecord } from '../kit/app/builders.js';
import { engine } from '../kit/database/engines.js';
import { FORMATS } from '../kit/formats/read-rows.js';
import {
  FEED_ROUTES,
  itemsOf,
  routeOf,
  snapshotPathWithFeedFields,
  snapshotPath,
  type FeedRoute,
} from '../kit/sync/feed-routes.js';
import { sendAs, readFeedPage, follow, tokenOf, idsIn, type FeedPage } from '../kit/sync/follow.js';
import { aRecord, changed, idFor, only, deletionOf } from '../kit/sync/one-of-each.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.12

const RECORDS = FEED_ROUTES.filter(({ kind }) => kind !== 'devices');
const HISTORIES = RECORDS.filter(({ hasDays }) => hasDays);
const ZONE = 'Europe/Berlin';
const FORMER = '2019-05-01T00:00:00Z';

const stage = new FeedStage();

const itemsAfter = async (route: FeedRoute, since: string): Promise<unknown[]> =>
  idsIn(route, await follow(stage.client, route, since));

async function changesAfterLoads(
  route: FeedRoute,
  ...loads: ExportRecord[][]
): Promise<FeedPage & { before: string }> {
  const before = await tokenOf(stage.client, route);
  for (const records of loads) await stage.load(only(route.kind, ...records));
  return { ...(await follow(stage.client, route, before)), before };
}

const shownOf = async (route: FeedRoute, { [route.id]: id }: ExportRecord): Promise<ExportRecord> =>
  (await stage.client.list(snapshotPathWithFeedFields(route))).find((item) => item[route.id] === id) ?? {};

describe.each(FEED_ROUTES)('The next page of $kind', (route) => {
  const { kind, id, path } = route;
  const record1 = aRecord(kind, idFor(route, 1));
  const record2 = aRecord(kind, idFor(route, 2));

  it('contains new records, in the form of the route and with deleted at the end', async () => {
    await stage.load(only(kind, record1));
    const response = await changesAfterLoads(route, [record2]);
    const shown = await shownOf(route, record2);
    expect(response.items).toEqual([{ ...shown, deleted: false }]);
    expect(Object.keys(response.items[0] ?? {})).toEqual([...Object.keys(shown), 'deleted']);
    expect(response.next).toBeUndefined();
    expect(await itemsAfter(route, response.token)).toEqual([]);
  });

  it('contains changed records, once and in their newest state', async () => {
    await stage.load(only(kind, record1, record2));
    const between = { ...record1, imei: 'between', package_name: 'between', displayName: 'x' };
    const { items } = await changesAfterLoads(
      route,
      [changed(kind, record1)],
      [record2, between],
      [changed(kind, record1)],
    );
    expect(items).toEqual([{ ...(await shownOf(route, record1)), deleted: false }]);
  });

  it('omits records that are loaded again without a change', async () => {
    await stage.load(only(kind, record1, record2));
    const { etag } = (await sendAs(stage.client, snapshotPath(route))).headers;
    const thereAndBack = [changed(kind, record1), record1];
    const { before, items, token } = await changesAfterLoads(route, [record2, record1], thereAndBack);
    expect({ items, token }).toEqual({ items: [], token: before });
    expect((await sendAs(stage.client, snapshotPath(route))).headers.etag).toBe(etag);
    expect(idsIn(route, await changesAfterLoads(route, [record1, changed(kind, record2)]))).toEqual([
      record2[id],
    ]);
  });

  it('contains returned records in their current state, for tokens from before and after the removal', async () => {
    await stage.load(only(kind, record1, record2));
    const between = await changesAfterLoads(route, [deletionOf(kind, record1)]);
    expect(idsIn(route, between)).toEqual([`deleted ${String(record1[id])}`]);
    await stage.load(only(kind, record1));
    for (const token of [between.before, between.token])
      expect(await itemsAfter(route, token)).toEqual([record1[id]]);
  });

  it('omits the removal of an unknown record', async () => {
    await stage.load(only(kind, record1));
    const { before, items, token } = await changesAfterLoads(route, [deletionOf(kind, record2)]);
    expect({ items, token }).toEqual({ items: [], token: before });
  });

  it('contains only the own enterprise, even if another uses the same ids', async () => {
    await stage.load(only(kind, record1));
    const [foreign, more] = [record1, record2].map((record) => ({ ...record, enterprise_id: 'other' }));
    const { before, items, token } = await changesAfterLoads(
      route,
      [foreign!, more!],
      [deletionOf(kind, foreign!)],
    );
    expect({ items, token }).toEqual({ items: [], token: before });
  });

  it.each(FORMATS)('contains the same items in %s, including tombstones', async (format) => {
    await stage.load(only(kind, record1, record2));
    const third = aRecord(kind, idFor(route, 3));
    const { before } = await changesAfterLoads(route, [
      deletionOf(kind, record1),
      changed(kind, record2),
      third,
    ]);
    const byId = (items: readonly ExportRecord[]) => new Map(items.map((item) => [item[id], item]));
    for (const since of [before, 'beginning']) {
      const { items, token: end } = await follow(stage.client, route, since);
      const received = await sendAs(stage.client, `${path}?since=${since}&format=${format}`);
      const same = await itemsOf(route, format, received, ZONE);
      expect(byId(same)).toEqual(byId(items));
      expect(same).toHaveLength(items.length);
      expect(items.length).toBeGreaterThan(1);
      expect(received.headers['x-sync-token']).toBe(end);
    }
  });

  it.each(['br', 'gzip'])('is the same in %s, with the same ETag and token', async (encoding) => {
    const records = Array.from({ length: 300 }, (_none, at) => aRecord(kind, idFor(route, at)));
    const { before } = await changesAfterLoads(route, records);
    const feed = `${path}?since=${before}&limit=50000`;
    const plain = await sendAs(stage.client, feed);
    const packed = await sendAs(stage.client, feed, { 'accept-encoding': encoding });
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(await itemsOf(route, 'json', packed)).toEqual(await itemsOf(route, 'json', plain));
    for (const name of ['etag', 'x-sync-token', 'vary'] as const)
      expect(packed.headers[name]).toBe(plain.headers[name]);
  });
});

describe.each(RECORDS)('Records of $kind', (route) => {
  const { kind, id } = route;
  const record = aRecord(kind, 1);

  it('that move to another device are one change, and none for the old device', async () => {
    await stage.load(only(kind, record));
    const response = await changesAfterLoads(route, [{ ...record, device_id: 'tablet-2' }]);
    expect(idsIn(route, response)).toEqual([1]);
    if ('device_id' in route.table) expect(response.items).toMatchObject([{ device_id: 'tablet-2' }]);
  });

  it('are not removed in the name of another device', async () => {
    await stage.load(only(kind, record));
    const token = await tokenOf(stage.client, route);
    const line = { ...deletionOf(kind, record), device_id: 'tablet-2' };
    await expect(stage.load(only(kind, line))).rejects.toThrow('device_id');
    expect(await follow(stage.client, route, token)).toMatchObject({ items: [], token });
    expect(await stage.client.list(snapshotPath(route))).toMatchObject([{ [id]: 1 }]);
  });

  it('change in the order of their lines, within a batch too', async () => {
    const first = aRecord(kind, 1);
    const second = aRecord(kind, 2);
    const third = aRecord(kind, 3);
    const fourth = aRecord(kind, 4);
    const moved = { ...fourth, device_id: 'tablet-2' };
    await stage.load(only(kind, first, second, fourth));
    const response = await changesAfterLoads(route, [
      deletionOf(kind, first),
      first,
      changed(kind, second),
      deletionOf(kind, second),
      third,
      deletionOf(kind, third),
      moved,
      deletionOf(kind, moved),
    ]);
    expect(idsIn(route, response)).toEqual(['deleted 2', 'deleted 4']);
  });
});

describe.each(HISTORIES)('Late records of $kind', (route) => {
  const { kind } = route;

  it('are in the next response, also without a time', async () => {
    await stage.load(only(kind, aRecord(kind, 1)));
    const former = aRecord(kind, 2, { created_at: FORMER, start: FORMER });
    const timeless = aRecord(kind, 3, { created_at: null, start: null });
    expect(idsIn(route, await changesAfterLoads(route, [former, timeless]))).toEqual([2, 3]);
    expect(await itemsAfter(route, 'beginning')).toEqual([1, 2, 3]);
  });

  it('are one item if their time changes', async () => {
    const record = aRecord(kind, 1);
    await stage.load(only(kind, record, aRecord(kind, 2)));
    expect(
      idsIn(route, await changesAfterLoads(route, [{ ...record, created_at: FORMER, start: FORMER }])),
    ).toEqual([1]);
    expect(await itemsAfter(route, 'beginning')).toEqual([1, 2]);
  });
});

async function pages(route: FeedRoute, path: string) {
  const sizes: number[] = [];
  const ids: unknown[] = [];
  for (let next: string | undefined = path; ;) {
    const response: FeedPage = await readFeedPage(route, await sendAs(stage.client, next));
    sizes.push(response.items.length);
    ids.push(...response.items.map((item) => item[route.id]));
    if (response.next === undefined) return { sizes, ids, token: response.token };
    expect(response.next).toContain(`since=${encodeURIComponent(response.token)}`);
    next = response.next;
  }
}

describe.each(FEED_ROUTES)('With a limit $kind', (route) => {
  const { kind, id } = route;
  const COUNT = 11;
  const records = Array.from({ length: COUNT }, (_none, at) => aRecord(kind, idFor(route, at)));
  const all = records.map((record) => record[id]).sort();

  it.each([1, 4, COUNT, 50_000])('returns %i items per page from the beginning', async (limit) => {
    await stage.load(only(kind, ...records));
    if (kind === 'devices') await stage.load({ devices: [deletionOf(kind, aDevice())] });
    const { sizes, ids, token } = await pages(route, `${route.path}?limit=${limit}&since=beginning`);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
    expect([...ids].sort()).toEqual(all);
    expect(await itemsAfter(route, token)).toEqual([]);
  });

  it.each([1, 4, COUNT, 50_000])('returns %i items per page after a token', async (limit) => {
    const again = kind === 'devices' ? [changed(kind, records[0]!)] : [];
    const loads = [records.slice(0, 5), records.slice(5, 6), records.slice(6), again];
    const { before } = await changesAfterLoads(route, ...loads);
    const { sizes, ids } = await pages(route, `${route.path}?since=${before}&limit=${limit}&format=json`);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
    expect([...ids].sort()).toEqual(all);
  });
});

it.each(RECORDS)('The largest and the smallest identifiers of $kind are in the feed', async (route) => {
  const largest = Number.MAX_SAFE_INTEGER;
  const ids = [-largest, -largest + 1, -1, 0, largest - 3, largest - 1, largest];
  const records = ids.map((number) => aRecord(route.kind, number));
  const { before } = await changesAfterLoads(route, records);
  for (const since of [before, 'beginning']) {
    const { ids: followed } = await pages(route, `${route.path}?since=${since}&limit=2`);
    expect(followed.map(Number).sort((a, b) => a - b)).toEqual(ids);
  }
});

describe('A device that becomes DELETED', () => {
  const devices = routeOf('devices');
  const apps = routeOf('applications');

  it.each([
    ['by a line that removes it', deletionOf('devices', aDevice())],
    ['by its status', aDevice({ status: 'DELETED' })],
  ])('%s is deleted with its apps, its histories stay, and all return with it', async (_way, line) => {
    const ofOther = anApplication({ ID: 3, device_id: 'tablet-2' });
    await stage.load({ applications: [anApplication({ ID: 1 }), anApplication({ ID: 2 }), ofOther] });
    for (const { kind } of HISTORIES) await stage.load(only(kind, aRecord(kind, 1)));
    const tokens = new Map<FeedRoute, string>();
    for (const route of FEED_ROUTES) tokens.set(route, await tokenOf(stage.client, route));
    const before = new Map(tokens);
    const newItems = async (): Promise<Record<string, unknown[]>> => {
      const found: Record<string, unknown[]> = {};
      for (const [route, token] of tokens) {
        const response = await follow(stage.client, route, token);
        tokens.set(route, response.token);
        found[route.kind] = idsIn(route, response);
      }
      return found;
    };
    const stay = { datausage: [], screentime: [], locations: [] };

    await stage.load({ devices: [line] });
    const gone = { devices: ['deleted tablet-1'], applications: ['deleted 1', 'deleted 2'] };
    expect(await newItems()).toEqual({ ...gone, ...stay });
    expect(await itemsAfter(apps, 'beginning')).toEqual([3]);

    await stage.load({ devices: [aDevice()] });
    expect(await newItems()).toEqual({ devices: ['tablet-1'], applications: [1, 2], ...stay });
    expect(await itemsAfter(devices, before.get(devices)!)).toEqual(['tablet-1']);
    expect(await itemsAfter(apps, before.get(apps)!)).toEqual([1, 2]);
  });

  it('hides a new app until it returns', async () => {
    await stage.load({ devices: [aDevice({ status: 'DELETED' })] });
    const token = await tokenOf(stage.client, apps);
    await stage.load({ applications: [anApplication({ ID: 1 })] });
    const meanwhile = await follow(stage.client, apps, token);
    expect(meanwhile.items.filter(({ deleted }) => deleted === false)).toEqual([]);
    await stage.load({ devices: [aDevice()] });
    expect(await itemsAfter(apps, meanwhile.token)).toEqual([1]);
  });

  it('returns each of very many apps once', async () => {
    const ids = Array.from({ length: 7_000 }, (_none, at) => 3 * at + 1);
    await stage.load({ applications: ids.map((ID) => anApplication({ ID })) });
    const before = await tokenOf(stage.client, apps);
    await stage.load({ applications: [anApplication({ ID: 1 }), anApplication({ ID: ids.at(-1) })] });
    await stage.load({ devices: [aDevice({ status: 'DELETED' })] });
    expect(await itemsAfter(apps, before)).toHaveLength(ids.length);
    const { ids: gone } = await pages(apps, `${apps.path}?since=${before}&limit=999`);
    expect(gone).toHaveLength(ids.length);
    expect(new Set(gone).size).toBe(ids.length);
  }, 60_000);
});

describe('Changes become visible in the order of their numbers', () => {
  const route = routeOf('locations');
  const location = (id: number, enterprise_id = 'acme') =>
    only('locations', aRecord('locations', id, { enterprise_id }));

  async function write(transaction: EntityManager, mayWrite: () => Promise<unknown>): Promise<void> {
    const [{ key }] = await transaction.query<[{ key: number }]>(
      'SELECT `key` FROM enterprises WHERE id = ?',
      [stage.enterpriseId],
    );
    const ticket = (await beginChanges(transaction, [key])).get(key)!;
    await mayWrite();
    await transaction.query(
      'UPDATE locations SET accuracy = 1, change_number = ? WHERE enterprise_key = ? AND id = 1',
      [ticket.changeNumber, key],
    );
    await logChange(transaction, key, 'locations', ticket, { stored: [1], removed: [] });
  }

  const events = new EventEmitter();
  afterEach(() => events.emit('write')); // A failed test must not leave its transaction open

  async function slowWriter(): Promise<() => Promise<void>> {
    const hasTicket = once(events, 'ticket');
    const writing = new Transactions(stage.app.dataSource).run((transaction) =>
      write(transaction, () => {
        events.emit('ticket');
        return once(events, 'write');
      }),
    );
    await Promise.race([hasTicket, writing]);
    return () => {
      events.emit('write');
      return writing;
    };
  }

  it('A later change is hidden until every earlier change is committed, so that no token skips a change', async () => {
    await stage.load(location(1));
    const before = await tokenOf(stage.client, route);
    const finish = await slowWriter();
    let isLoaded = false;
    const loading = stage.load(location(2)).then(() => (isLoaded = true));
    await wait(500); // longer than an unblocked write takes
    expect(isLoaded).toBe(false);
    expect(await follow(stage.client, route, before)).toMatchObject({ items: [], token: before });

    await Promise.all([finish(), loading]);
    expect(await itemsAfter(route, before)).toEqual([1, 2]);
    const inOrder = await follow(stage.client, route, before, { limit: 1 });
    expect(inOrder.items).toMatchObject([{ id: 1, accuracy: 1 }]);
  });

  // SQLite has one writer at a time
  if (engine === 'mysql')
    it('A writer of one enterprise does not block other enterprises', async () => {
      await stage.load(location(1));
      const finish = await slowWriter();
      await stage.load(location(1, 'other'));
      await finish();
    });

  it('The changes of another writer that follows docs/contract.md, 2.12 are in the feed', async () => {
    await stage.load(only('locations', aRecord('locations', 1), aRecord('locations', 2)));
    const before = await tokenOf(stage.client, route);
    await new Transactions(stage.app.dataSource).run(async (transaction) => {
      const query = <Row>(sql: string, ...values: unknown[]) => transaction.query<Row[]>(sql, values);
      const ofRecord = 'WHERE enterprise_key = ? AND id = ?';
      await query(
        'UPDATE enterprises SET change_number = change_number + 1 WHERE id = ?',
        stage.enterpriseId,
      );
      const [enterprise] = await query<{ key: number; changeNumber: number }>(
        'SELECT `key`, change_number AS changeNumber FROM enterprises WHERE id = ?',
        stage.enterpriseId,
      );
      const { key, changeNumber } = enterprise!;
      await query(`UPDATE locations SET accuracy = 7, change_number = ? ${ofRecord}`, changeNumber, key, 1);
      await query(
        `INSERT INTO removals (enterprise_key, kind, id, device_key, change_number)
          SELECT enterprise_key, 5, id, device_key, ? FROM locations ${ofRecord}`,
        changeNumber,
        key,
        2,
      );
      await query(`DELETE FROM locations ${ofRecord}`, key, 2);
      await query(
        `INSERT INTO changes (enterprise_key, kind, change_number, part, bits, recorded_at, records, removed, ids)
          VALUES (?, 5, ?, 0, 4711, ?, 2, 1, '1+1')`,
        key,
        changeNumber,
        Date.now(),
      );
    });
    const response = await follow(stage.client, route, before);
    expect(idsIn(route, response)).toEqual([1, 'deleted 2']);
    expect(response.items).toContainEqual(expect.objectContaining({ id: 1, accuracy: 7 }));
    expect(await itemsAfter(route, response.token)).toEqual([]);
    await stage.load(location(2));
    expect(await itemsAfter(route, response.token)).toEqual([2]);
  });

  it('A write that is rolled back leaves nothing, and the next one is in the feed', async () => {
    await stage.load(location(1));
    const before = await tokenOf(stage.client, route);
    const undone = new Transactions(stage.app.dataSource).run(async (transaction) => {
      await write(transaction, () => Promise.resolve());
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await follow(stage.client, route, before)).toMatchObject({ items: [], token: before });
    await stage.load(location(2));
    expect(await itemsAfter(route, before)).toEqual([2]);
  });
});
