import type { EntityMetadata } from 'typeorm';
import { ChangeFloor, ErasedDevice } from '../../src/database/change-log.entities.js';
import { ActivityService } from '../../src/modules/activity/activity.service.js';
import { FailedCallsService } from '../../src/modules/api-keys/failed-calls.service.js';
import { SERVICE_AUDIT } from '../../src/modules/audit/audit.service.js';
import { AuditVerifier } from '../../src/modules/audit/audit-chain.js';
import { Device } from '../../src/modules/devices/device.entity.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { Erasure } from '../../src/modules/erasure/erasure.entity.js';
import { ImporterService } from '../../src/modules/importer/importer.service.js';
import { PendingAuditEntry } from '../../src/modules/retention/retention.entities.js';
import { aDevice, aLocation, anEnterprise, DEVICE_ID, type ExportRecord } from '../kit/app/builders.js';
import { addAdministrator, signedIn } from '../kit/app/portal-app.js';
import { problemOf, type ApiClient } from '../kit/http/api-client.js';
import { FEED_ROUTES, routeOf, snapshotPath, type FeedRoute } from '../kit/sync/feed-routes.js';
import { follow, idsIn, tokenOf } from '../kit/sync/follow.js';
import { aRecord, only } from '../kit/sync/one-of-each.js';
import { FeedStage } from '../sync/feed-stage.js';
import { eraserOf, interruptedAfter, uninterrupted } from './eraser.js';

// docs/contract.md, 2.14

const RECORDS = FEED_ROUTES.filter(({ kind }) => kind !== 'devices');
const LOCATIONS = routeOf('locations');
const DETAIL = `/api/v1/device/id/${DEVICE_ID}`;
const MANY = 2_500;

const stage = new FeedStage();

async function loadOneOfEach(): Promise<void> {
  for (const { kind } of RECORDS)
    await stage.load(
      only(kind, aRecord(kind, 1), aRecord(kind, 2), aRecord(kind, 3, { device_id: 'tablet-2' })),
    );
}

async function tokensOfAll(): Promise<Map<FeedRoute, string>> {
  const tokens = new Map<FeedRoute, string>();
  for (const route of FEED_ROUTES) tokens.set(route, await tokenOf(stage.client, route));
  return tokens;
}

const manyLocations = (count: number, from = 1) =>
  Array.from({ length: count }, (_none, at) => aLocation({ id: 3 * (from + at) }));

async function importLocations(
  importer: ImporterService,
  groups: AsyncIterable<ExportRecord[]> | Iterable<ExportRecord[]>,
): Promise<string[]> {
  const reasons: string[] = [];
  async function* incoming() {
    for await (const records of groups)
      yield records.map((record, at) => ({
        number: at + 1,
        text: JSON.stringify({ ...record, enterprise_id: stage.enterpriseId }),
      }));
  }
  await importer.importLines('locations', incoming(), {
    onRejected: (rejected) => {
      reasons.push(...rejected.map(({ reason }) => reason));
      return Promise.resolve();
    },
  });
  return reasons;
}

describe('Erasing a device', () => {
  const erase = async (signal = uninterrupted) =>
    eraserOf(stage.app).erase({ enterpriseId: stage.enterpriseId, deviceId: DEVICE_ID }, signal);

  async function orphans(): Promise<number> {
    let sum = 0;
    for (const table of ['data_usage', 'screen_time', 'applications', 'locations']) {
      const rows = await stage.app.dataSource.query<unknown[]>(
        `SELECT 1 FROM ${table} r WHERE NOT EXISTS (SELECT 1 FROM devices d
          WHERE d.enterprise_key = r.enterprise_key AND d.device_key = r.device_key)`,
      );
      sum += rows.length;
    }
    return sum;
  }

  it('changes it and all of its records into tombstones that contain only identifiers', async () => {
    await loadOneOfEach();
    const tokens = await tokensOfAll();
    const [erased] = (await erase()) ?? [];
    expect(erased?.removed).toEqual({ datausage: 2, screentime: 2, applications: 2, locations: 2 });

    for (const [route, token] of tokens) {
      const response = await follow(stage.client, route, token);
      const isDevices = route.kind === 'devices';
      expect(idsIn(route, response)).toEqual(
        isDevices ? [`deleted ${DEVICE_ID}`] : ['deleted 1', 'deleted 2'],
      );
      for (const { [route.id]: _id, device_id, deleted, ...others } of response.items) {
        expect(device_id).toBe('device_id' in route.table ? DEVICE_ID : undefined);
        expect(Object.values(others).every((value) => value === null)).toBe(true);
      }
      expect((await follow(stage.client, route, response.token)).items).toEqual([]);
      const whole = await follow(stage.client, route, 'beginning');
      expect(idsIn(route, whole)).toEqual(isDevices ? ['tablet-2'] : [3]);
      expect((await stage.client.list(snapshotPath(route))).length).toBe(1);
    }
    expect(await orphans()).toBe(0);
    problemOf(await stage.client.get(DETAIL), 404, 'device_not_found');
  });

  it('allows it to return under its name, once and complete', async () => {
    await loadOneOfEach();
    const tokens = await tokensOfAll();
    await erase();
    await stage.load({ devices: [aDevice()] });
    for (const { kind } of RECORDS) await stage.load(only(kind, aRecord(kind, 2)));
    for (const [route, token] of tokens)
      expect(idsIn(route, await follow(stage.client, route, token))).toEqual(
        route.kind === 'devices' ? [DEVICE_ID] : [2, 'deleted 1'],
      );
    expect((await stage.client.get(DETAIL)).status).toBe(200);
  });

  it('accepts a DELETED device, and reports an unknown one', async () => {
    await stage.load({ devices: [aDevice({ status: 'DELETED' })], locations: [aLocation({ id: 1 })] });
    const eraser = eraserOf(stage.app);
    const target = { enterpriseId: stage.enterpriseId, deviceId: DEVICE_ID };
    expect(await eraser.missing(target)).toBeUndefined();
    const [erased] = (await erase()) ?? [];
    expect(erased?.removed).toEqual({ locations: 1 });
    expect(await eraser.missing(target)).toMatch(/^There is no device tablet-1 in the enterprise acme-/);
    expect(await erase()).toEqual([]);
  });

  it('records its name and the number of records in an intact audit log', async () => {
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
    expect(await stage.app.isAuditLogIntact(stage.enterpriseId)).toBe(true);
    expect(await eraserOf(stage.app).list()).toContainEqual({ ...erased, at: expect.any(Number) as number });
  });

  it('hides it immediately, and continues after an interruption', async () => {
    await stage.load({ locations: manyLocations(MANY) });
    const token = await tokenOf(stage.client, LOCATIONS);
    expect(await erase(interruptedAfter(1))).toBeUndefined();
    problemOf(await stage.client.get(DETAIL), 404, 'device_not_found');
    const [erased] = (await erase()) ?? [];
    expect(erased?.removed).toEqual({ locations: MANY });
    expect(await stage.app.dataSource.manager.count(Erasure)).toBe(0);
    const { items } = await follow(stage.client, LOCATIONS, token);
    expect(items).toHaveLength(MANY);
    expect(items.every(({ deleted }) => deleted === true)).toBe(true);
  }, 60_000);

  it('rejects its records in a running import, and leaves none', async () => {
    const { dataSource } = stage.app;
    async function* groups() {
      yield manyLocations(1_000);
      yield manyLocations(1_000, 1_001);
      await erase();
      yield manyLocations(500, 2_001);
    }
    const reasons = await importLocations(new ImporterService(dataSource), groups());
    expect(reasons.length).toBeGreaterThanOrEqual(500);
    expect(new Set(reasons)).toEqual(new Set(['device_id: no such device in this enterprise']));
    expect(await orphans()).toBe(0);
    expect(await dataSource.manager.countBy(Device, { id: DEVICE_ID, status: 'DELETED' })).toBe(0);
  }, 60_000);
});

describe('Erasing an enterprise', () => {
  let key: number;
  const manager = () => stage.app.dataSource.manager;
  const keyOf = async (id: string): Promise<number> =>
    (await manager().findOneByOrFail(Enterprise, { id })).key;
  const erase = (signal = uninterrupted) =>
    eraserOf(stage.app).erase({ enterpriseId: stage.enterpriseId }, signal);

  beforeEach(async () => {
    key = await keyOf(stage.enterpriseId);
  });

  async function fill(id: string, client: ApiClient): Promise<void> {
    const { app } = stage;
    for (const { kind } of RECORDS)
      await app.load(
        only(kind, ...[1, 2].map((n) => aRecord(kind, n, { enterprise_id: id, device_id: `tablet-${n}` }))),
      );
    await app.createKey(id, ['device:GetList'], { hidden_data: ['identifiers'] });
    const email = `ops@${id}.example`;
    await addAdministrator(app, { email, enterpriseId: id });
    await addAdministrator(app, { email: `keys@${id}.example`, enterpriseId: id, role: 'key_manager' });
    await signedIn(app, email);
    for (const route of FEED_ROUTES) await tokenOf(client, route);
    await client.get('/api/v1/device/id/nowhere');
    await app.get(ActivityService).write();
    await app.get(FailedCallsService).write();
    await app.admin(id).list('/internal/v1/api-keys/feeds'); // Writes how far the keys have synced
    const enterpriseKey = await keyOf(id);
    await manager().insert(ChangeFloor, { enterpriseKey, kind: 1, changeNumber: 0, raisedAt: 0 });
    await manager().insert(PendingAuditEntry, { enterpriseKey, datausage: 1, screentime: 0, locations: 0 });
    await eraserOf(app).erase({ enterpriseId: id, deviceId: 'tablet-2' }, uninterrupted);
  }

  const tables = (): EntityMetadata[] =>
    stage.app.dataSource.entityMetadatas.filter((entity) =>
      entity.findColumnWithPropertyName('enterpriseKey'),
    );

  async function rowsOf(enterpriseKey: number): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { target, tableName } of tables())
      counts[tableName] = await manager().countBy(target, { enterpriseKey });
    return counts;
  }
  const expectNothingLeft = async (): Promise<void> =>
    expect(Object.values(await rowsOf(key)).filter((rows) => rows > 0)).toEqual([]);

  async function tablesWith(id: string): Promise<string[]> {
    const found: string[] = [];
    for (const { target, tableName } of stage.app.dataSource.entityMetadatas)
      if (new RegExp(`${id}\\b`).test(JSON.stringify(await manager().find(target)))) found.push(tableName);
    return found;
  }

  it('An erased enterprise leaves nothing in any table, and all other enterprises stay unchanged', async () => {
    const ofOther = await stage.app.customer(stage.otherId);
    await fill(stage.enterpriseId, stage.client);
    await fill(stage.otherId, ofOther);
    const otherKey = await keyOf(stage.otherId);
    const before = await rowsOf(otherKey);
    // Only an enterprise with an erasure in progress has a row in `erasures`
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
      api_keys: 2,
      administrators: 2,
    });
    await expectNothingLeft();
    expect(await tablesWith(stage.enterpriseId)).toEqual(['audit_events']);
    expect(await rowsOf(otherKey)).toEqual(before);
    expect((await ofOther.get('/device')).status).toBe(200);
  });

  it('One event of the service records it in an intact audit log', async () => {
    const [erased] = (await erase()) ?? [];
    const all = await eraserOf(stage.app).list();
    const ofEnterprises = all.filter(({ deviceId }) => deviceId === undefined);
    expect(ofEnterprises.at(-1)).toEqual({ ...erased, at: expect.any(Number) as number });
    const verdict = await stage.app.get(AuditVerifier).verify(SERVICE_AUDIT, 0);
    expect(verdict).toMatchObject({ intact: true, events: ofEnterprises.length });
  });

  it('All access ends immediately, and the next run finishes an interrupted erasure', async () => {
    await stage.load({ locations: manyLocations(MANY) });
    expect(await erase(interruptedAfter(1))).toBeUndefined();
    problemOf(await stage.client.get('/device'), 401, 'invalid_key');
    const admin = stage.app.admin(stage.enterpriseId);
    for (const path of ['settings', 'api-keys'])
      problemOf(await admin.get(`/internal/v1/${path}`), 404, 'enterprise_not_found');
    expect(await manager().findOneByOrFail(Erasure, { enterpriseKey: key })).toMatchObject({
      enterpriseId: stage.enterpriseId,
    });
    const target = { enterpriseId: stage.enterpriseId };
    expect(await eraserOf(stage.app).missing(target)).toBeUndefined();
    const [erased] = (await erase()) ?? [];
    expect(erased?.removed).toMatchObject({ locations: MANY });
    await expectNothingLeft();
    expect(await eraserOf(stage.app).missing(target)).toBe(`There is no enterprise ${stage.enterpriseId}`);
    problemOf(await stage.client.get('/device'), 401, 'invalid_key');
  }, 60_000);

  it('Pending data of its keys is not written after the erasure', async () => {
    await stage.client.get('/device/nowhere');
    await erase();
    await stage.app.get(ActivityService).write();
    await stage.app.get(FailedCallsService).write();
    await expectNothingLeft();
  });

  it('An importer that has cached the enterprise rejects its records, and accepts a new enterprise of the same name', async () => {
    const importer = new ImporterService(stage.app.dataSource);
    const load = (...ids: number[]) => importLocations(importer, [ids.map((id) => aLocation({ id }))]);
    await load(100);
    await erase();
    const reason = 'enterprise_id: no such enterprise';
    expect(await load(101, 102)).toEqual([reason, reason]);
    await stage.app.load({ enterprises: [anEnterprise({ id: stage.enterpriseId })] });
    await stage.load({ devices: [aDevice()] });
    expect(await load(103)).toEqual([]);
    const enterpriseKey = await keyOf(stage.enterpriseId);
    expect(await manager().countBy(ErasedDevice, { enterpriseKey })).toBe(0);
  });
});
