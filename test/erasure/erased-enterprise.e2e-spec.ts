import type { EntityMetadata } from 'typeorm';
import { ChangeFloor } from '../../src/database/changes/change-floor.entity.js';
import { ErasedDevice } from '../../src/database/changes/erased-device.entity.js';
import { ActivityRecorder } from '../../src/modules/activity/activity-recorder.js';
import { CallRecorder } from '../../src/modules/api-keys/calls/call-recorder.js';
import { SERVICE_TRAIL } from '../../src/modules/audit/trail/audit-trail.service.js';
import { TrailVerifier } from '../../src/modules/audit/verification/trail-verifier.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { Erasure } from '../../src/modules/erasure/erasure.entity.js';
import { Importer } from '../../src/modules/importer/importer.js';
import { UntoldRemoval } from '../../src/modules/retention/untold-removal.entity.js';
import { appWith } from '../kit/app/app-with.js';
import { aDevice, aLocation, anEnterprise, DEVICE_ID } from '../kit/app/builders.js';
import { ApiClient, problemOf } from '../kit/http/api-client.js';
import { addAdministrator, signedIn } from '../kit/app/portal-app.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';
import { tokenOf } from '../kit/sync/follow.js';
import { aRecord, only } from '../kit/sync/one-of-each.js';
import { eraserOf, interruptedAfter, uninterrupted } from './eraser.js';

// docs/contract.md, 2.14: an enterprise is erased with everything of it

const [ERASED, OTHER] = ['to-be-erased-4711', 'other'];

const app = appWith();
const clients = new Map<string, ApiClient>();
beforeAll(() => fill(OTHER));
beforeEach(() => fill(ERASED));

/** Something in every table that has rows of enterprises. */
async function fill(id: string): Promise<void> {
  await app.load({ enterprises: [anEnterprise({ id })] });
  await app.load({
    devices: [DEVICE_ID, 'tablet-2'].map((device) => aDevice({ id: device, enterprise_id: id })),
  });
  for (const { kind } of FEED_ROUTES.slice(1))
    await app.load(
      only(kind, ...[1, 2].map((n) => aRecord(kind, n, { enterprise_id: id, device_id: `tablet-${n}` }))),
    );
  const email = `ops@${id}.example`;
  await addAdministrator(app, { email, enterpriseId: id });
  await signedIn(app, email);
  const client = await app.customer(id);
  clients.set(id, client);
  for (const route of FEED_ROUTES) await tokenOf(client, route);
  await client.get('/api/v1/device/id/nowhere');
  await app.part(ActivityRecorder).write();
  await app.part(CallRecorder).write();
  await app.admin(id).list('/internal/v1/api-keys/feeds');
  const enterpriseKey = await keyOf(id);
  await app.dataSource.manager.insert(ChangeFloor, { enterpriseKey, kind: 1, changeNumber: 0, raisedAt: 0 });
  const untold = { enterpriseKey, datausage: 1, screentime: 0, locations: 0 };
  await app.dataSource.manager.insert(UntoldRemoval, untold);
  await eraserOf(app).erase({ enterpriseId: id, deviceId: 'tablet-2' }, uninterrupted);
}

const keyOf = async (id: string): Promise<number> =>
  (await app.dataSource.manager.findOneByOrFail(Enterprise, { id })).key;

const tables = (): EntityMetadata[] =>
  app.dataSource.entityMetadatas.filter((entity) => entity.findColumnWithPropertyName('enterpriseKey'));

async function rowsOf(enterpriseKey: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { target, tableName } of tables())
    counts[tableName] = await app.dataSource.manager.countBy(target, { enterpriseKey });
  return counts;
}

/** The tables in which a text stands anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { target, tableName } of app.dataSource.entityMetadatas)
    if (JSON.stringify(await app.dataSource.manager.find(target)).includes(text)) found.push(tableName);
  return found;
}

const erase = (signal = uninterrupted) => eraserOf(app).erase({ enterpriseId: ERASED }, signal);

it('An erased enterprise leaves nothing in any table, and of the others everything stays', async () => {
  const [key, other] = [await keyOf(ERASED), await keyOf(OTHER)];
  const before = await rowsOf(other);
  // an erasure under way is the one thing that an enterprise without one has not
  const { erasures, ...all } = await rowsOf(key);
  expect(erasures).toBe(0);
  expect(Object.entries(all).filter(([, rows]) => rows === 0)).toEqual([]);

  const [erased] = (await erase()) ?? [];
  expect(erased?.removed).toEqual({
    devices: 1,
    datausage: 1,
    screentime: 1,
    applications: 1,
    locations: 1,
    api_keys: 1,
    administrators: 1,
  });
  expect(Object.values(await rowsOf(key)).every((rows) => rows === 0)).toBe(true);
  expect(await tablesWith(ERASED)).toEqual(['audit_events']);
  expect(await rowsOf(other)).toEqual(before);
  expect((await clients.get(OTHER)!.get('/device')).status).toBe(200);
});

it('Its keys, its sessions and its name open nothing any more', async () => {
  await erase();
  problemOf(await clients.get(ERASED)!.get('/device'), 401, 'invalid_key');
  problemOf(await app.admin(ERASED).get('/internal/v1/api-keys'), 404, 'enterprise_not_found');
});

it('One event of the service tells of it, in a trail that is intact', async () => {
  const [erased] = (await erase()) ?? [];
  const all = await eraserOf(app).known();
  expect(all.filter(({ id }) => id === erased?.id)).toEqual([
    { ...erased, at: expect.any(Number) as number },
  ]);
  const verdict = await app.part(TrailVerifier).verify(SERVICE_TRAIL, 0);
  expect(verdict).toMatchObject({ intact: true, events: all.length - 1 }); // of the other one a device was erased
});

it('Nobody sees or adds anything from the first, and what was interrupted is finished by the next run', async () => {
  const key = await keyOf(ERASED);
  const many = Array.from({ length: 2_500 }, (_none, at) =>
    aLocation({ id: at + 10, enterprise_id: ERASED }),
  );
  await app.load({ locations: many });
  expect(await erase(interruptedAfter(1))).toBeUndefined();
  problemOf(await clients.get(ERASED)!.get('/device'), 401, 'invalid_key');
  problemOf(await app.admin(ERASED).get('/internal/v1/settings'), 404, 'enterprise_not_found');
  expect((await app.dataSource.manager.findOneByOrFail(Erasure, { enterpriseKey: key })).enterpriseId).toBe(
    ERASED,
  );
  expect(await eraserOf(app).missing({ enterpriseId: ERASED })).toBeUndefined();
  const [erased] = (await erase()) ?? [];
  expect(erased?.removed).toMatchObject({ locations: many.length + 1 });
  expect(Object.values(await rowsOf(key)).every((rows) => rows === 0)).toBe(true);
  expect(await eraserOf(app).missing({ enterpriseId: ERASED })).toBe(`There is no enterprise ${ERASED}`);
}, 60_000);

it('What its keys did before is not written any more when it is gone', async () => {
  const key = await keyOf(ERASED);
  await clients.get(ERASED)!.get('/device/nowhere');
  await erase();
  await app.part(ActivityRecorder).write();
  await app.part(CallRecorder).write();
  expect(Object.values(await rowsOf(key)).every((rows) => rows === 0)).toBe(true);
});

it('An importer that knows it is told that there is none, and finds the one that comes under its name', async () => {
  const importer = new Importer(app.dataSource);
  const reasons: string[] = [];
  const load = (...ids: number[]) =>
    importer.importRecords(
      'locations',
      ids.map((id) => aLocation({ id, enterprise_id: ERASED })),
      {
        onRejected: (rejected) => {
          reasons.push(...rejected.map(({ reason }) => reason));
          return Promise.resolve();
        },
      },
    );
  await load(100);
  await erase();
  await load(101, 102);
  expect(reasons).toEqual(['enterprise_id: no such enterprise', 'enterprise_id: no such enterprise']);
  await app.load({
    enterprises: [anEnterprise({ id: ERASED })],
    devices: [aDevice({ enterprise_id: ERASED })],
  });
  expect(await load(103)).toEqual({ loaded: 1, rejected: 0, passedOver: 0 });
  expect(await app.dataSource.manager.countBy(ErasedDevice, { enterpriseKey: await keyOf(ERASED) })).toBe(0);
});
