import { Figures1763792000000 } from '../../src/database/migrations/1763792000000-figures.js';
import { DatabaseReader } from '../../src/database/rows/reader.js';
import { CHANGE_KIND_NAMES } from '../../src/database/change-log.js';
import { OperatingFigures } from '../../src/modules/operations/operating-figures.service.js';
import { RetentionService } from '../../src/modules/retention/retention.service.js';
import { aFullFleet, appWith } from '../kit/app/app-with.js';
import { aDevice, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { KEY_PEPPER } from '../kit/app/test-app.js';
import { runCli } from '../kit/process/program.js';
import { exportFolder } from '../kit/formats/export-folder.js';

// docs/operations/monitoring.md: metrics of the database

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const fleet = aFullFleet();
const app = appWith(fleet);

beforeEach(() => app.dataSource.query(`UPDATE figures SET noted_at = noted_at - ${HOUR_MS}`));
afterEach(() => jest.restoreAllMocks());

async function figure(name: string): Promise<number | undefined> {
  await app.get(OperatingFigures).read();
  return (await app.metrics()).get(`device_api_${name}`);
}

const ageOf = (kind: string) => figure(`data_age_seconds{kind="${kind}"}`);

const cli = (...args: string[]) => runCli(args, { DATABASE_URL: app.databaseUrl, KEY_PEPPER });

describe('device_api_data_age_seconds', () => {
  it('is the time since the newest change of each kind', async () => {
    for (const kind of CHANGE_KIND_NAMES) {
      expect(await ageOf(kind)).toBeGreaterThanOrEqual(3_600);
      expect(await ageOf(kind)).toBeLessThan(3_700);
    }
  });

  it('does not change if an import contains only stored records', async () => {
    await app.load(fleet);
    for (const kind of CHANGE_KIND_NAMES) expect(await ageOf(kind)).toBeGreaterThanOrEqual(7_200);
  });

  it('begins again with a change of the kind, and of no other', async () => {
    await app.load({ devices: [aDevice({ model: 'Changed' })] });
    expect(await ageOf('devices')).toBeLessThan(60);
    expect(await ageOf('locations')).toBeGreaterThanOrEqual(3_600);
  });

  it('begins again for the kinds of an erased device', async () => {
    await app.load({ devices: [aDevice({ id: 'erased' })] });
    await app.dataSource.query(`UPDATE figures SET noted_at = noted_at - ${HOUR_MS}`);
    const erased = await cli('erase', '--enterprise', ENTERPRISE_ID, '--device', 'erased', '--yes');
    expect(erased.status).toBe(0);
    expect(await ageOf('devices')).toBeLessThan(60);
    expect(await ageOf('locations')).toBeGreaterThanOrEqual(3_600);
  });
});

describe('device_api_last_import_timestamp_seconds', () => {
  const NAME = 'last_import_timestamp_seconds';

  it('is 0 before the first import, and the end of the last one', async () => {
    expect(await figure(NAME)).toBe(0);
    const began = Date.now() / 1_000;
    const { status } = await cli('import', await exportFolder({ devices: [aDevice()] }));
    expect(status).toBe(0);
    expect(await figure(NAME)).toBeGreaterThanOrEqual(began - 1);
    expect(await figure(NAME)).toBeLessThanOrEqual(Date.now() / 1_000 + 1);
  });

  it('includes an import with rejected lines, and no failed one', async () => {
    const last = (await figure(NAME))!;
    expect((await cli('import', '/nowhere')).status).toBe(1);
    expect(await figure(NAME)).toBeCloseTo(last, 0);
    const { status } = await cli('import', await exportFolder({ devices: [{ id: 'of no enterprise' }] }));
    expect(status).toBe(2);
    expect(await figure(NAME)).toBeGreaterThan(last + 3_000);
  });
});

describe('device_api_last_retention_timestamp_seconds', () => {
  const NAME = 'last_retention_timestamp_seconds';
  const CALLER = { actor: 'service', address: '', requestId: '' };

  async function purge(signal: AbortSignal): Promise<void> {
    const purged: unknown[] = [];
    for await (const batch of app.get(RetentionService).purgeAll(CALLER, signal)) purged.push(batch);
  }

  it('is the end of the last run of the service that was not interrupted', async () => {
    await purge(AbortSignal.abort());
    expect(await figure(NAME)).toBe(0);
    await purge(new AbortController().signal);
    expect(await figure(NAME)).toBeGreaterThan(Date.now() / 1_000 - 60);
  });

  it('includes the command, but not with --dry-run', async () => {
    expect((await cli('retention', '--dry-run')).status).toBe(0);
    expect(await figure(NAME)).toBeLessThan(Date.now() / 1_000 - 3_000);
    expect((await cli('retention')).status).toBe(0);
    expect(await figure(NAME)).toBeGreaterThan(Date.now() / 1_000 - 60);
  });
});

it('device_api_keys_expiring counts the keys that expire within 14 days', async () => {
  for (const days of [1, 13, 15]) {
    const expires_at = new Date(Date.now() + days * DAY_MS).toISOString();
    await app.createKey(ENTERPRISE_ID, undefined, { expires_at });
  }
  await app.createKey(ENTERPRISE_ID);
  expect(await figure('keys_expiring')).toBe(2);
});

it('device_api_build_info has the version, and device_api_redis_up is missing without REDIS_URL', async () => {
  const { version } = JSON.parse((await app.anonymous.get('/health/live')).body) as { version: string };
  const seen = await app.metrics();
  expect(seen.get(`device_api_build_info{version="${version}"}`)).toBe(1);
  expect(seen.has('device_api_redis_up')).toBe(false);
});

describe('A scrape', () => {
  it('causes no query', async () => {
    await app.get(OperatingFigures).read();
    const rows = jest.spyOn(app.nest.get(DatabaseReader), 'rows');
    const query = jest.spyOn(app.dataSource, 'query');
    expect((await app.metrics()).has('device_api_data_age_seconds{kind="devices"}')).toBe(true);
    expect(rows).not.toHaveBeenCalled();
    expect(query).not.toHaveBeenCalled();
  });

  it('shows the last figures while the database is down', async () => {
    const before = await figure('last_import_timestamp_seconds');
    jest.spyOn(app.nest.get(DatabaseReader), 'rows').mockRejectedValue(new Error('lost'));
    await app.dataSource.query(`UPDATE figures SET noted_at = noted_at - ${HOUR_MS}`);
    expect(await figure('last_import_timestamp_seconds')).toBe(before);
  });
});

it('the migration copies the times from the change log and from the last run of retention', async () => {
  const runner = app.dataSource.createQueryRunner();
  await app.dataSource.query('DELETE FROM figures');
  await app.dataSource.query(
    "INSERT INTO daily_runs (name, holder, held_until, begun_at, done_at) VALUES ('retention', '', 0, 0, 1764000000000)",
  );
  await new Figures1763792000000().up(runner);
  await runner.release();
  for (const kind of CHANGE_KIND_NAMES) expect(await ageOf(kind)).toBeLessThan(600);
  expect(await figure('last_retention_timestamp_seconds')).toBeCloseTo(1_764_000_000, 0);
  await app.load({ devices: [aDevice({ id: DEVICE_ID, model: 'Changed again' })] });
});
