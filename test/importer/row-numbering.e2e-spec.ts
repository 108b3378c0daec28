import { Change } from '../../src/database/changes/change.entity.js';
import { CHANGE_KINDS } from '../../src/database/changes/change-kinds.js';
import { readRuns } from '../../src/database/changes/id-runs.js';
import { Device } from '../../src/modules/devices/device.entity.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { ImportDatabase } from './import-database.js';
import { aDevice, anExport, manyLocations } from './records.js';

const POSITIONS = 2_500;

const stored = ImportDatabase.forEachTest();
beforeEach(() => stored.load({ ...anExport(), locations: manyLocations(POSITIONS) }));

/** As a writer of its own would leave them that knows nothing of changes. */
async function forgetNumbers(): Promise<void> {
  for (const table of ['devices', 'locations'])
    await stored.dataSource.query(`UPDATE ${table} SET change_number = 0`);
}

it('cli sync --number brings rows without a number into the feeds, once', async () => {
  await forgetNumbers();
  const lines = await stored.count(Change);
  const { status, stdout } = await stored.cli(['sync', '--number']);
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: [
      'devices: 1 rows numbered',
      'datausage: 0 rows numbered',
      'screentime: 0 rows numbered',
      'applications: 0 rows numbered',
      'locations: 2,500 rows numbered\n',
    ].join('\n'),
  });
  const made = (await stored.all(Change)).filter(({ kind }) => kind === CHANGE_KINDS.locations).slice(-3);
  const ids = made.flatMap((line) => readRuns(line.ids)).map(({ first, last }) => last - first + 1);
  expect(ids.reduce((sum, length) => sum + length)).toBe(POSITIONS);
  const numbers = new Set((await stored.all(Location)).map(({ changeNumber }) => changeNumber));
  expect([...numbers].sort()).toEqual(made.map(({ changeNumber }) => changeNumber).sort());
  expect((await stored.all(Device)).map(({ changeNumber }) => changeNumber)).not.toContain(0);
  expect(await stored.count(Change)).toBe(lines + 4);

  await stored.cli(['sync', '--number']);
  expect(await stored.count(Change)).toBe(lines + 4);
});

it('an import is refused where a newer version has changed the database', async () => {
  await stored.dataSource.query(
    "INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'OfTomorrow9999999999999')",
  );
  const folder = await stored.folder({ devices: [aDevice({ id: 'tablet-9' })] });
  const { status, stderr } = await stored.cli(['import', folder]);
  expect(status).toBe(1);
  expect(stderr).toContain('A newer version has changed the database (OfTomorrow9999999999999)');
  expect(await stored.count(Device)).toBe(1);
});
