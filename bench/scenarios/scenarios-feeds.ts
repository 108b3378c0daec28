import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/app/data-source.js';
import { beginChanges, logChange } from '../../src/database/change-log.js';
import { placesOf } from '../../src/database/engine/upsert.js';
import type { Contender } from '../contenders/contenders.js';
import { customer, DATABASE, type Lab, type LoadJob } from '../lab.js';
import { detailRequests } from './comparisons.js';
import { median, ratiosToFirst } from './measure.js';
import { atLeast, atMost, type Finding, type Scenario } from './scenario.js';

const LOCATIONS = '/api/v1/device-location/bulk';
const FEED = '/api/v1/device-location/changes';
const DAY_MS = 86_400_000;
const CHANGES = 1_000;
const TIMES = 5;
const PAGE = 10_000;
const KEYS = 10;

export const feeds: Scenario = {
  name: 'feeds',
  async run(lab) {
    const product = await lab.start('product');
    return [
      ...(await whileNothingChanges(lab, product)),
      await pagesOf(lab, product),
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
  const { token, etag } = await stateOf(lab, product, whole);
  const callers = lab.keys.slice(0, KEYS).map(customer);
  const details = detailRequests(lab);
  const empty = callers.map((caller) => ({ path: `${FEED}?since=${token}`, ...caller }));
  const conditional = callers.map(({ headers }) => ({
    path: whole,
    headers: { ...headers, 'If-None-Match': etag },
  }));
  const times = await ratiosToFirst<LoadJob['requests']>(
    lab.options.rounds,
    [details, empty, conditional],
    async (requests) => 1 / (await lab.load({ port: product.port, connections: 8, requests })).rate,
  );
  return [
    atLeast('A feed without a change: rate, relative to one device', 1 / times.get(empty)!, 'times', 0.8),
    atLeast(
      '304 for a bulk response: rate, relative to one device',
      1 / times.get(conditional)!,
      'times',
      0.8,
    ),
  ];
}

async function pagesOf(lab: Lab, product: Contender): Promise<Finding> {
  const days = daysOf(lab);
  const page = `${FEED}?limit=${PAGE}`;
  const rows = await rowsOf(lab, product, days);
  const times = await ratiosToFirst(lab.options.rounds, [days, page], async (path) => {
    if (path === days) return (await timeOf(lab, product, days)) / rows;
    // one client reads all pages, as a copy does, so its start is not a part of each page
    const pages = await lab.downloads({ port: product.port, path: page, seconds: 1 });
    return median(pages.map(({ ms }) => ms)) / PAGE;
  });
  return atLeast(
    `A page of ${PAGE} locations: rows per second, relative to a request with days`,
    1 / times.get(page)!,
    'times',
    0.9,
  );
}

async function rowsOf(lab: Lab, { port }: Contender, path: string): Promise<number> {
  const response = await fetch(
    `http://127.0.0.1:${port}${path}&fields=id&format=csv`,
    customer(lab.keys[0]!),
  );
  return (await response.text()).split('\n').length - 2;
}

async function changesOf(lab: Lab, product: Contender, order: string): Promise<number> {
  const times = [];
  for (let time = 0; time < TIMES; time++) {
    const { token } = await stateOf(lab, product, daysOf(lab));
    await changeLocations(lab, order);
    times.push(await timeOf(lab, product, `${FEED}?since=${token}`));
  }
  return median(times);
}

async function changeLocations(lab: Lab, order: string): Promise<void> {
  const options = await dataSourceOptions({ engine: 'mysql', url: lab.server.url(DATABASE) });
  const dataSource = await new DataSource(options).initialize();
  try {
    await dataSource.transaction(async (transaction) => {
      const ticket = (await beginChanges(transaction, [1])).get(1)!;
      const rows = await transaction.query<{ id: string }[]>(
        `SELECT id FROM locations WHERE enterprise_key = 1 ${order} LIMIT ${CHANGES}`,
      );
      const ids = rows.map(({ id }) => Number(id));
      await transaction.query(
        `UPDATE locations SET accuracy = accuracy + 1, change_number = ? WHERE enterprise_key = 1 AND id IN ${placesOf(ids)}`,
        [ticket.changeNumber, ...ids],
      );
      await logChange(transaction, 1, 'locations', ticket, { stored: ids, removed: [] });
    });
  } finally {
    await dataSource.destroy();
  }
}

function daysOf({ options }: Lab): string {
  const day = (number: number): string =>
    new Date(Date.UTC(2026, 5, 1) + number * DAY_MS).toISOString().slice(0, 10);
  return `${LOCATIONS}?startdate=${day(0)}&enddate=${day(options.days - 1)}`;
}

async function stateOf(
  lab: Lab,
  { port }: Contender,
  path: string,
): Promise<{ token: string; etag: string }> {
  const request = { method: 'HEAD', ...customer(lab.keys[0]!) };
  const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, request);
  return { token: headers.get('x-sync-token') ?? '', etag: headers.get('etag') ?? '' };
}

async function timeOf(lab: Lab, { port }: Contender, path: string): Promise<number> {
  return (await lab.download({ port, path })).ms;
}
