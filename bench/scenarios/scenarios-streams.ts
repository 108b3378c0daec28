import { setTimeout as wait } from 'node:timers/promises';
import type { EncodingName } from '../client/downloads.js';
import type { Contender } from '../contenders/contenders.js';
import { BULK_DAY, BULK_MONTH, detailRequests } from './comparisons.js';
import { customer, DATABASE, type Lab, type LoadResult } from '../lab.js';
import { timeToReadRows } from '../database/mariadb-client.js';
import { median, ProcessMeter } from './measure.js';
import { atLeast, atMost, type Scenario } from './scenario.js';

const POOL = 12;
const SLOW_READERS = 10;
const SLOW_BYTES_PER_SECOND = 50_000;
const SLOW_SECONDS = 15;
const MANY = 48;

const ALL_OF_FIRST = `SELECT id, accuracy, created_at, imei, lat, lng, provider, inside_geofence, using_mock_location
  FROM locations WHERE enterprise_key = 1 ORDER BY created_at, id`;

export const discardedRows: Scenario = {
  name: 'discarded-rows',
  async run(lab) {
    const product = await lab.start('product');
    const job = { port: product.port, path: BULK_MONTH };
    await lab.download(job);
    const ratios = [];
    for (let round = 0; round < Math.min(3, lab.options.rounds + 1); round++) {
      const client = await timeToReadRows(lab.server, ALL_OF_FIRST);
      ratios.push(client / (await lab.download(job)).ms);
    }
    return [atLeast('Rows per second, relative to `mariadb --quick`', median(ratios), 'times', 0.7)];
  },
};

export const duringBulk: Scenario = {
  name: 'during-bulk',
  async run(lab) {
    const product = await lab.start('product');
    await detailLoad(lab, product, 2);
    const alone = await detailLoad(lab, product);
    const busy = await loadDuringBulk(lab, product);
    return [
      atLeast(
        'Rate of small requests during a bulk response, relative to their rate alone',
        busy.rate / alone.rate,
        'times',
        0.35,
      ),
      atMost('p99 of these requests', busy.p99, 'ms', 60),
    ];
  },
};

function detailLoad(lab: Lab, { port }: Contender, seconds = lab.options.seconds): Promise<LoadResult> {
  return lab.load({ port, connections: 16, seconds, requests: detailRequests(lab) });
}

export async function loadDuringBulk(
  lab: Lab,
  product: Contender,
  encoding?: EncodingName,
): Promise<LoadResult> {
  const seconds = lab.options.seconds + 1;
  const bulk = { port: product.port, path: BULK_MONTH, seconds };
  const downloads = lab.downloads({ ...bulk, ...(encoding && { encoding }) });
  await wait(500);
  const load = await detailLoad(lab, product);
  await downloads;
  return load;
}

export const disconnects: Scenario = {
  name: 'disconnects',
  async run(lab) {
    const { port } = await lab.start('product');
    const callers = lab.keys.slice(0, 3);
    await lab.download({ port, path: BULK_DAY });
    await Promise.all(
      callers.map((caller) =>
        lab.downloads({
          ...{ port, path: BULK_MONTH, ...customer(caller), count: POOL / callers.length },
          ...{ bytesPerSecond: 1_000_000, disconnectAfterMs: 700 },
        }),
      ),
    );
    const start = performance.now();
    const [next] = await lab.downloads({ port, path: '/api/v1/device/id/device-00001' });
    await wait(2_000 - (performance.now() - start));
    return [
      atMost('Open queries 2 s after 12 clients disconnected', await openQueries(lab), '', 0),
      atMost('The next request after that', next!.status === 200 ? next!.ms : Infinity, 'ms', 500),
    ];
  },
};

async function openQueries(lab: Lab): Promise<number> {
  const rows = await lab.server.query(
    "SELECT id FROM information_schema.processlist WHERE db = 'bench' AND command = 'Query' AND info LIKE '%locations%'",
  );
  return rows.length;
}

export const slowReaders: Scenario = {
  name: 'slow-readers',
  async run(lab) {
    const product = await lab.start('product');
    await lab.downloads({ port: product.port, path: BULK_DAY, count: 2 });
    const memory = new ProcessMeter(product.program.pid);
    const readers = lab.keys.slice(0, SLOW_READERS).map((caller) =>
      lab.downloads({
        port: product.port,
        path: BULK_MONTH,
        ...customer(caller),
        bytesPerSecond: SLOW_BYTES_PER_SECOND,
        disconnectAfterMs: SLOW_SECONDS * 1000,
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
      atMost('Memory per reader of 50 kB/s', memory.grownMegabytes / SLOW_READERS, 'MB', 15),
    ];
  },
};

export const fairness: Scenario = {
  name: 'fairness',
  async run(lab) {
    const product = await lab.start('product', DATABASE, { RATE_LIMIT_BULK: 'off' });
    const seconds = lab.options.seconds + 1;
    const [measured, ...others] = [1, 2, 3, 4].map((of) => {
      const caller = lab.keys.find(({ enterprise }) => enterprise.key === of)!;
      return { port: product.port, path: BULK_MONTH, ...customer(caller) };
    });
    const rate = async (): Promise<number> => {
      const began = performance.now();
      const results = await lab.downloads({ ...measured!, seconds });
      const whole = results.filter(({ status }) => status === 200);
      return whole.reduce((sum, { bytes }) => sum + bytes, 0) / (performance.now() - began);
    };
    const ratios = [];
    for (let round = 0; round < Math.min(3, lab.options.rounds); round++) {
      const alone = await rate();
      const crowd = others.map((job) => lab.downloads({ ...job, count: MANY, seconds: 2 * seconds }));
      await wait(1_000);
      ratios.push((await rate()) / alone);
      await Promise.all(crowd);
    }
    const title =
      'Rate of one customer next to three that use all their connections, relative to its rate alone';
    return [atLeast(title, median(ratios), 'times', 0.5)];
  },
};
