import { Device } from '../../src/modules/devices/device.entity.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { startCli } from '../kit/process/program.js';
import { ImportDatabase } from './import-database.js';
import { aDevice, anEnterprise, anExport, manyLocations } from './records.js';

const stored = ImportDatabase.forEachTest();

const run = (...args: string[]) => stored.cli(args);

describe('an import that is cut short', () => {
  const COUNT = 40_000;

  const someAreIn = async () => (await stored.count(Location)) > 0;

  it('is finished by running it again: nothing lost, nothing double', async () => {
    const folder = await stored.folder({ ...anExport(), locations: manyLocations(COUNT) });
    const running = startCli(['import', folder], { DATABASE_URL: stored.url });
    await running.until(someAreIn);
    expect(await running.kill()).toBeNull();
    const before = await stored.count(Location);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(COUNT);

    expect((await run('import', folder)).status).toBe(0);
    expect(await stored.count(Location)).toBe(COUNT);
  }, 120_000);

  it('ends after the running batch when interrupted', async () => {
    const folder = await stored.folder({ ...anExport(), locations: manyLocations(COUNT) });
    const running = startCli(['import', folder], { DATABASE_URL: stored.url });
    await running.until(someAreIn);
    running.signal('SIGINT');
    const { status, stdout, stderr } = await running.outcome();
    expect(status).toBe(130);
    expect(stderr).toMatch(/^Database: .*\nInterrupted: .*\n$/);
    const count = await stored.count(Location);
    expect(count).toBeLessThan(COUNT);
    expect(stdout).toContain(`locations.ndjson: ${count.toLocaleString('en')} loaded`);
  }, 120_000);
});

describe('two imports at once', () => {
  it('share the work without giving a device number twice', async () => {
    const devices = Array.from({ length: 1000 }, (_, at) => aDevice({ id: `tablet-${at}` }));
    const locations = manyLocations(5000).map((record, at) => ({
      ...record,
      device_id: `tablet-${at % 1000}`,
    }));
    const folder = await stored.folder({ enterprises: [anEnterprise()], devices, locations });
    const reversed = await stored.folder({
      enterprises: [anEnterprise()],
      devices: devices.toReversed(),
      locations: locations.toReversed(),
    });
    const outcomes = await Promise.all([run('import', folder), run('import', reversed)]);
    const [said] = outcomes.map(({ stderr }) => stderr);
    expect(said).toMatch(/^Database: .*\n$/);
    expect(outcomes.map(({ status, stderr }) => [status, stderr])).toEqual([
      [0, said],
      [0, said],
    ]);
    const keys = (await stored.all(Device)).map(({ deviceKey }) => deviceKey);
    expect(new Set(keys).size).toBe(1000);
    expect(await stored.all(Enterprise)).toMatchObject([{ lastDeviceKey: Math.max(...keys) }]);
    expect(await stored.count(Location)).toBe(5000);
  }, 120_000);
});
