import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FLEET_USAGE, usageOfMonth } from '../database/fleet-usage.js';
import { customer, DATABASE, type Lab } from '../lab.js';
import { detailRequests, LIST } from './comparisons.js';
import { median, ratiosToFirst } from './measure.js';
import { atMost, type Finding, type Scenario } from './scenario.js';
import { seedSqlite } from './scenarios-storage.js';

const SUMMARY = FLEET_USAGE.month.replace('/bulk', '/summary');
const GROUPINGS = ['app', 'device', 'day'] as const;
const AT_ONCE = 10;
/** Ten summaries at the same time take as long as ten in a row. */
const MAX_LOAD_ROUNDS = 3;
const TEN_DAYS = FLEET_USAGE.month.replace(/\?.*/, '?startdate=2026-06-11&enddate=2026-06-20');
const SUMMARY_OF_TEN_DAYS = TEN_DAYS.replace('/bulk', '/summary');

const LATEST = '/api/v1/device-location/latest';
const FIVE_FIELDS = `${LIST}?fields=id,status,model,last_connect,remaining_battery`;

/** Ten requests of one key at the same time. */
const NO_BULK_LIMIT = { RATE_LIMIT_BULK: 'off' };

interface Service {
  readonly engine: string;
  readonly port: number;
  readonly keys: Lab['keys'];
}

/** Measures on MariaDB, then on SQLite, whose service runs alone. */
async function onBoth(
  lab: Lab,
  database: string,
  measure: (service: Service) => Promise<Finding[]>,
): Promise<Finding[]> {
  const { port } = await lab.start('product', database, NO_BULK_LIMIT);
  const findings = await measure({ engine: 'MariaDB', port, keys: lab.keys });
  await lab.stopContenders();
  const file = join(lab.folder, 'summaries.sqlite');
  const keys = await seedSqlite(file, lab, usageOfMonth(lab.options.devices));
  const embedded = { ...NO_BULK_LIMIT, DATABASE_URL: `sqlite:${file}` };
  const { port: embeddedPort } = await lab.start('product', DATABASE, embedded);
  return [...findings, ...(await measure({ engine: 'SQLite', port: embeddedPort, keys }))];
}

async function timeOf(lab: Lab, { port, keys }: Service, path: string, seconds = 0): Promise<number> {
  const responses = await lab.downloads({ port, path, seconds, ...customer(keys[0]!) });
  if (responses.some(({ status }) => status !== 200)) throw new Error(`No response to ${path}`);
  return median(responses.map(({ ms }) => ms));
}

export const summaries: Scenario = {
  name: 'summaries',
  async run(lab) {
    await FLEET_USAGE.make(lab);
    const findings = await onBoth(lab, FLEET_USAGE.name, async (service) => [
      ...(await timesOfSummaries(lab, service)),
      await loadDuringSummaries(lab, service),
    ]);
    await lab.stopContenders();
    await lab.server.query(`DROP DATABASE ${FLEET_USAGE.name}`);
    return findings;
  },
};

async function timesOfSummaries(lab: Lab, service: Service): Promise<Finding[]> {
  const paths = GROUPINGS.map((grouping) => `${SUMMARY}&group_by=${grouping}`);
  const times = await ratiosToFirst(lab.options.rounds, [FLEET_USAGE.month, ...paths], (path) =>
    timeOf(lab, service, path),
  );
  return paths.map((path, at) =>
    atMost(
      `Data usage of a month by ${GROUPINGS[at]}, ${service.engine}: time, relative to the records`,
      times.get(path)!,
      'times',
      1,
    ),
  );
}

async function loadDuringSummaries(lab: Lab, { engine, port, keys }: Service): Promise<Finding> {
  const [key] = keys;
  const seconds = lab.options.seconds + 1;
  const rounds = Math.min(MAX_LOAD_ROUNDS, lab.options.rounds);
  const p99 = await ratiosToFirst(rounds, [TEN_DAYS, SUMMARY_OF_TEN_DAYS], async (path) => {
    const running = lab.downloads({ port, path, seconds, count: AT_ONCE, ...customer(key!) });
    await wait(500);
    const load = await lab.load({ port, connections: 16, requests: detailRequests({ keys }) });
    await running;
    return load.p99;
  });
  return atMost(
    `p99 of small requests next to ten summaries, ${engine}: relative to ten downloads`,
    p99.get(SUMMARY_OF_TEN_DAYS)!,
    'times',
    1.5,
  );
}

export const latest: Scenario = {
  name: 'latest',
  run: (lab) =>
    onBoth(lab, DATABASE, async (service) => {
      const times = await ratiosToFirst(lab.options.rounds, [FIVE_FIELDS, LATEST], (path) =>
        timeOf(lab, service, path, 1),
      );
      return [
        atMost(
          `Latest locations of all devices, ${service.engine}: time, relative to the list with five fields`,
          times.get(LATEST)!,
          'times',
          3,
        ),
      ];
    }),
};
