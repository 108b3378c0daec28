import { aDevice, anEnterprise, nextId, type ExportRecord } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { boundReads } from '../kit/database/bounded-reads.js';
import { FORMATS } from '../kit/formats/read-rows.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { send, type Received } from '../kit/http/http.js';
import { FEED_ROUTES, wholeOf, type FeedKind, type FeedRoute } from '../kit/sync/feed-routes.js';
import { follow, tokenOf } from '../kit/sync/follow.js';
import { aRecord, changed, removalOf } from '../kit/sync/one-of-each.js';

// docs/contract.md, 2.2: "READ_SLICE_ROWS: no query for an answer brings more rows than this"; the answers stay the same.

const SLICES = [7, 50];
const ZONES = { acme: 'Europe/Berlin', other: 'Asia/Kathmandu' };
const DEVICES = 60;
const DELETED = ['9', 'Ä"\\'];
/** Ids that sort otherwise as numbers, in capitals, or under another collation. */
const ODD_IDS = ['10', '9', 'tablet', 'Tablet', 'Ä"\\', "it's", 'ä', 'z '];
const RECORDS = 4;
/** The first device has so many of each kind, in a row. */
const MANY = 120;
const IDS = Array.from({ length: DEVICES }, (_, at) => ODD_IDS[at] ?? `tablet-${at}`);
const CHANGED_FROM = 100_000;
const CHANGED = 110;

let whole: TestApp;
let sliced: { readonly rows: number; readonly app: TestApp; readonly seen: ReturnType<typeof boundReads> }[];
const customers = new Map<string, ApiClient>();
const tokens = new Map<FeedRoute, string>();

/** Many at one time, and devices in turn. */
function recordsOf(enterprise_id: string): Record<string, ExportRecord[]> {
  const owners = [...Array<string>(MANY).fill(IDS[0]!), ...Array<string[]>(RECORDS).fill(IDS).flat()];
  const made = (kind: FeedKind): ExportRecord[] =>
    owners.map((device_id, at) => {
      const start = `2026-03-${String(28 - (at % 9)).padStart(2, '0')}T00:00:00.000Z`;
      const created_at = `2026-03-29T0${Math.floor(at / 9) % 10}:00:00.000Z`;
      return aRecord(kind, nextId(), { enterprise_id, device_id, start, created_at });
    });
  return {
    devices: IDS.map((id) =>
      aDevice({ enterprise_id, id, status: DELETED.includes(id) ? 'DELETED' : 'ACTIVE' }),
    ),
    datausage: made('datausage'),
    screentime: made('screentime'),
    applications: made('applications'),
    locations: made('locations'),
  };
}

/** What comes after the tokens: new ones in a row and apart, changed ones, and removed ones. */
async function change(route: FeedRoute): Promise<void> {
  const { kind } = route;
  const ids = Array.from({ length: CHANGED }, (_, at) => CHANGED_FROM + (at % 3 === 0 ? at * 10 : at));
  const idOf = (id: number): unknown => (kind === 'devices' ? `new-${id}` : id);
  const owner = kind === 'devices' ? {} : { device_id: IDS[0]! };
  const records = ids.map((id) => aRecord(kind, idOf(id), owner));
  const gone = (_: unknown, at: number): boolean => at % 4 === 0;
  await whole.load({ [kind]: records });
  await whole.load({ [kind]: records.filter(gone).map((record) => removalOf(kind, record)) });
  await whole.load({
    [kind]: records.filter((_, at) => at % 5 === 1).map((record) => changed(kind, record)),
  });
}

beforeAll(async () => {
  whole = await createTestApp();
  for (const [id, time_zone] of Object.entries(ZONES)) {
    await whole.load({ enterprises: [anEnterprise({ id, time_zone })], ...recordsOf(id) });
    customers.set(id, await whole.customer(id));
  }
  for (const route of FEED_ROUTES) {
    tokens.set(route, await tokenOf(customers.get('acme')!, route));
    await change(route);
  }
  sliced = await Promise.all(
    SLICES.map(async (rows) => {
      const app = await createTestApp({ DATABASE_URL: whole.databaseUrl, READ_SLICE_ROWS: String(rows) });
      return { rows, app, seen: boundReads(app, rows) };
    }),
  );
}, 120_000);
afterAll(async () => {
  for (const { app } of sliced) await app.close();
  await whole.close();
});

const HEADERS = ['content-type', 'content-disposition', 'x-sync-token', 'etag', 'link'];

const told = ({ status, headers, bytes, isComplete }: Received): unknown => ({
  status,
  headers: HEADERS.map((name) => headers[name]),
  bytes: bytes.toString('latin1'),
  isComplete,
});

/** Asks the service that reads each answer at once, and those that read it in slices. */
async function compare(client: ApiClient, path: string): Promise<void> {
  const { headers } = client;
  const expected = await send(whole.url, { path, headers });
  expect({ path, status: expected.status }).toEqual({ path, status: 200 });
  for (const { app, rows } of sliced) {
    const answer = await send(app.url, { path, headers });
    expect({ path, rows, answer: told(answer) }).toEqual({ path, rows, answer: told(expected) });
  }
}

const inFormats = (path: string, formats: readonly string[] = FORMATS): string[] =>
  formats.map((format) => `${path}${path.includes('?') ? '&' : '?'}format=${format}`);
const ROW_FORMATS = FORMATS.filter((format) => format !== 'parquet');
const ONE = encodeURIComponent(IDS[0]!);
const DAYS = 'startdate=2026-03-22&enddate=2026-03-29';

describe.each(Object.keys(ZONES))('In slices the answers of %s are the same, byte by byte', (enterprise) => {
  it.each(FEED_ROUTES.flatMap((route) => inFormats(wholeOf(route))))('%s', (path) =>
    compare(customers.get(enterprise)!, path),
  );

  it.each([
    ...inFormats('/device', ['ndjson']),
    '/api/v1/device/?fields=model',
    '/api/v1/device/screentime/bulk?fields=enterprise_id&' + DAYS,
    '/api/v1/device-location/bulk?fields=device_id,altitude&' + DAYS,
    ...['datausage', 'screentime', 'app'].flatMap((kind) =>
      inFormats(`/api/v1/device/${kind}/id/${ONE}`, ROW_FORMATS),
    ),
    ...inFormats(`/api/v1/device-location/id/${ONE}`, ROW_FORMATS),
    `/api/v1/device/datausage/id/${ONE}?startdate=2026-03-22`,
    `/api/v1/device-location/id/${ONE}?${DAYS}`,
  ])('%s', (path) => compare(customers.get(enterprise)!, path));

  it.each([
    '/internal/v1/data/devices',
    '/internal/v1/data/last-positions',
    `/internal/v1/data/devices/${ONE}/data-usage`,
    `/internal/v1/data/devices/${ONE}/locations?${DAYS}`,
    `/internal/v1/data/devices/${ONE}/locations/newest`,
  ])('%s', (path) => compare(whole.admin(enterprise), path));
});

describe.each(FEED_ROUTES)('In slices the feed of $kind is the same, byte by byte', (route) => {
  const all = `${route.path}?since=beginning`;

  it.each([...inFormats(all), `${all}&fields=${route.id}`])('%s', (path) =>
    compare(customers.get('acme')!, path),
  );

  it.each(FORMATS)('what changed, in %s', async (format) => {
    const client = customers.get('acme')!;
    const since = tokens.get(route)!;
    expect((await follow(client, route, since)).items.length).toBeGreaterThan(Math.max(...SLICES));
    await compare(client, `${route.path}?since=${since}&format=${format}`);
  });

  it.each([5, 20, 90])('in pages of %i', async (limit) => {
    const client = customers.get('acme')!;
    for (let since = tokens.get(route)!, hasMore = true; hasMore;) {
      await compare(client, `${route.path}?since=${since}&limit=${limit}`);
      const { token, next } = await follow(client, route, since, { limit });
      [since, hasMore] = [token, next !== undefined];
    }
    await compare(client, `${all}&limit=${limit}`);
  });
});

it('In slices single devices that are asked for together are the same', async () => {
  const client = customers.get('acme')!;
  const ids = IDS.filter((id) => !DELETED.includes(id));
  const ask = (app: TestApp): Promise<unknown[]> =>
    Promise.all(
      ids.map(async (id) => {
        const path = `/api/v1/device/id/${encodeURIComponent(id)}`;
        return told(await send(app.url, { path, headers: client.headers }));
      }),
    );
  const expected = await ask(whole);
  for (const { app } of sliced) expect(await ask(app)).toEqual(expected);
});

it('In slices the activity of keys is the same', async () => {
  const [from, until] = [-1, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const path = `/internal/v1/activity?startdate=${from}&enddate=${until}`;
  const admin = whole.admin('acme');
  const another = await whole.customer('acme');
  for (const route of FEED_ROUTES) await another.get(wholeOf(route));
  await Promise.all(
    [whole, ...sliced.map(({ app }) => app)].map(({ url }) => send(url, { path, headers: admin.headers })),
  );
  await compare(admin, path);
});

it('No query brought more rows than a slice, and many brought as many', () => {
  for (const { seen } of sliced) expect(seen.full).toBeGreaterThan(100);
});

it('Without slices, that bound ends answers', async () => {
  const app = await createTestApp({ DATABASE_URL: whole.databaseUrl });
  boundReads(app, Math.max(...SLICES));
  const { headers } = customers.get('acme')!;
  expect((await send(app.url, { path: '/api/v1/device/', headers })).status).toBeGreaterThanOrEqual(500);
  await app.close();
});
