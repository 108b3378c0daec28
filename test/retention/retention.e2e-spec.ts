import { TIME_SERIES_TABLES, TIME_SERIES_KINDS } from '../../src/database/record-tables.js';
import { BATCH_ROWS } from '../../src/database/delete-in-batches.js';
import { EnterprisesService } from '../../src/modules/enterprises/enterprises.service.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { PendingAuditEntry } from '../../src/modules/retention/retention.entities.js';
import { RetentionScheduler } from '../../src/modules/retention/retention.scheduler.js';
import { RetentionService, type PurgedRecords } from '../../src/modules/retention/retention.service.js';
import { aFleet } from '../kit/app/app-with.js';
import { anEnterprise, nextId } from '../kit/app/builders.js';
import { ADMIN_TOKEN, KEY_PEPPER, TestApp } from '../kit/app/test-app.js';
import { engine } from '../kit/database/engines.js';
import { runCli, startCli } from '../kit/process/program.js';
import { FEED_ROUTES, snapshotPath, type FeedRoute } from '../kit/sync/feed-routes.js';
import { sendAs, follow, idsIn, tokenOf } from '../kit/sync/follow.js';
import { aRecord, only } from '../kit/sync/one-of-each.js';
import { FeedStage } from '../sync/feed-stage.js';
import { ago, agedRecords, ZONE } from './aged-records.js';

// docs/contract.md, 2.14

const REMOVER = { actor: 'test', address: '', requestId: '' };
const stage = new FeedStage();

const keep = (retention_days: number | null, time_zone = ZONE, id = stage.enterpriseId): Promise<void> =>
  stage.app.load({ enterprises: [anEnterprise({ id, time_zone, retention_days })] });

async function remove(): Promise<PurgedRecords[]> {
  const enterpriseIds = [stage.enterpriseId, stage.otherId];
  const removed: PurgedRecords[] = [];
  for await (const purged of stage.app.get(RetentionService).purgeAll(REMOVER, new AbortController().signal))
    if (enterpriseIds.includes(purged.enterpriseId)) removed.push(purged);
  return removed;
}

async function remainingIds(id = stage.enterpriseId): Promise<Record<string, number[]>> {
  const kinds = TIME_SERIES_KINDS.map(async (kind) => {
    const rows = await stage.app.dataSource.query<{ id: string }[]>(
      `SELECT id FROM ${TIME_SERIES_TABLES[kind].table} WHERE enterprise_key = (SELECT \`key\` FROM enterprises WHERE id = ?)`,
      [id],
    );
    return [kind, rows.map((row) => Number(row.id)).sort((a, b) => a - b)] as const;
  });
  return Object.fromEntries(await Promise.all(kinds));
}
const ofEachKind = <T>(value: T) => ({ datausage: value, screentime: value, locations: value });

describe('Retention', () => {
  it('purges records older than the whole days of the limit, and keeps records at the limit, after it or without a time', async () => {
    await stage.load(agedRecords([ago(7, -1), ago(7), ago(6), ago(0), null, '1990-01-01T00:00:00.000Z']));
    await keep(7);
    expect(await remove()).toEqual([
      { enterpriseId: stage.enterpriseId, keptFrom: ago(7), records: ofEachKind(2) },
    ]);
    expect(await remainingIds()).toEqual(ofEachKind([2, 3, 4, 5]));
    expect(await remove()).toMatchObject([{ records: ofEachKind(0) }]);
  });

  it('compares with the clock of the database, not with that of the instance', async () => {
    await stage.load(agedRecords([ago(7, -1), ago(6)]));
    await keep(7);
    const ahead = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 365 * 86_400_000);
    await remove().finally(() => ahead.mockRestore());
    expect(await remainingIds()).toEqual(ofEachKind([2]));
  });

  it('ignores an enterprise without a limit, and uses the time zone of each enterprise', async () => {
    // The time of day decides which of the two days begins first
    const beginOf = (zone: string) => new Date(ago(3, 0, zone)).getTime();
    const [early = '', late = ''] = [ZONE, 'Pacific/Kiritimati'].sort((a, b) => beginOf(a) - beginOf(b));
    for (const enterprise_id of ['acme', 'other'])
      await stage.load(agedRecords([ago(3, -1, late), ago(3, -1, early)], { enterprise_id }));
    await keep(3, early);
    await remove();
    expect(await remainingIds()).toEqual(ofEachKind([1]));
    expect(await remainingIds(stage.otherId)).toEqual(ofEachKind([1, 2]));
    await keep(3, late, stage.otherId);
    await remove();
    expect(await remainingIds(stage.otherId)).toEqual(ofEachKind([]));
  });

  it('records the number of purged records in the audit log, and no event for none', async () => {
    await stage.load(agedRecords([ago(9), ago(1)]));
    await keep(2);
    await remove();
    await remove();
    const events = await stage.app.auditLog(stage.enterpriseId);
    expect(events.filter(({ action }) => action === 'retention.applied')).toMatchObject([
      { actor: 'test', details: { retention_days: 2, kept_from: ago(2), ...ofEachKind(1) } },
    ]);
  });

  it('records after a killed run what it purged, even if the enterprise now keeps everything', async () => {
    await keep(null);
    const enterpriseKey = (await stage.app.get(EnterprisesService).findKey(stage.enterpriseId))!;
    const pending = { enterpriseKey, datausage: 1, screentime: 0, locations: 2 };
    await stage.app.dataSource.manager.insert(PendingAuditEntry, pending);
    expect(await remove()).toEqual([]);
    expect(await remove()).toEqual([]);
    const events = await stage.app.auditLog(stage.enterpriseId);
    expect(events.filter(({ action }) => action === 'retention.applied')).toMatchObject([
      { details: { retention_days: null, datausage: 1, screentime: 0, locations: 2 } },
    ]);
  });

  it('continues with the other enterprises if one has an unknown time zone', async () => {
    for (const enterprise_id of ['acme', 'other']) await stage.load(agedRecords([ago(9)], { enterprise_id }));
    for (const id of [stage.enterpriseId, stage.otherId]) await keep(2, ZONE, id);
    const enterprises = stage.app.get(EnterprisesService);
    const list = await enterprises.list();
    const unknown = list.map((some) =>
      some.id === stage.enterpriseId ? { ...some, timeZone: 'Mars/X' } : some,
    );
    jest.spyOn(enterprises, 'list').mockResolvedValueOnce(unknown);
    await expect(remove()).rejects.toThrow('Mars/X');
    expect(await remainingIds(stage.otherId)).toEqual(ofEachKind([]));
  });

  it('applies a changed limit from the next batch', async () => {
    await stage.load(agedRecords([ago(9)]));
    await keep(2);
    const enterprises = stage.app.get(EnterprisesService);
    const before = await enterprises.list();
    await keep(null);
    jest.spyOn(enterprises, 'list').mockResolvedValueOnce(before);
    expect(await remove()).toMatchObject([{ records: ofEachKind(0) }]);
    expect(await remainingIds()).toEqual(ofEachKind([1]));
  });

  it('handles any number of devices', async () => {
    const ids = Array.from({ length: 2_100 }, (_none, at) => `device-${at}`);
    await stage.load({ devices: ids.map((id) => aRecord('devices', id)) });
    const of = (device_id: string, days: number) =>
      aRecord('datausage', nextId(), { device_id, start: ago(days) });
    await stage.load({ datausage: ids.flatMap((id) => [of(id, 9), of(id, 0)]) });
    await keep(2);
    expect(await remove()).toMatchObject([{ records: { datausage: ids.length } }]);
    expect((await remainingIds()).datausage).toHaveLength(ids.length);
  });
});

describe('A feed', () => {
  it('continues after a purge from every token, without tombstones and with all new records', async () => {
    const histories = FEED_ROUTES.filter(({ hasDays }) => hasDays);
    const tokens = () => Promise.all(histories.map((some) => tokenOf(stage.client, some)));
    const first = await tokens();
    await stage.load(agedRecords([ago(9), ago(1), null]));
    const second = await tokens();
    const within = (some: FeedRoute, since: string) => follow(stage.client, some, since, { limit: 1 });
    const inLedger = await Promise.all(histories.map((some, at) => within(some, first[at]!)));
    const inTable = await Promise.all(histories.map((some) => within(some, 'beginning')));
    await keep(2);
    await remove();
    await stage.load(only('datausage', aRecord('datausage', 9, { start: ago(0) })));
    for (const [at, some] of histories.entries()) {
      const late = some.kind === 'datausage' ? [9] : [];
      const ids = async (token: string, more = {}) =>
        idsIn(some, await follow(stage.client, some, token, more));
      expect(await ids(first[at]!)).toEqual([2, 3, ...late]);
      expect(await ids(second[at]!)).toEqual(late);
      expect(await ids(second[at]!, { limit: 10 })).toEqual(late);
      expect(await ids('beginning')).toEqual([2, 3, ...late]);
      for (const { token } of [inLedger[at]!, inTable[at]!])
        for (const id of await ids(token)) expect([2, 3, 9]).toContain(id);
      expect(await ids(await tokenOf(stage.client, some))).toEqual([]);
    }
  });

  it('has a new ETag after a purge of its kind, and the same ETag otherwise', async () => {
    await stage.load({
      ...agedRecords([ago(1)]),
      locations: [aRecord('locations', 1, { created_at: ago(9) })],
    });
    await keep(2);
    const etags = async () =>
      Promise.all(
        FEED_ROUTES.map(async (some) => (await sendAs(stage.client, snapshotPath(some))).headers.etag),
      );
    const before = await etags();
    await remove();
    const after = await etags();
    for (const [at, { kind }] of FEED_ROUTES.entries())
      expect({ kind, isSame: after[at] === before[at] }).toEqual({ kind, isSame: kind !== 'locations' });
    await remove();
    expect(await etags()).toEqual(after);
  });
});

describe('Daily data retention', () => {
  const HOUR_MS = 3_600_000;
  let otherInstance: TestApp;

  beforeEach(async () => {
    await stage.app.dataSource.query('DELETE FROM daily_runs');
    await loadOldRecords();
    otherInstance = await stage.app.secondInstance();
  });
  afterEach(() => otherInstance.close());

  async function loadOldRecords(): Promise<void> {
    await keep(null);
    await stage.load(agedRecords([ago(9), ago(1)]));
    await keep(3);
  }

  const runIfDue = (instance = stage.app): Promise<boolean> => instance.get(RetentionScheduler).runIfDue();
  /** Runs one after another on SQLite: two connections of one process would block each other indefinitely. */
  async function runAtSameTime(...instances: TestApp[]): Promise<boolean[]> {
    if (engine === 'mysql') return Promise.all(instances.map((instance) => runIfDue(instance)));
    const results: boolean[] = [];
    for (const instance of instances) results.push(await runIfDue(instance));
    return results;
  }
  const locationCount = async () => (await remainingIds()).locations!.length;
  const ageLastRun = (hours: number) =>
    stage.app.dataSource.query('UPDATE daily_runs SET done_at = done_at - ?, held_until = held_until - ?', [
      hours * HOUR_MS,
      hours * HOUR_MS,
    ]);

  it('runs on one of all instances, once a day, and is in the audit log', async () => {
    const results = await runAtSameTime(stage.app, otherInstance, stage.app, otherInstance);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await locationCount()).toBe(1);
    expect((await stage.app.auditLog(stage.enterpriseId))[0]).toMatchObject({
      actor: 'service',
      action: 'retention.applied',
    });
    await loadOldRecords();
    expect([await runIfDue(), await runIfDue(otherInstance)]).toEqual([false, false]);
    expect(await locationCount()).toBe(2);
    await ageLastRun(24);
    expect([await runIfDue(otherInstance), await runIfDue()]).toEqual([true, false]);
    expect(await locationCount()).toBe(1);
  });

  it('continues on another instance after its instance is killed', async () => {
    await runIfDue();
    await loadOldRecords();
    await ageLastRun(24);
    await stage.app.dataSource.query(
      `UPDATE daily_runs SET holder = 'killed', held_until = done_at + ${24.5 * HOUR_MS}`,
    );
    expect(await runIfDue(otherInstance)).toBe(false);
    await ageLastRun(1);
    expect(await runIfDue(otherInstance)).toBe(true);
    expect(await locationCount()).toBe(1);
  });

  it('stops with its instance, and another one finishes it immediately', async () => {
    const retention = otherInstance.get(RetentionService);
    const removeSome = retention.removeSome.bind(retention);
    let stopping: Promise<void> | undefined;
    jest.spyOn(retention, 'removeSome').mockImplementation(async (...batch) => {
      stopping ??= otherInstance.get(RetentionScheduler).beforeApplicationShutdown();
      return removeSome(...batch);
    });
    expect(await runIfDue(otherInstance)).toBe(true);
    await stopping;
    expect(await locationCount()).toBe(2);
    expect([await runIfDue(otherInstance), await runIfDue()]).toEqual([false, true]);
    expect(await locationCount()).toBe(1);
  });

  it('is retried after a failure', async () => {
    const retention = stage.app.get(RetentionService);
    const spy = jest.spyOn(retention, 'removeSome').mockRejectedValueOnce(new Error('The database is down'));
    await expect(runIfDue()).rejects.toThrow('down');
    spy.mockRestore();
    expect(await runIfDue()).toBe(true);
    expect(await locationCount()).toBe(1);
  });
});

describe('cli retention', () => {
  jest.setTimeout(120_000);
  const MANY = 30 * BATCH_ROWS;
  let app: TestApp;

  beforeEach(async () => {
    app = await TestApp.start();
    await app.load(aFleet());
  });
  afterEach(() => app.close());

  async function loadOldRecords(): Promise<void> {
    const places = Array.from({ length: MANY }, (_none, at) => at + 1);
    await app.load({ locations: places.map((at) => aRecord('locations', at, { created_at: ago(9, at) })) });
    await keepDays(3);
  }

  const env = () => ({ DATABASE_URL: app.databaseUrl, KEY_PEPPER, ADMIN_TOKEN });
  const run = (...args: string[]) => runCli(['retention', ...args], env());
  const keepDays = (retention_days: number) => app.load({ enterprises: [anEnterprise({ retention_days })] });
  const locationCount = (): Promise<number> => app.dataSource.manager.count(Location);

  async function startUntilFirstBatch(before: number) {
    const program = startCli(['retention'], env());
    await program.waitUntil(async () => (await locationCount()) < before);
    return program;
  }

  it('previews the purge, purges, and reports it', async () => {
    expect(await run()).toMatchObject({ status: 0, stdout: 'No enterprise has a retention period\n' });
    await app.load(agedRecords([ago(9), ago(8), ago(1)]));
    await keepDays(3);
    const counts = `acme, records before ${ago(3)}: 2 datausage, 2 screentime, 2 locations`;
    expect(await run('--dry-run')).toMatchObject({ status: 0, stdout: `${counts} would be removed\n` });
    expect(await locationCount()).toBe(3);
    const { status, stdout, stderr } = await run();
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${counts} removed\n` });
    expect(stderr).toMatch(/^Database: .*\n$/);
    expect(await locationCount()).toBe(1);
    expect((await app.auditLog())[0]).toMatchObject({
      actor: 'command-line',
      action: 'retention.applied',
      details: ofEachKind(2),
    });
  });

  it('stops on a signal after the running batch, and the next run finishes', async () => {
    await loadOldRecords();
    let before = MANY;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const program = await startUntilFirstBatch(before);
      expect(await program.stop(signal)).toBe(130);
      expect(program.stderr).toContain('Stopped: run the command again');
      const left = await locationCount();
      expect(left).toBeGreaterThan(0);
      const removed = (before - left).toLocaleString('en');
      expect(program.stdout).toContain(`0 datausage, 0 screentime, ${removed} locations removed`);
      expect((await app.auditLog())[0]).toMatchObject({ details: { locations: before - left } });
      before = left;
    }
    expect((await run()).status).toBe(0);
    expect(await locationCount()).toBe(0);
  });

  it('can be killed at any time, and the audit log then records all purged records', async () => {
    await loadOldRecords();
    await (await startUntilFirstBatch(MANY)).kill();
    expect(await app.auditLog()).toEqual([]);
    for (let runs = 0; runs < 2; runs++) {
      expect((await run()).status).toBe(0);
      expect(await locationCount()).toBe(0);
      expect(await app.auditLog()).toMatchObject([
        { action: 'retention.applied', details: { locations: MANY } },
      ]);
    }
  });
});
