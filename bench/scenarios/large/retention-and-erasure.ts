import { setTimeout as wait } from 'node:timers/promises';
import { nodeCommand, run } from '../../../test/kit/process/program.js';
import { DAY_MS, FIRST_DAY } from '../../database/fleet.js';
import { deleteSeed, PEPPER } from '../../database/seed.js';
import { DATABASE, type Lab } from '../../lab.js';
import { atMost, type Finding, type Scenario } from '../scenario.js';
import { SteadyCustomers } from './steady-customers.js';

const PURGE_DIVISOR = 5;
const ERASED = { id: 'device-of-a-million', key: 900_000, locations: 1_000_000 };
const WARM_UP_MS = 30_000;
const ALONE_MS = 60_000;
const MAX_RATIO = 1.5;

/** Measures the effect of retention, and of erasing a device with a million locations. It changes the data. */
export const retentionAndErasure: Scenario = {
  name: 'retention-and-erasure',
  async run(lab) {
    await deleteSeed(lab.server, DATABASE);
    const { port } = await lab.start('product');
    const days = lab.options.days / PURGE_DIVISOR;
    const keptDays = Math.floor((Date.now() - FIRST_DAY) / DAY_MS) - days;
    await lab.server.query(`UPDATE enterprises SET retention_days = ${keptDays}`, DATABASE);
    const retention = await measureNextToCustomers(lab, port, 'Retention', ['retention']);
    await addLargeDevice(lab);
    const device = ['--enterprise', 'fleet-1', '--device', ERASED.id, '--yes'];
    return [
      ...retention,
      ...(await measureNextToCustomers(lab, port, 'Erasing a device', ['erase', ...device])),
    ];
  },
};

async function measureNextToCustomers(
  lab: Lab,
  port: number,
  title: string,
  command: readonly string[],
): Promise<Finding[]> {
  const customers = new SteadyCustomers(lab, port);
  await wait(WARM_UP_MS);
  const rows = await countLocations(lab);
  const before = performance.now();
  await wait(ALONE_MS);
  const began = performance.now();
  const env = { DATABASE_URL: lab.server.url(DATABASE), KEY_PEPPER: PEPPER };
  const { status, stderr } = await run(nodeCommand('src/cli.js', ...command), { env });
  if (status !== 0) throw new Error(stderr);
  const ended = performance.now();
  await wait(ALONE_MS);
  const [first = NaN, p99During = NaN, last = NaN] = await customers.end(
    before,
    began,
    ended,
    performance.now(),
  );
  const removed = rows - (await countLocations(lab));
  const seconds = (ended - began) / 1000;
  const alone = (first + last) / 2;
  const named = `${title}, ${(removed / 1e6).toFixed(1)} million locations in ${Math.round(seconds)} s`;
  const label = `p99 of 200 other requests/s, ${p99During.toFixed(1)} ms, relative to alone`;
  return [atMost(`${named}: ${label}`, p99During / alone, 'times', MAX_RATIO)];
}

async function countLocations({ server }: Lab): Promise<number> {
  const [row] = await server.query<{ count: string }>('SELECT COUNT(*) AS count FROM locations', DATABASE);
  return Number(row?.count);
}

async function addLargeDevice({ server, options }: Lab): Promise<void> {
  const columns = await server.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = '${DATABASE}' AND table_name = 'devices' ORDER BY ordinal_position`,
  );
  const values = columns.map(({ name }) => {
    if (name === 'id') return `'${ERASED.id}'`;
    return name === 'device_key' ? String(ERASED.key) : name;
  });
  const gap = Math.floor((options.days * DAY_MS) / ERASED.locations);
  await server.query(
    `INSERT INTO devices SELECT ${values.join(', ')} FROM devices WHERE enterprise_key = 1 LIMIT 1;
     UPDATE enterprises SET last_device_key = ${ERASED.key}, retention_days = NULL WHERE \`key\` = 1;
     INSERT INTO locations SELECT 1, ${FIRST_DAY} + seq * ${gap}, 900000000 + seq, ${ERASED.key}, '', 5, 90, 52.5, 13.4, 'gps', '', 0, 0, 0
       FROM seq_1_to_${ERASED.locations}`,
    DATABASE,
  );
}
