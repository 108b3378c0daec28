import { setTimeout as wait } from 'node:timers/promises';
import { BULK_DAY, BULK_MONTH, bulkRows, detailRequests } from './comparisons.js';
import { DATABASE, type Lab } from './lab.js';
import { throwAwayRows } from './mariadb-client.js';
import { median, ProcessMeter } from './measure.js';
import { atLeast, atMost, type Scenario } from './scenario.js';
import type { SeededKey } from './seed.js';

const POOL = 12;
const SLOW_READERS = 10;
const SLOW_BYTES_PER_SECOND = 50_000;
const SLOW_SECONDS = 15;

const customer = ({ key, enterprise }: SeededKey) => ({ key, enterprise: enterprise.id });

const ALL_OF_FIRST = `SELECT id, accuracy, created_at, imei, lat, lng, provider, inside_geofence, using_mock_location
  FROM locations WHERE enterprise_key = 1 ORDER BY created_at, id`;

/** Against a client that throws the same rows away, which is as fast as a reader can be. */
export const throwingAway: Scenario = {
  name: 'throwing-away',
  async run(lab) {
    const product = await lab.start('product');
    const job = { port: product.port, path: BULK_MONTH, ...customer(lab.keys[0]!), count: 1 };
    await lab.downloads(job);
    const ratios = [];
    for (let round = 0; round < Math.min(3, lab.options.rounds + 1); round++) {
      const client = await throwAwayRows(lab.server, ALL_OF_FIRST);
      const [download] = await lab.downloads(job);
      ratios.push(client / download!.ms);
    }
    return [atLeast('Rows per second, to those of `mariadb --quick`', median(ratios), 'times', 0.7)];
  },
};

/** What small requests keep while one long answer runs. */
export const beside: Scenario = {
  name: 'beside',
  async run(lab) {
    const product = await lab.start('product');
    const load = (seconds: number) =>
      lab.load({ port: product.port, connections: 16, seconds, requests: detailRequests(lab) });
    await load(2);
    const alone = await load(lab.options.seconds);
    const bulk = { port: product.port, path: BULK_MONTH, ...customer(lab.keys[0]!), count: 1 };
    const until = performance.now() + (lab.options.seconds + 1) * 1000;
    const downloads = (async () => {
      while (performance.now() < until) await lab.downloads(bulk);
    })();
    await wait(500);
    const busy = await load(lab.options.seconds);
    await downloads;
    return [
      atLeast(
        'Rate of small requests beside a bulk answer, to that alone',
        busy.requests / busy.seconds / (alone.requests / alone.seconds),
        'times',
        0.35,
      ),
      atMost('Their p99', busy.p99, 'ms', 60),
    ];
  },
};

/** Clients that leave in the middle of as many answers as there are connections. */
export const leaving: Scenario = {
  name: 'leaving',
  async run(lab) {
    const product = await lab.start('product');
    const callers = [lab.keys[0]!, lab.keys[1]!, lab.keys[2]!];
    await lab.downloads({ port: product.port, path: BULK_DAY, ...customer(callers[0]!), count: 1 });
    await Promise.all(
      callers.map((caller) =>
        lab.downloads({
          port: product.port,
          path: BULK_MONTH,
          ...customer(caller),
          count: POOL / callers.length,
          bytesPerSecond: 1_000_000,
          leaveAfterMs: 700,
        }),
      ),
    );
    const start = performance.now();
    const [next] = await lab.downloads({
      port: product.port,
      path: '/api/v1/device/id/device-00001',
      ...customer(callers[0]!),
      count: 1,
    });
    await wait(2_000 - (performance.now() - start));
    return [
      atMost('Queries still open 2 s after 12 clients left', await openQueries(lab), '', 0),
      atMost('The next request', next!.status === 200 ? next!.ms : Infinity, 'ms', 500),
    ];
  },
};

async function openQueries(lab: Lab): Promise<number> {
  const rows = await lab.server.ask(
    "SELECT id FROM information_schema.processlist WHERE db = 'bench' AND command = 'Query' AND info LIKE '%locations%'",
  );
  return rows.length;
}

/** Clients that read much slower than the database. */
export const slowReaders: Scenario = {
  name: 'slow-readers',
  async run(lab) {
    const product = await lab.start('product');
    await lab.downloads({ port: product.port, path: BULK_DAY, ...customer(lab.keys[0]!), count: 2 });
    const memory = new ProcessMeter(product.pid);
    const readers = lab.keys.slice(0, SLOW_READERS).map((caller) =>
      lab.downloads({
        port: product.port,
        path: BULK_MONTH,
        ...customer(caller),
        count: 1,
        bytesPerSecond: SLOW_BYTES_PER_SECOND,
        leaveAfterMs: SLOW_SECONDS * 1000,
      }),
    );
    const results = (await Promise.all(readers)).flat();
    return [
      atLeast(
        'Slow readers served at the same time',
        results.filter(({ status }) => status === 200).length,
        '',
        10,
      ),
      atMost('Memory for each reader of 50 kB/s', memory.grownMegabytes / SLOW_READERS, 'MB', 15),
    ];
  },
};

/** Memory does not follow the size of the answer. */
export const fiveMillion: Scenario = {
  name: 'five-million',
  async run(lab) {
    const million = await memoryOf(lab, DATABASE);
    const copies = Array.from({ length: 5 }, (_, copy) => [
      `INSERT INTO locations SELECT enterprise_key, created_at + ${copy}, id + ${copy} * 10000000, device_key, imei, accuracy, altitude,`,
      `lat, lng, provider, geofence_id, inside_geofence, using_mock_location FROM ${DATABASE}.locations WHERE enterprise_key = 1`,
    ]);
    await lab.derive(
      'bench_long',
      'ALTER TABLE locations DROP INDEX locations_id, DROP INDEX locations_device', // not used here, and slow to fill
      ...copies.map((lines) => lines.join(' ')),
    );
    const five = await memoryOf(lab, 'bench_long');
    await lab.server.ask('DROP DATABASE bench_long');
    const rows = bulkRows(lab).toLocaleString('en-US');
    return [
      atMost(`Growth of memory, ${rows} rows`, million, 'MB', 32),
      atMost('Growth of memory, five times as many', five, 'MB', 32),
    ];
  },
};

/** The median of fresh servers: what one of them has touched before its first long answer is chance. */
async function memoryOf(lab: Lab, database: string): Promise<number> {
  const growths = [];
  for (let server = 0; server < 3; server++) {
    const product = await lab.start('product', database);
    const job = { port: product.port, ...customer(lab.keys[0]!), count: 1 };
    await lab.downloads({ ...job, path: BULK_DAY });
    const memory = new ProcessMeter(product.pid);
    const [result] = await lab.downloads({ ...job, path: BULK_MONTH });
    if (result!.status !== 200) throw new Error('No answer');
    growths.push(memory.grownMegabytes);
    await product.stop();
  }
  return median(growths);
}
