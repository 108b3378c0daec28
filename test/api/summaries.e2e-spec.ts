import { once } from 'node:events';
import fc from 'fast-check';
import { appWith, customerOf } from '../kit/app/app-with.js';
import { aDataUsage, aDevice, aScreenTime, anEnterprise, type ExportRecord } from '../kit/app/builders.js';
import { connectAndWait, connectionEnd, getRequest, type HttpResponse } from '../kit/http/http.js';
import { eventually } from '../kit/process/retry.js';
import { failReadsAfterPauses, slowReads } from '../kit/database/watched-reads.js';
import { inZone } from '../kit/specification/expected-responses.js';
import { slotsOf } from '../streams/unread.js';

// docs/contract.md, 2.15

const RUNS = 6;
const KINDS = { datausage: ['mobile', 'wifi'], screentime: ['screentime'] } as const;
type Kind = keyof typeof KINDS;
const GROUPS = ['app', 'device', 'day'] as const;

const DEVICES = ['tablet-1', 'Z', 'a', 'a,b', 'é', '\uff5e', '🚚', 'gone'];
const APPS = ['com.example', 'Com.Example', 'OTHER', '', 'z', '\uff5e', '🚚', 'ä'];
/** Days of 23 and of 25 hours. In Beirut and Havana the clocks change at midnight, and Samoa had no 30 December 2011. */
const ZONES = {
  'Europe/Berlin': '2026-03-28T12:00:00Z',
  'Asia/Beirut': '2025-10-25T12:00:00Z',
  'America/Havana': '2026-03-07T12:00:00Z',
  'Pacific/Apia': '2011-12-29T12:00:00Z',
  'Asia/Kathmandu': '2026-03-28T12:00:00Z',
};
const DAY_MS = 86_400_000;

interface StoredRecord {
  readonly device_id: string;
  readonly package_name: string;
  readonly start: number | null;
  readonly values: readonly (number | null)[];
}

const amount = fc.option(
  fc.oneof(
    fc.nat(3),
    fc.maxSafeNat().map((value) => value >> 8),
  ),
  { freq: 4 },
);
const records = (from: number): fc.Arbitrary<StoredRecord[]> =>
  fc.array(
    fc.record({
      device_id: fc.constantFrom(...DEVICES),
      package_name: fc.constantFrom(...APPS),
      start: fc.option(
        fc
          .integer({ min: -2, max: 4 })
          .chain((day) =>
            fc
              .oneof(fc.constant(0), fc.integer({ min: 0, max: DAY_MS - 1 }))
              .map((ms) => from + day * DAY_MS + ms),
          ),
        { freq: 8 },
      ),
      values: fc.tuple(amount, amount),
    }),
    { maxLength: 60 },
  );

const dayOf = (instant: number, zone: string): string => inZone(instant, zone).slice(0, 10);

interface SummaryQuery {
  readonly startdate: string;
  readonly enddate: string;
  readonly group_by: (typeof GROUPS)[number];
  readonly ids: readonly string[] | undefined;
  readonly limit: number | undefined;
}

const number = (sum: bigint): number => Number(sum);
const binary = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Computes the response from the records alone. */
function expectedOf(kind: Kind, all: readonly StoredRecord[], zone: string, summary: SummaryQuery): object {
  const { startdate, enddate, group_by, ids, limit = 100 } = summary;
  const names = KINDS[kind];
  const groups = new Map<string, bigint[]>();
  for (const { device_id, package_name, start, values } of all) {
    if (start === null || (ids && !ids.includes(device_id))) continue;
    const day = dayOf(start, zone);
    if (day < startdate || day > enddate) continue;
    const key = { app: package_name, device: device_id, day }[group_by];
    const sums = groups.get(key) ?? names.map(() => 0n);
    groups.set(
      key,
      sums.map((sum, at) => sum + BigInt(values[at] ?? 0)),
    );
  }
  const shown = (sums: readonly bigint[]): Record<string, number> => {
    const fields = Object.fromEntries(names.map((name, at) => [name, number(sums[at]!)]));
    return names.length === 1 ? fields : { ...fields, total: number(sums.reduce((sum, each) => sum + each)) };
  };
  const rankOf = (row: object): number => (group_by === 'day' ? 0 : (Object.values(row).at(-1) as number));
  const rows = [...groups]
    .map(([key, sums]) => ({ key, ...shown(sums) }))
    .sort((a, b) => rankOf(b) - rankOf(a) || binary(a.key, b.key));
  const totals = names.map((_name, at) => [...groups.values()].reduce((sum, sums) => sum + sums[at]!, 0n));
  return {
    ...{ startdate, enddate, group_by, rows: rows.slice(0, limit), total: shown(totals) },
    ...{ row_count: rows.length, has_more: rows.length > limit },
  };
}

const app = appWith({ enterprises: [anEnterprise()], devices: [aDevice()] });
const client = customerOf(app);

let enterprises = 0;

async function load(all: readonly StoredRecord[], zone: string): Promise<string> {
  const enterprise_id = `summed-${++enterprises}`;
  const dated = all.map(({ start, values: [first, second], ...record }, at) => ({
    ...record,
    ...{ enterprise_id, id: at + 1 },
    start: start === null ? null : new Date(start).toISOString(),
    ...{ mobile: first, wifi: second, screentime: first },
  }));
  const usage = dated.map(({ screentime: _, ...record }) => aDataUsage(record));
  const screenTime = dated.map(({ mobile: _, wifi: __, ...record }) => aScreenTime(record));
  await app.load({
    enterprises: [anEnterprise({ id: enterprise_id, time_zone: zone })],
    devices: DEVICES.map((id) =>
      aDevice({ enterprise_id, id, status: id === 'gone' ? 'DELETED' : 'ACTIVE' }),
    ),
    datausage: usage,
    screentime: screenTime,
  });
  return enterprise_id;
}

function pathOf(kind: Kind, { startdate, enddate, group_by, ids = [], limit }: SummaryQuery): string {
  const query = new URLSearchParams({ startdate, enddate, group_by });
  for (const id of ids) query.append('device_id', id);
  if (limit !== undefined) query.set('limit', String(limit));
  return `/api/v1/device/${kind}/summary?${query.toString()}`;
}

describe.each(Object.keys(KINDS) as Kind[])('A summary of %s', (kind) => {
  it.each(Object.entries(ZONES))(
    'in %s has the sums, order and counts of the records',
    async (zone, from) => {
      const first = Date.parse(from);
      const summaries = fc.record({
        days: fc.tuple(fc.integer({ min: -1, max: 3 }), fc.nat(2)),
        ids: fc.option(fc.uniqueArray(fc.constantFrom(...DEVICES, 'unknown'), { minLength: 1 }), {
          nil: undefined,
        }),
        limit: fc.constantFrom(undefined, 1, 2, 1000),
      });
      await fc.assert(
        fc.asyncProperty(records(first), summaries, async (all, { days: [day, more], ids, limit }) => {
          const days = [day, day + more].map((at) => dayOf(first + at * DAY_MS, zone));
          const customer = await app.customer(await load(all, zone));
          for (const group_by of GROUPS) {
            const query: SummaryQuery = { startdate: days[0]!, enddate: days[1]!, group_by, ids, limit };
            const found = await customer.json(pathOf(kind, query));
            expect(JSON.stringify(found)).toBe(JSON.stringify(expectedOf(kind, all, zone, query)));
          }
        }),
        { numRuns: RUNS },
      );
    },
  );

  const DAYS = 'startdate=2026-03-29&enddate=2026-03-30';
  const PATH = `/api/v1/device/${kind}/summary`;

  it('sums by app up to 100 rows, unless the request says otherwise', async () => {
    const all = Array.from({ length: 130 }, (_, at) => ({
      ...{ device_id: 'a', package_name: `app-${at}`, start: Date.parse('2026-03-29T00:00:00Z') },
      values: [at, 0],
    }));
    const customer = await app.customer(await load(all, 'UTC'));
    const byDefault = await customer.object(`${PATH}?${DAYS}`);
    expect(byDefault).toMatchObject({ group_by: 'app', row_count: 130, has_more: true });
    expect(byDefault.rows).toHaveLength(100);
    expect((byDefault.rows as ExportRecord[])[0]).toMatchObject({ key: 'app-129' });
    const whole = await customer.object(`${PATH}?${DAYS}&limit=130`);
    expect([(whole.rows as unknown[]).length, whole.has_more]).toEqual([130, false]);
    expect(whole.total).toEqual(byDefault.total);
  });

  it('never fails, also above 2^63', async () => {
    const largest = Number.MAX_SAFE_INTEGER;
    const all = Array.from({ length: 2_100 }, (_, at) => ({
      ...{ device_id: 'a', package_name: at % 3 === 0 ? 'one' : 'other', values: [largest, largest] },
      start: Date.parse('2026-03-29T00:00:00Z'),
    }));
    const customer = await app.customer(await load(all, 'UTC'));
    for (const group_by of GROUPS) {
      const query = {
        startdate: '2026-03-29',
        enddate: '2026-03-29',
        group_by,
        ids: undefined,
        limit: undefined,
      };
      expect(await customer.json(pathOf(kind, query))).toEqual(expectedOf(kind, all, 'UTC', query));
    }
  });

  it('of no records has no rows, and sums of 0', async () => {
    const total = kind === 'datausage' ? { mobile: 0, wifi: 0, total: 0 } : { screentime: 0 };
    for (const more of ['', '&device_id=unknown', '&group_by=device', '&group_by=day'])
      expect(await client.object(`${PATH}?startdate=1990-01-01&enddate=1990-01-02${more}`)).toMatchObject({
        ...{ rows: [], total, row_count: 0, has_more: false },
      });
  });

  it.each([
    ['startdate=2026-03-29', ['enddate']],
    ['', ['enddate', 'startdate']],
    ['startdate=2026-03-30&enddate=2026-03-29', ['startdate']],
    ['startdate=2025-03-29&enddate=2026-03-30', ['enddate']],
    [`${DAYS}&group_by=week`, ['group_by']],
    [`${DAYS}&group_by=app&group_by=day`, ['group_by']],
    ...['0', '1001', '1.5', '', '01', '-1'].map((limit): [string, string[]] => [
      `${DAYS}&limit=${limit}`,
      ['limit'],
    ]),
    [`${DAYS}&device_id=`, ['device_id']],
    [`${DAYS}&device_id=a&device_id=a`, ['device_id']],
    [`${DAYS}&device_id=a&device_id[]=a`, ['device_id']],
    [`${DAYS}${Array.from({ length: 101 }, (_, at) => `&device_id=${at}`).join('')}`, ['device_id']],
    [`${DAYS}&fields=key`, ['fields']],
    [`${DAYS}&since=beginning`, ['since']],
    [`${DAYS}&format=csv`, ['format']],
    [`${DAYS}&unknown=1`, ['unknown']],
  ])('refuses %s', async (query, parameters) => {
    expect(await client.invalidParameters(`${PATH}?${query}`)).toEqual(parameters);
  });

  it('takes up to 100 devices, with both spellings, and splits no commas', async () => {
    const all = ['a', 'a,b', 'é'].map((device_id) => ({
      ...{ device_id, package_name: 'x', values: [1, 1], start: Date.parse('2026-03-29T00:00:00Z') },
    }));
    const customer = await app.customer(await load(all, 'UTC'));
    const keysOf = async (query: string): Promise<unknown> =>
      ((await customer.object(`${PATH}?${DAYS}&group_by=device&${query}`)).rows as ExportRecord[]).map(
        ({ key }) => key,
      );
    expect(await keysOf('device_id=a%2Cb')).toEqual(['a,b']);
    expect(await keysOf('device_id[]=a&device_id%5B%5D=%C3%A9')).toEqual(['a', 'é']);
    expect(await keysOf('device_id=a&device_id[]=a,b')).toEqual(['a', 'a,b']);
    const more = Array.from({ length: 99 }, (_, at) => `&device_id=none-${at}`).join('');
    expect(await keysOf(`device_id=a${more}`)).toEqual(['a']);
  });

  it('is JSON only, without a token and an ETag, and counts as a bulk request', async () => {
    await client.with({ accept: 'text/csv' }).problem(`${PATH}?${DAYS}`, 406, 'not_acceptable');
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await client.send({ method, path: `${PATH}/?${DAYS}&format=json` });
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      expect(headers).not.toHaveProperty('x-sync-token');
      expect(headers).not.toHaveProperty('etag');
    }
    const narrow = await app.customer('acme', ['device:GetList', 'device:GetLocation']);
    await narrow.problem(`${PATH}?${DAYS}`, 403, 'insufficient_scope');
  });
});

describe('A summary of many records', () => {
  const PATH = '/api/v1/device/datausage/summary?startdate=2026-03-29&enddate=2026-03-29';
  const COUNT = 5_000;
  const many = Array.from({ length: COUNT }, () => aDataUsage({ mobile: 1, wifi: 2 }));
  beforeAll(() => app.load({ datausage: many }));
  let restore: () => void = () => undefined;
  afterEach(async () => {
    restore();
    await eventually(() => slotsOf(app).inUse === 0);
  });

  const isWhole = ({ status, isComplete, body }: HttpResponse): void => {
    expect([status, isComplete]).toEqual([200, true]);
    expect(JSON.parse(body)).toMatchObject({ total: { mobile: COUNT, wifi: 2 * COUNT } });
  };

  it('is sent whole', async () => {
    const received = await client.get(PATH);
    isWhole(received);
    expect(received.headers).toHaveProperty('content-length');
  });

  it('that takes longer than a second begins before it is complete', async () => {
    restore = slowReads(app);
    const received = await client.get(PATH);
    isWhole(received);
    expect(received.headers).not.toHaveProperty('content-length');
  });

  it('is an error if the database fails before it has begun, and reset after that', async () => {
    restore = failReadsAfterPauses(app, 2);
    await client.problem(PATH, 503, 'unavailable');
    restore();
    restore = slowReads(app, new Error('lost'));
    const socket = connectAndWait(Number(new URL(app.url).port), getRequest(PATH, client.headers));
    await once(socket, 'readable');
    expect(String(socket.read())).toMatch(/^HTTP\/1.1 200 /);
    expect(await connectionEnd(socket)).toBe('reset');
  });
});
