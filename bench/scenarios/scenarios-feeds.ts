import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/app/data-source.js';
import { beginChanges, logChange } from '../../src/database/change-log.js';
import { placesOf } from '../../src/database/engine/upsert.js';
import type { Contender } from '../contenders/contenders.js';
import { customer, DATABASE, type Lab, type LoadJob } from '../lab.js';
import { detailRequests } from './comparisons.js';
import { median, ratiosToFirst } from './measure.js';
import { atLeast, atMost, type Finding, type Scenario } from './scenario.js';

const POSITIONS = '/api/v1/device-location/bulk';
const DAY_MS = 86_400_000;
const CHANGES = 1_000;
const TIMES = 5;
const KEYS = 10;

export const following: Scenario = {
  name: 'following',
  async run(lab) {
    const product = await lab.start('product');
    return [
      ...(await whileNothingChanges(lab, product)),
      await firstSync(lab, product),
      atMost(
        `${CHANGES} changes of the last hour, among all locations: time`,
        await changesOf(lab, product, 'ORDER BY created_at DESC'),
        'ms',
        100,
      ),
      atMost(
        `${CHANGES} changes scattered over all days: time`,
        await changesOf(lab, product, 'ORDER BY CRC32(id)'),
        'ms',
        500,
      ),
    ];
  },
};

async function whileNothingChanges(lab: Lab, product: Contender): Promise<Finding[]> {
  const whole = daysOf(lab);
  const { token, mark } = await stateOf(lab, product, whole);
  const callers = lab.keys.slice(0, KEYS).map(customer);
  const details = detailRequests(lab);
  const empty = callers.map((caller) => ({ path: `${POSITIONS}?since=${token}`, ...caller }));
  const known = callers.map(({ headers }) => ({
    path: whole,
    headers: { ...headers, 'If-None-Match': mark },
  }));
  const times = await ratiosToFirst<LoadJob['requests']>(
    lab.options.rounds,
    [details, empty, known],
    async (requests) => 1 / (await lab.load({ port: product.port, connections: 8, requests })).rate,
  );
  return [
    atLeast('A feed without a change: rate, relative to one device', 1 / times.get(empty)!, 'times', 0.8),
    atLeast('304 for a bulk response: rate, relative to one device', 1 / times.get(known)!, 'times', 0.8),
  ];
}

async function firstSync(lab: Lab, product: Contender): Promise<Finding> {
  const [days, feed] = [daysOf(lab), `${POSITIONS}?since=beginning`];
  const times = await ratiosToFirst(lab.options.rounds, [days, feed], (path) => timeOf(lab, product, path));
  return atLeast(
    'All locations since the beginning: rate, relative to a request with days',
    1 / times.get(feed)!,
    'times',
    0.8,
  );
}

async function changesOf(lab: Lab, product: Contender, order: string): Promise<number> {
  const times = [];
  for (let time = 0; time < TIMES; time++) {
    const { token } = await stateOf(lab, product, daysOf(lab));
    await changePositions(lab, order);
    times.push(await timeOf(lab, product, `${POSITIONS}?since=${token}`));
  }
  return median(times);
}

async function changePositions(lab: Lab, order: string): Promise<void> {
  const options = await dataSourceOptions({ engine: 'mysql', url: lab.server.url(DATABASE) });
  const dataSource = await new DataSource(options).initialize();
  try {
    await dataSource.transaction(async (transaction) => {
      const turn = (await beginChanges(transaction, [1])).get(1)!;
      const rows = await transaction.query<{ id: string }[]>(
        `SELECT id FROM locations WHERE enterprise_key = 1 ${order} LIMIT ${CHANGES}`,
      );
      const ids = rows.map(({ id }) => Number(id));
      await transaction.query(
        `UPDATE locations SET accuracy = accuracy + 1, change_number = ? WHERE enterprise_key = 1 AND id IN ${placesOf(ids)}`,
        [turn.changeNumber, ...ids],
      );
      await logChange(transaction, 1, 'locations', turn, { stored: ids, removed: [] });
    });
  } finally {
    await dataSource.destroy();
  }
}

function daysOf({ options }: Lab): string {
  const day = (number: number): string =>
    new Date(Date.UTC(2026, 5, 1) + number * DAY_MS).toISOString().slice(0, 10);
  return `${POSITIONS}?startdate=${day(0)}&enddate=${day(options.days - 1)}`;
}

async function stateOf(
  lab: Lab,
  { port }: Contender,
  path: string,
): Promise<{ token: string; mark: string }> {
  const asked = { method: 'HEAD', ...customer(lab.keys[0]!) };
  const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, asked);
  return { token: headers.get('x-sync-token') ?? '', mark: headers.get('etag') ?? '' };
}

async function timeOf(lab: Lab, { port }: Contender, path: string): Promise<number> {
  return (await lab.download({ port, path })).ms;
}
