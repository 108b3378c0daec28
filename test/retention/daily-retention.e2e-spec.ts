import { Location } from '../../src/modules/locations/location.entity.js';
import { DailyRetentionService } from '../../src/modules/retention/daily-run/daily-retention.service.js';
import { OldRecordsRepository } from '../../src/modules/retention/old-records.repository.js';
import { aFleet } from '../kit/app/app-with.js';
import { anEnterprise } from '../kit/app/builders.js';
import { engine } from '../kit/database/engines.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { startSecondInstance, trailOf } from '../kit/app/portal-app.js';
import { ago, agedRecords } from './aged-records.js';

const HOUR_MS = 3_600_000;

let app: TestApp;
let other: TestApp;

beforeEach(async () => {
  app = await createTestApp();
  await app.load(aFleet());
  await bringOld();
  other = await startSecondInstance(app);
});
afterEach(async () => {
  await other.close();
  await app.close();
});

/** Loaded while everything is kept. */
async function bringOld(): Promise<void> {
  await app.load({ enterprises: [anEnterprise({ retention_days: null })] });
  await app.load(agedRecords([ago(9), ago(1)]));
  await app.load({ enterprises: [anEnterprise({ retention_days: 3 })] });
}

const look = (instance = app): Promise<boolean> => instance.part(DailyRetentionService).look();
/** Two connections to an embedded database wait for each other, which in one process would be for ever. */
async function allAtOnce(...instances: TestApp[]): Promise<boolean[]> {
  if (engine === 'mysql') return Promise.all(instances.map((one) => look(one)));
  const turns: boolean[] = [];
  for (const one of instances) turns.push(await look(one));
  return turns;
}
const positions = (): Promise<number> => app.dataSource.manager.count(Location);
const passTime = (hours: number) =>
  app.dataSource.query('UPDATE daily_runs SET done_at = done_at - ?, held_until = held_until - ?', [
    hours * HOUR_MS,
    hours * HOUR_MS,
  ]);

describe('Retention by itself', () => {
  it('is done by one of all instances, once a day, and is on the trail', async () => {
    const turns = await allAtOnce(app, other, app, other);
    expect(turns.filter(Boolean)).toHaveLength(1);
    expect(await positions()).toBe(1);
    expect((await trailOf(app))[0]).toMatchObject({ actor: 'service', action: 'retention.applied' });
    await bringOld();
    expect([await look(), await look(other)]).toEqual([false, false]);
    expect(await positions()).toBe(2);
    await passTime(24);
    expect([await look(other), await look()]).toEqual([true, false]);
    expect(await positions()).toBe(1);
  });

  it('goes on elsewhere when the instance was killed that did it', async () => {
    await look();
    await bringOld();
    await passTime(24);
    await app.dataSource.query(
      `UPDATE daily_runs SET holder = 'killed', held_until = done_at + ${24 * HOUR_MS + HOUR_MS / 2}`,
    );
    expect(await look(other)).toBe(false);
    await passTime(1);
    expect(await look(other)).toBe(true);
    expect(await positions()).toBe(1);
  });

  it('stops with its instance, and another one finishes at once', async () => {
    const repository = other.part(OldRecordsRepository);
    const removeSome = repository.removeSome.bind(repository);
    let stopping: Promise<void> | undefined;
    jest.spyOn(repository, 'removeSome').mockImplementation(async (...slice) => {
      stopping ??= other.part(DailyRetentionService).beforeApplicationShutdown();
      return removeSome(...slice);
    });
    expect(await look(other)).toBe(true);
    await stopping;
    expect(await positions()).toBe(2);
    expect(await look(other)).toBe(false);
    expect(await look()).toBe(true);
    expect(await positions()).toBe(1);
  });

  it('that failed is tried again', async () => {
    const repository = app.part(OldRecordsRepository);
    const spy = jest.spyOn(repository, 'removeSome').mockRejectedValueOnce(new Error('The database is away'));
    await expect(look()).rejects.toThrow('away');
    spy.mockRestore();
    expect(await look()).toBe(true);
    expect(await positions()).toBe(1);
  });
});
