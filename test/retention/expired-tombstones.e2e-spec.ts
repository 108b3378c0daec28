import { TombstonesService } from '../../src/modules/retention/tombstones.service.js';
import { eraserOf, uninterrupted } from '../erasure/eraser.js';
import { DEVICE_ID } from '../kit/app/builders.js';
import { problemOf } from '../kit/http/api-client.js';
import { routeOf } from '../kit/sync/feed-routes.js';
import { sendAs, follow, idsIn, tokenOf } from '../kit/sync/follow.js';
import { aRecord, only, deletionOf } from '../kit/sync/one-of-each.js';
import { FeedStage } from '../sync/feed-stage.js';

// docs/contract.md, 2.12

const DAY_MS = 86_400_000;
const DAYS = 3;
const ROUTE = routeOf('locations');
const stage = new FeedStage({ SYNC_TOKEN_DAYS: String(DAYS) });

const record = (id: number) => aRecord('locations', id);
const load = (...ids: number[]) => stage.load(only('locations', ...ids.map(record)));
const remove = (...ids: number[]) =>
  stage.load(only('locations', ...ids.map((id) => deletionOf('locations', record(id)))));
const token = () => tokenOf(stage.client, ROUTE);
const itemsFrom = async (since: string) => idsIn(ROUTE, await follow(stage.client, ROUTE, since));
const expired = async (since: string): Promise<void> => {
  problemOf(await sendAs(stage.client, `${ROUTE.path}?since=${since}`), 410, 'sync_token_expired');
};

const purge = () => stage.app.get(TombstonesService).purge(new AbortController().signal);
const query = <Row>(sql: string, ...parameters: unknown[]): Promise<Row[]> =>
  stage.app.dataSource.query<Row[]>(sql, parameters);
const OWN = 'enterprise_key = (SELECT `key` FROM enterprises WHERE id = ?)';
const countOf = async (table: string): Promise<number> =>
  (await query(`SELECT 1 FROM ${table} WHERE ${OWN} AND kind = 5`, stage.enterpriseId)).length;

async function age(days: number, milliseconds = 0): Promise<void> {
  const ago = days * DAY_MS + milliseconds;
  await query(`UPDATE changes SET recorded_at = recorded_at - ? WHERE ${OWN}`, ago, stage.enterpriseId);
  await query(`UPDATE change_floors SET raised_at = raised_at - ? WHERE ${OWN}`, ago, stage.enterpriseId);
}

describe('A tombstone older than SYNC_TOKEN_DAYS', () => {
  it('is purged: tokens from before it expire, and all others stay valid', async () => {
    const never = await token();
    await load(1, 2, 3);
    const before = await token();
    await remove(1, 2);
    const inside = (await follow(stage.client, ROUTE, before, { limit: 1 })).token;
    const readingFirstPages = (await follow(stage.client, ROUTE, 'beginning', { limit: 1 })).token;
    const after = await token();
    await load(4);
    const last = await token();
    await age(DAYS, 1);
    expect(await purge()).toBe(0);
    for (const invalid of [never, before, inside]) await expired(invalid);
    const expectValidTokens = async (): Promise<void> => {
      expect(await itemsFrom(after)).toEqual([4]);
      expect(await itemsFrom(readingFirstPages)).toEqual([]);
      expect(await itemsFrom(last)).toEqual([]);
      expect(await itemsFrom('beginning')).toEqual([3, 4]);
    };
    await expectValidTokens();

    // Responses in progress may need the tombstones for one more day
    expect(await purge()).toBe(0);
    expect([await countOf('removals'), await countOf('changes')]).toEqual([2, 3]);
    await age(1, 1);
    expect(await purge()).toBe(2);
    expect([await countOf('removals'), await countOf('changes')]).toEqual([0, 2]);
    for (const invalid of [never, before, inside]) await expired(invalid);
    await expectValidTokens();
    await remove(4);
    expect(await itemsFrom(after)).toEqual(['deleted 4']);
  });

  it('is purged in order, the oldest first', async () => {
    await load(1, 2);
    await remove(1);
    const first = await token();
    await age(2);
    await remove(2);
    const second = await token();
    await age(2);
    await purge();
    expect(await itemsFrom(first)).toEqual(['deleted 2']);
    await age(2);
    expect(await purge()).toBe(1);
    await expired(first);
    expect(await itemsFrom(second)).toEqual([]);
  });
});

describe('The name of an erased device', () => {
  const devices = routeOf('devices');
  const names = async (): Promise<string[]> => {
    const sql = `SELECT id FROM erased_devices WHERE ${OWN}`;
    return (await query<{ id: string }>(sql, stage.enterpriseId)).map(({ id }) => id);
  };
  const erase = () =>
    eraserOf(stage.app).erase({ enterpriseId: stage.enterpriseId, deviceId: DEVICE_ID }, uninterrupted);

  it('is purged like tombstones', async () => {
    const before = await tokenOf(stage.client, devices);
    await load(1);
    await erase();
    const after = await tokenOf(stage.client, devices);
    await age(DAYS, -60_000);
    await purge();
    expect((await follow(stage.client, devices, before)).items).toHaveLength(1);

    await age(0, 60_001);
    await purge();
    problemOf(await sendAs(stage.client, `${devices.path}?since=${before}`), 410, 'sync_token_expired');
    expect(await names()).toEqual([DEVICE_ID]);

    await age(1, 1);
    await purge();
    expect(await names()).toEqual([]);
    expect((await follow(stage.client, devices, after)).items).toEqual([]);
  });

  it('stays while a tombstone of one of its records exists', async () => {
    await load(1);
    await erase();
    await age(DAYS, 1);
    await query(`DELETE FROM change_floors WHERE ${OWN}`, stage.enterpriseId);
    await purge();
    await query(`DELETE FROM change_floors WHERE ${OWN} AND kind = 5`, stage.enterpriseId);
    await age(1, 1);
    await purge();
    expect(await names()).toEqual([DEVICE_ID]);
    await age(1, 1);
    await purge();
    expect(await names()).toEqual([]);
  });
});

describe('An old token is valid', () => {
  it('if all tombstones are younger', async () => {
    await load(1);
    const before = await token();
    await age(10 * DAYS);
    await remove(1);
    await age(DAYS, -60_000);
    await purge();
    expect(await itemsFrom(before)).toEqual(['deleted 1']);
  });

  it('if nothing was removed, or removed records have returned', async () => {
    const never = await token();
    await load(1, 2);
    const before = await token();
    await remove(1);
    await load(1);
    await age(10 * DAYS);
    expect(await purge()).toBe(0);
    expect(await itemsFrom(never)).toEqual([1, 2]);
    expect(await itemsFrom(before)).toEqual([1]);
  });

  it('if purged tombstones are of another kind or another enterprise', async () => {
    const usage = routeOf('datausage');
    const ofLocations = await token();
    const ofUsage = await tokenOf(stage.client, usage);
    await stage.load(only('datausage', aRecord('datausage', 1)));
    await stage.load(only('datausage', deletionOf('datausage', aRecord('datausage', 1))));
    await age(10 * DAYS);
    await purge();
    expect(await itemsFrom(ofLocations)).toEqual([]);
    problemOf(await sendAs(stage.client, `${usage.path}?since=${ofUsage}`), 410, 'sync_token_expired');
    const otherCustomer = await stage.app.customer(stage.otherId);
    expect((await follow(otherCustomer, usage, await tokenOf(otherCustomer, usage))).items).toEqual([]);
  });
});
