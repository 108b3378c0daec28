import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SeededRandom } from '../../../demo/seed/seeded-random.js';
import { exportFolder } from '../../kit/formats/export-folder.js';
import { startCli } from '../../kit/process/program.js';
import type { Service } from '../../kit/process/service.js';
import { removeFolder } from '../../kit/process/sandbox.js';
import { FollowedFleet } from '../../kit/sync/followed-fleet.js';
import { importAll, newCustomer, type Headers } from '../stage/fixtures.js';
import { count, type Scenario, type Stage } from '../stage/stage.js';

const ENTERPRISES = ['acme', 'other'];
const WRITERS = 4;
const READERS = 5;
/** The importer commits such a file in one transaction. */
const RECORDS_IN_FILE = 1_000;

/**
 * The reason for a rejected line when a killed import is repeated: the first run had committed the file, in which a later
 * line moves the record to another device.
 */
const MOVED_REASON = 'device_id: the record is not one of this device';

const each = <Result>(times: number, task: (at: number) => Result): Result[] =>
  Array.from({ length: times }, (_none, at) => task(at));

export const followedFeeds: Scenario = {
  name: 'Followed feeds',
  run: (stage) => stage.onEmptyDatabases((engine, databaseUrl) => follow(stage, engine, databaseUrl)),
};

/** Writes at random, follows every route, and kills one process after the other. */
async function follow(stage: Stage, engine: string, databaseUrl: string): Promise<void> {
  const { writes, everyMs } = stage.isShort
    ? { writes: 4_000, everyMs: 1_000 }
    : { writes: 500_000, everyMs: 4_000 };
  const seed = Date.now() % 1_000_000;
  const random = new SeededRandom(seed);
  const env = { DATABASE_URL: databaseUrl };
  const start = (port?: number): Promise<Service> => stage.start({ ...env, COMPRESSION: 'off' }, port);
  const enterprises = ENTERPRISES.map((id) => ({ id, name: id, time_zone: 'Europe/Berlin' }));
  await importAll({ enterprises }, env);
  const services = [await start(), await start()];
  const originOf = (at: number): string => services[at % services.length]!.url;
  const headers = new Map<string, Headers>();
  for (const enterprise of ENTERPRISES)
    headers.set(enterprise, await newCustomer(services[0]!.port, enterprise));
  const fleet = new FollowedFleet(headers, WRITERS, READERS, seed);
  await importAll({ devices: fleet.firstDevices() }, env);

  let writing = WRITERS;
  let written = 0;
  let failure = '';
  const killed = { services: 0, importers: 0, databases: 0 };
  const recordFailure = (error: unknown): void => void (failure ||= String(error));

  const importOnce = async (file: string, writerRandom: SeededRandom, isAgain: boolean): Promise<boolean> => {
    const importer = startCli(['import', file], env);
    const kill = () => importer.signal('SIGKILL');
    const timer = writerRandom.chance(0.15) ? setTimeout(kill, writerRandom.integer(300, 1_499)) : undefined;
    const { status } = await importer.outcome();
    clearTimeout(timer);
    if (status === null) killed.importers++;
    const rejected = status === 2 ? reasonsIn(file.replace(/\.ndjson$/, '.rejects.ndjson')) : [];
    if (rejected.some((reason) => !isAgain || reason !== MOVED_REASON))
      throw new Error(`Rejected: ${rejected[0]}`);
    return status === 0 || status === 2;
  };
  const write = async (writer: number): Promise<void> => {
    const writerRandom = new SeededRandom(seed + 1_000 + writer);
    for (let lines = 0; lines < writes / WRITERS;) {
      const { kind, records } = fleet.batchOf(writer, RECORDS_IN_FILE);
      const folder = await exportFolder({ [kind]: records });
      const file = join(folder, `${kind}.ndjson`);
      for (let tries = 1; !(await importOnce(file, writerRandom, tries > 1)); tries++) await wait(200);
      await removeFolder(folder);
      lines += records.length;
      written += records.length;
    }
  };
  const read = async (reader: number): Promise<void> => {
    while (writing > 0) await fleet.read(reader, originOf(reader + random.integer(0, 1)));
  };
  const kill = async (): Promise<void> => {
    for (let kills = 0; writing > 0; kills++) {
      await wait(everyMs);
      if (engine === 'MariaDB' && kills % 2 === 0) {
        await stage.server.kill();
        await stage.server.start();
        killed.databases++;
      } else {
        const at = random.integer(0, 1);
        await services[at]!.kill();
        services[at] = await start(services[at]!.port);
        killed.services++;
      }
    }
  };
  await Promise.all([
    ...each(WRITERS, write).map((done) => done.catch(recordFailure).finally(() => writing--)),
    ...each(READERS, read).map((done) => done.catch(recordFailure)),
    kill(),
  ]);
  await fleet.catchUp(originOf(0));
  failure ||= (await fleet.differences(originOf(0)))[0] ?? '';
  const { services: ended, importers, databases } = killed;
  const figures =
    `${count(written)} writes by ${WRITERS} importers, ${count(fleet.responses)} responses with ${count(fleet.items)} items to ${READERS} readers; ` +
    `killed: ${ended} services, ${importers} importers, the database ${databases} times; seed ${seed}`;
  stage.record(
    `${engine}: every copy that follows its tokens equals the table, row for row`,
    failure === '',
    `${failure} ${figures}`.trim(),
  );
  const { violations } = fleet;
  stage.record(
    `${engine}: no item was twice in a response or without a change`,
    violations.length === 0,
    violations[0] ? `${violations.length}: ${violations[0]} (${figures})` : `${count(fleet.items)} items`,
  );
}

const reasonsIn = (rejects: string): string[] =>
  readFileSync(rejects, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { reason: string }).reason);
