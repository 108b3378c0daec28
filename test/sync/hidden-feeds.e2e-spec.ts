import type { HiddenData } from '../../src/http/hidden-data.js';
import { problemOf, type ApiClient } from '../kit/http/api-client.js';
import { asHeader } from '../kit/app/test-app.js';
import type { ExportRecord } from '../kit/app/builders.js';
import { HIDDEN_SETS, hideFields } from '../kit/specification/hidden-fields.js';
import {
  FEED_ROUTES,
  itemsOf,
  snapshotPathWithFeedFields,
  snapshotPath,
  type FeedRoute,
} from '../kit/sync/feed-routes.js';
import { sendAs, tokenOf } from '../kit/sync/follow.js';
import { aRecord, changed, idFor, only, deletionOf } from '../kit/sync/one-of-each.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.12 and 2.16

const RECORDS = 7;

const stage = new FeedStage();
const DISGUISED = FEED_ROUTES.filter(({ kind }) => kind === 'devices' || kind === 'locations');

async function keyWith(hidden_data: readonly HiddenData[]): Promise<{ id: string; client: ApiClient }> {
  const { id, key } = await stage.app.createKey(stage.enterpriseId, undefined, { hidden_data });
  const enterprise = asHeader(stage.enterpriseId);
  const headers = { authorization: `Bearer ${key}`, 'x-enterprise-id': enterprise };
  return { id, client: stage.client.with(headers) };
}

const restrict = (id: string, hidden_data: readonly HiddenData[]) =>
  stage.app.admin(stage.enterpriseId).sendJson('PATCH', `/internal/v1/api-keys/${id}`, { hidden_data });

const records = (route: FeedRoute): ExportRecord[] =>
  Array.from({ length: RECORDS }, (_none, at) => aRecord(route.kind, idFor(route, at + 1)));

describe.each(DISGUISED.map((route) => [route.kind, route] as const))('The feed of %s', (_kind, route) => {
  it('continues from the token of a snapshot of the same key alone', async () => {
    const { id, client } = await keyWith(['credentials']);
    const { headers } = await client.get(snapshotPath(route));
    const next = `${route.path}?since=${String(headers['x-sync-token'])}`;
    expect((await client.get(next)).status).toBe(200);
    await restrict(id, []);
    const { detail } = problemOf(await client.get(next), 410, 'sync_token_expired');
    expect(detail).toContain('hidden_data');
    await restrict(id, ['credentials']);
    expect((await client.get(next)).status).toBe(200);
  });

  it('has an ETag that depends on what is hidden', async () => {
    const keys = await Promise.all(HIDDEN_SETS.map(keyWith));
    for (const path of [route.path, snapshotPath(route)]) {
      const tags = await Promise.all(keys.map(async ({ client }) => (await client.get(path)).headers.etag));
      expect(new Set(tags).size).toBe(HIDDEN_SETS.length);
      const first = tags[0]!;
      const second = tags[1]!;
      const statusOf = async (tag: string) =>
        (await sendAs(keys[0]!.client, path, { 'if-none-match': tag })).status;
      expect([await statusOf(first), await statusOf(second)]).toEqual([304, 200]);
    }
  });

  it('returns null for what a deleted record does not have', async () => {
    const [first, ...others] = records(route);
    await stage.load(only(route.kind, first!, ...others));
    const { client } = await keyWith(['credentials', 'exact_location', 'identifiers']);
    const token = await tokenOf(client, route);
    await stage.load(only(route.kind, deletionOf(route.kind, first!)));
    for (const format of ['json', 'ndjson', 'csv', 'parquet'] as const) {
      const received = await client.get(`${route.path}?since=${token}&format=${format}`);
      const [item] = await itemsOf(route, format, received);
      const values = Object.entries(item!).filter(([, value]) => value !== null);
      const names = values.map(([name]) => name);
      expect(names).toEqual(route.kind === 'devices' ? ['id', 'deleted'] : ['id', 'device_id', 'deleted']);
    }
  });

  it('leads a copy, while its key is widened and narrowed, to what the key may see at the end', async () => {
    const all = records(route);
    await stage.load(only(route.kind, ...all));
    const { id, client } = await keyWith([]);
    let copy = new Map<unknown, string>();
    let token: string | undefined;
    let restarts = 0;
    const step = async (): Promise<void> => {
      const since = token === undefined ? '' : `&since=${token}`;
      const received = await client.get(`${route.path}?limit=3${since}`);
      if (received.status === 410) {
        copy = new Map<unknown, string>();
        token = undefined;
        restarts++;
        return;
      }
      for (const { deleted: _deleted, ...item } of await itemsOf(route, 'json', received))
        copy.set(item[route.id], JSON.stringify(item));
      token = String(received.headers['x-sync-token']);
    };
    for (const [round, hidden] of [...HIDDEN_SETS, ...HIDDEN_SETS.toReversed()].entries()) {
      await step();
      await restrict(id, hidden);
      await step();
      const record = all[round % RECORDS]!;
      await stage.load(only(route.kind, round % 2 === 0 ? changed(route.kind, record) : record));
    }
    for (const end of [HIDDEN_SETS.at(-1)!, HIDDEN_SETS[3]!, []]) {
      await restrict(id, end);
      for (let round = 0; round < 8; round++) await step();
      const whole = await stage.client.list(snapshotPathWithFeedFields(route));
      const expected = whole.map((item) => JSON.stringify(hideFields(end, item)));
      expect([...copy.values()].sort()).toEqual(expected.sort());
    }
    expect(restarts).toBeGreaterThan(HIDDEN_SETS.length);
  });
});
