import type { Contender } from '../../contenders/contenders.js';
import { deviceId } from '../../database/fleet.js';
import { seedMariadb, type SeededKey } from '../../database/seed.js';
import { customer, DATABASE, type Lab } from '../../lab.js';
import { median, ratiosToFirst } from '../measure.js';
import { atMost, type Finding, type Scenario } from '../scenario.js';

const TENTH = 'bench_tenth';
const DAY = 'startdate=2026-06-05&enddate=2026-06-05';
const MAX_RATIO = 1.15;
const ROUNDS = 9;
const CONNECTIONS = 8;
const ENTERPRISES = 5;
const COLD_REQUESTS = 20;

interface Side {
  readonly database: string;
  readonly keys: readonly SeededKey[];
}

interface Measurement {
  readonly name: string;
  readonly path: (at: number, devices: number) => string;
  readonly isLong?: boolean;
}

const MEASUREMENTS: readonly Measurement[] = [
  { name: 'All locations of a day', isLong: true, path: () => `/api/v1/device-location/bulk?${DAY}` },
  {
    name: 'Locations of one device on a day',
    path: (at, devices) => `/api/v1/device-location/id/${someDevice(at, devices)}?${DAY}`,
  },
  { name: 'One device', path: (at, devices) => `/api/v1/device/id/${someDevice(at, devices)}` },
];

/** Compares a table with one ten times as large, in time and, with cold caches, in pages read. */
export const tenTimes: Scenario = {
  name: 'ten-times',
  async run(lab) {
    const { devices, days, locations, enterprises } = lab.options;
    const size = { devices, days: days / 10, locations: locations / 10, ...(enterprises && { enterprises }) };
    const tenth = { database: TENTH, keys: await seedMariadb(lab.server, TENTH, size) };
    const whole = { database: DATABASE, keys: lab.keys };
    const findings = [...(await warm(lab, tenth, whole)), ...(await cold(lab, tenth, whole))];
    return findings;
  },
};

async function warm(lab: Lab, tenth: Side, whole: Side): Promise<Finding[]> {
  const started = new Map<Side, Contender>();
  for (const side of [tenth, whole]) started.set(side, await lab.start('product', side.database));
  const findings = [];
  for (const measurement of MEASUREMENTS) {
    const times = await ratiosToFirst(ROUNDS, [tenth, whole], (side) =>
      timeOf(lab, started.get(side)!.port, measurement, side),
    );
    findings.push(
      atMost(
        `${measurement.name}, of ${millions(lab)} million locations: time, relative to a tenth of them`,
        times.get(whole)!,
        'times',
        MAX_RATIO,
      ),
    );
  }
  await lab.stopContenders();
  return findings;
}

async function timeOf(lab: Lab, port: number, measurement: Measurement, side: Side): Promise<number> {
  if (measurement.isLong) {
    const times = [];
    for (let at = 0; at < 4 * ENTERPRISES; at++)
      times.push((await lab.download({ port, ...requestOf(measurement, side, at % ENTERPRISES, at) })).ms);
    return median(times);
  }
  const requests = Array.from({ length: 997 }, (_none, at) =>
    requestOf(measurement, side, at % ENTERPRISES, at),
  );
  return 1 / (await lab.load({ port, connections: CONNECTIONS, requests })).rate;
}

async function cold(lab: Lab, tenth: Side, whole: Side): Promise<Finding[]> {
  const findings = [];
  for (const measurement of MEASUREMENTS) {
    const ofTenth = await pagesOf(lab, tenth, measurement);
    const ofWhole = await pagesOf(lab, whole, measurement);
    findings.push(
      atMost(
        `${measurement.name}, cold: pages read (${Math.round(ofWhole)} per response), relative to a tenth`,
        ofWhole / ofTenth,
        'times',
        MAX_RATIO,
      ),
    );
  }
  return findings;
}

async function pagesOf(lab: Lab, side: Side, measurement: Measurement): Promise<number> {
  await lab.server.stop();
  await lab.server.start();
  const { port } = await lab.start('product', side.database);
  const before = await pagesRead(lab);
  for (let at = 0; at < COLD_REQUESTS; at++)
    await lab.download({ port, ...requestOf(measurement, side, at, at) });
  const pages = (await pagesRead(lab)) - before;
  await lab.stopContenders();
  return pages / COLD_REQUESTS;
}

async function pagesRead(lab: Lab): Promise<number> {
  const [row] = await lab.server.query<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Innodb_pages_read'");
  return Number(row?.Value);
}

function requestOf({ path }: Measurement, { keys }: Side, enterpriseAt: number, at: number) {
  const ids = [...new Set(keys.map(({ enterprise }) => enterprise.key))];
  const enterpriseKey = ids[enterpriseAt % ids.length];
  const seeded = keys.find(({ enterprise }) => enterprise.key === enterpriseKey)!;
  return { path: path(at, seeded.enterprise.devices), ...customer(seeded) };
}

const someDevice = (at: number, devices: number): string => deviceId(1 + ((at * 7) % devices));
const millions = ({ options }: Lab): number => Math.round(options.locations / 1e6);
