import { Device } from '../../src/modules/devices/device.entity.js';
import { Erasure } from '../../src/modules/erasure/erasure.entity.js';
import { Importer } from '../../src/modules/importer/importer.js';
import { aDevice, aLocation, DEVICE_ID } from '../kit/app/builders.js';
import { problemOf } from '../kit/http/api-client.js';
import { FeedCopy } from '../kit/sync/feed-copy.js';
import { FEED_ROUTES, wholeOf, type FeedRoute } from '../kit/sync/feed-routes.js';
import { follow, told, tokenOf } from '../kit/sync/follow.js';
import { aRecord, only } from '../kit/sync/one-of-each.js';
import { FeedStage } from '../sync/feed-stage.js';
import { eraserOf, interruptedAfter, uninterrupted } from './eraser.js';

// docs/contract.md, 2.14: a device is erased with everything of it, and every feed says so

const TABLES = ['data_usage', 'screen_time', 'applications', 'locations'];
const RECORDS = FEED_ROUTES.filter(({ kind }) => kind !== 'devices');
const DETAIL = `/api/v1/device/id/${DEVICE_ID}`;
const MANY = 2_500;

const stage = new FeedStage();

const erase = (signal = uninterrupted) =>
  eraserOf(stage.app).erase({ enterpriseId: stage.enterpriseId, deviceId: DEVICE_ID }, signal);

async function loadOneOfEach(): Promise<void> {
  for (const { kind } of RECORDS)
    await stage.load(
      only(kind, aRecord(kind, 1), aRecord(kind, 2), aRecord(kind, 3, { device_id: 'tablet-2' })),
    );
}

const manyLocations = (count: number, from = 1) =>
  Array.from({ length: count }, (_none, at) => aLocation({ id: 3 * (from + at) }));

/** How many rows of the tables belong to a device that is not there. */
async function orphans(): Promise<number> {
  let sum = 0;
  for (const table of TABLES) {
    const [row] = await stage.app.dataSource.query<{ n: number }[]>(
      `SELECT COUNT(*) AS n FROM ${table} r WHERE NOT EXISTS (SELECT 1 FROM devices d
        WHERE d.enterprise_key = r.enterprise_key AND d.device_key = r.device_key)`,
    );
    sum += Number(row?.n);
  }
  return sum;
}

describe('Erasing a device', () => {
  it('makes it and everything of it an item that is gone, with nothing but what identifies it', async () => {
    await loadOneOfEach();
    const tokens = new Map<FeedRoute, string>();
    for (const route of FEED_ROUTES) tokens.set(route, await tokenOf(stage.client, route));
    const [erased] = (await erase()) ?? [];
    expect(erased?.removed).toEqual({ datausage: 2, screentime: 2, applications: 2, locations: 2 });

    for (const [route, token] of tokens) {
      const answer = await follow(stage.client, route, token);
      const isDevices = route.kind === 'devices';
      expect(told(route, answer)).toEqual(isDevices ? [`gone ${DEVICE_ID}`] : ['gone 1', 'gone 2']);
      for (const { [route.id]: _id, device_id, deleted, ...others } of answer.items) {
        expect(device_id).toBe('device_id' in route.table ? DEVICE_ID : undefined);
        expect(Object.values(others).every((value) => value === null)).toBe(true);
      }
      expect((await follow(stage.client, route, answer.token)).items).toEqual([]);
      const whole = await follow(stage.client, route, 'beginning');
      expect(told(route, whole)).toEqual(isDevices ? ['tablet-2'] : [3]);
      expect((await stage.client.list(wholeOf(route))).length).toBe(1);
    }
    expect(await orphans()).toBe(0);
    problemOf(await stage.client.get(DETAIL), 404, 'device_not_found');
  });

  it('leaves the copies of those who followed before as if it had never been', async () => {
    await loadOneOfEach();
    const copies = FEED_ROUTES.map((route) => new FeedCopy(route, stage.client.headers, false));
    const catchUp = async (): Promise<void> => {
      for (const copy of copies)
        while ((await copy.step({ origin: stage.client.origin, format: 'json', limit: 2 })) === 'more');
    };
    await catchUp();
    await erase();
    await catchUp();
    for (const copy of copies) {
      expect(copy.violations).toEqual([]);
      expect([...copy.rows.keys()]).toEqual([copy.route.kind === 'devices' ? 'tablet-2' : 3]);
    }
  });

  it('lets it come back under its name, once and whole', async () => {
    await loadOneOfEach();
    const tokens = new Map<FeedRoute, string>();
    for (const route of FEED_ROUTES) tokens.set(route, await tokenOf(stage.client, route));
    await erase();
    await stage.load({ devices: [aDevice()] });
    for (const { kind } of RECORDS) await stage.load(only(kind, aRecord(kind, 2)));
    for (const [route, token] of tokens)
      expect(told(route, await follow(stage.client, route, token))).toEqual(
        route.kind === 'devices' ? [DEVICE_ID] : [2, 'gone 1'],
      );
    expect((await stage.client.get(DETAIL)).status).toBe(200);
  });

  it('takes one that is DELETED as well, and says what it does not know', async () => {
    await stage.load({ devices: [aDevice({ status: 'DELETED' })], locations: [aLocation({ id: 1 })] });
    const eraser = eraserOf(stage.app);
    const target = { enterpriseId: stage.enterpriseId, deviceId: DEVICE_ID };
    expect(await eraser.missing(target)).toBeUndefined();
    const [erased] = (await erase()) ?? [];
    expect(erased?.removed).toEqual({ locations: 1 });
    expect(await eraser.missing(target)).toMatch(/^There is no device tablet-1 in the enterprise acme-/);
    expect(await eraser.missing({ ...target, enterpriseId: 'nowhere' })).toBe(
      'There is no enterprise nowhere',
    );
    expect(await erase()).toEqual([]);
  });

  it('leaves an event that names it and how much there was, in a trail that is intact', async () => {
    await loadOneOfEach();
    const [erased] = (await erase()) ?? [];
    const admin = stage.app.admin(stage.enterpriseId);
    const [event] = await admin.list('/internal/v1/audit-events?limit=1');
    expect(event).toMatchObject({
      action: 'device.erased',
      actor: 'command-line',
      request_id: erased?.id,
      details: { device_id: DEVICE_ID, datausage: 2, screentime: 2, applications: 2, locations: 2 },
    });
    expect(await admin.object('/internal/v1/audit-events/verification')).toMatchObject({ intact: true });
    expect(await eraserOf(stage.app).known()).toContainEqual({ ...erased, at: expect.any(Number) as number });
  });

  it('hides it from the first, and goes on where it was interrupted', async () => {
    await stage.load({ locations: manyLocations(MANY) });
    const [locations] = FEED_ROUTES.filter(({ kind }) => kind === 'locations');
    const token = await tokenOf(stage.client, locations!);
    expect(await erase(interruptedAfter(1))).toBeUndefined();
    problemOf(await stage.client.get(DETAIL), 404, 'device_not_found');
    const [erased] = (await erase()) ?? [];
    expect(erased?.removed).toEqual({ locations: MANY });
    expect(await stage.app.dataSource.manager.count(Erasure)).toBe(0);
    const { items } = await follow(stage.client, locations!, token);
    expect(items).toHaveLength(MANY);
    expect(items.every(({ deleted }) => deleted === true)).toBe(true);
  }, 60_000);

  it('while an importer writes: its records are refused from then on, and none is left behind', async () => {
    const { app, enterpriseId } = stage;
    const line = (record: object, at: number) => ({
      number: at + 1,
      text: JSON.stringify({ ...record, enterprise_id: enterpriseId }),
    });
    const batches = [manyLocations(1_000), manyLocations(1_000, 1_001), manyLocations(500, 2_001)];
    const reasons: string[] = [];
    async function* lines() {
      for (const [at, batch] of batches.entries()) {
        // the batch before is being written meanwhile
        if (at === 2) await erase();
        yield batch.map(line);
      }
    }
    const result = await new Importer(app.dataSource).importLines('locations', lines(), {
      onRejected: (rejected) => {
        reasons.push(...rejected.map(({ reason }) => reason));
        return Promise.resolve();
      },
    });
    expect(result.loaded + result.rejected).toBe(MANY);
    expect(result.rejected).toBeGreaterThanOrEqual(500);
    expect(new Set(reasons)).toEqual(new Set(['device_id: no such device in this enterprise']));
    expect(await orphans()).toBe(0);
    expect(await app.dataSource.manager.countBy(Device, { id: DEVICE_ID, status: 'DELETED' })).toBe(0);
  }, 60_000);

  it('ends although importers bring more and more of it', async () => {
    const { app, enterpriseId } = stage;
    const end = { isReached: false };
    const importer = new Importer(app.dataSource);
    const importing = (async () => {
      for (let from = 1; !end.isReached; from += 50)
        await importer.importRecords(
          'locations',
          manyLocations(50, from).map((record) => ({ ...record, enterprise_id: enterpriseId })),
        );
    })();
    const erased = await erase();
    end.isReached = true;
    await importing;
    expect(erased).toHaveLength(1);
    expect(await orphans()).toBe(0);
  }, 60_000);
});
