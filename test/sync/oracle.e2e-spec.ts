import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { ImporterService } from '../../src/modules/importer/importer.service.js';
import { appWith } from '../kit/app/app-with.js';
import { anEnterprise } from '../kit/app/builders.js';
import { engine, openDatabase } from '../kit/database/engines.js';
import { FollowedFleet } from '../kit/sync/followed-fleet.js';
import { SeededRandom } from '../../demo/seed/seeded-random.js';

const ENTERPRISES = ['acme', 'other'];
const WRITERS = 4;
const READERS = 5;
const BATCHES = 25;
const RECORDS = 120;

const app = appWith(
  { enterprises: [anEnterprise(), anEnterprise({ id: 'other', time_zone: 'Asia/Kathmandu' })] },
  { COMPRESSION: 'off' },
);
const sources: DataSource[] = [];
afterAll(async () => {
  for (const source of sources) await source.destroy();
});

/** Uses a connection of its own, except on SQLite, where a waiting connection would block the process. */
async function importer(): Promise<ImporterService> {
  if (engine === 'sqlite') return new ImporterService(app.dataSource);
  const source = await openDatabase(app.databaseUrl);
  sources.push(source);
  return new ImporterService(source);
}

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

it(`every copy matches the table, without repeated or unexplained items (TEST_SEED=${SEED})`, async () => {
  const headers = new Map<string, Readonly<Record<string, string>>>();
  for (const enterprise of ENTERPRISES) headers.set(enterprise, (await app.customer(enterprise)).headers);
  const fleet = new FollowedFleet(headers, WRITERS, READERS, SEED);
  await app.load({ devices: fleet.firstDevices() });

  let writing = WRITERS;
  const write = async (at: number): Promise<void> => {
    const random = new SeededRandom(SEED + 100 + at);
    const writerImporter = await importer();
    for (let batch = 0; batch < BATCHES; batch++) {
      const { kind, records } = fleet.batchOf(at, random.integer(1, RECORDS));
      const { rejected } = await writerImporter.importRecords(kind, records);
      expect(rejected).toBe(0);
      await wait(random.integer(0, 19));
    }
    writing--;
  };
  const read = async (at: number): Promise<void> => {
    while (writing > 0) await fleet.read(at, app.url);
  };
  const at = (count: number) => Array.from({ length: count }, (_none, place) => place);
  await Promise.all([...at(WRITERS).map(write), ...at(READERS).map(read)]);

  await fleet.catchUp(app.url);
  expect(await fleet.differences(app.url)).toEqual([]);
  expect(fleet.violations).toEqual([]);
  expect(fleet.items).toBeGreaterThan(WRITERS * BATCHES * 10);
}, 60_000);
