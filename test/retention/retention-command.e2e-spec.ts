import { Location } from '../../src/modules/locations/location.entity.js';
import { ROWS_IN_SLICE } from '../../src/database/slices.js';
import { aFleet } from '../kit/app/app-with.js';
import { anEnterprise } from '../kit/app/builders.js';
import { ADMIN_TOKEN, createTestApp, KEY_PEPPER, type TestApp } from '../kit/app/create-test-app.js';
import { trailOf } from '../kit/app/portal-app.js';
import { runCli, startCli } from '../kit/process/program.js';
import { aRecord } from '../kit/sync/one-of-each.js';
import { ago, agedRecords } from './aged-records.js';

jest.setTimeout(60_000); // each starts a process or two

let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
  await app.load(aFleet());
});
afterEach(() => app.close());

const env = () => ({ DATABASE_URL: app.databaseUrl, KEY_PEPPER, ADMIN_TOKEN });
const run = (...words: string[]) => runCli(['retention', ...words], env());
const keep = (retention_days: number) => app.load({ enterprises: [anEnterprise({ retention_days })] });
const positions = (): Promise<number> => app.dataSource.manager.count(Location);

describe('cli retention', () => {
  it('says what it would remove, removes it, and says that', async () => {
    expect(await run()).toMatchObject({ status: 0, stdout: 'Every enterprise keeps everything\n' });
    await app.load(agedRecords([ago(9), ago(8), ago(1)]));
    await keep(3);
    const counts = `acme, everything before ${ago(3)}: 2 datausage, 2 screentime, 2 locations`;
    expect(await run('--dry-run')).toMatchObject({ status: 0, stdout: `${counts} would be removed\n` });
    expect(await positions()).toBe(3);
    const { status, stdout, stderr } = await run();
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${counts} removed\n` });
    expect(stderr).toMatch(/^Database: .*\n$/);
    expect(await positions()).toBe(1);
    expect((await trailOf(app))[0]).toMatchObject({
      actor: 'command-line',
      action: 'retention.applied',
      details: { datausage: 2, screentime: 2, locations: 2 },
    });
  });

  it('stops at a signal behind the running slice, and the next run does the rest', async () => {
    const some = Array.from({ length: 30 * ROWS_IN_SLICE }, (_none, at) =>
      aRecord('locations', at + 1, { created_at: ago(9, at) }),
    );
    await app.load({ locations: some });
    await keep(3);
    let before = some.length;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const program = startCli(['retention'], env());
      await program.until(async () => (await positions()) < before);
      expect(await program.stop(signal)).toBe(130);
      expect(program.stderr).toContain('Stopped: what was removed is gone');
      const left = await positions();
      expect(left).toBeGreaterThan(0);
      const removed = (before - left).toLocaleString('en');
      expect(program.stdout).toContain(`0 datausage, 0 screentime, ${removed} locations removed`);
      expect((await trailOf(app))[0]).toMatchObject({ details: { locations: before - left } });
      before = left;
    }
    expect((await run()).status).toBe(0);
    expect(await positions()).toBe(0);
  });

  it('is killed at any time, and the trail tells in the end of all that went', async () => {
    const some = Array.from({ length: 30 * ROWS_IN_SLICE }, (_none, at) =>
      aRecord('locations', at + 1, { created_at: ago(9, at) }),
    );
    await app.load({ locations: some });
    await keep(3);
    const program = startCli(['retention'], env());
    await program.until(async () => (await positions()) < some.length);
    await program.stop('SIGKILL');
    expect(await trailOf(app)).toEqual([]);
    expect((await run()).status).toBe(0);
    expect(await positions()).toBe(0);
    expect(await trailOf(app)).toMatchObject([
      { action: 'retention.applied', details: { locations: some.length } },
    ]);
    expect((await run()).status).toBe(0);
    expect(await trailOf(app)).toHaveLength(1);
  });
});
