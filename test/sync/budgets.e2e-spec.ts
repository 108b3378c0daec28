import { aFleet, appWith } from '../kit/app/app-with.js';
import { ENTERPRISE_ID } from '../kit/app/builders.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { whenAdmitted } from '../kit/process/patience.js';
import { FEED_ROUTES, wholeOf } from '../kit/sync/feed-routes.js';
import { ask } from '../kit/sync/follow.js';

// docs/contract.md, 2.12: "A feed counts against the bulk budget, a 304 as an ordinary request"

const app = appWith(aFleet(), { RATE_LIMIT: '20/100s', RATE_LIMIT_BULK: '3/60s' });
let client: ApiClient;
beforeEach(async () => (client = await app.customer(ENTERPRISE_ID)));

/** The status, and what the header says is left: of all requests, and where it counted as one of bulk, of those. */
async function left(path: string, more: Record<string, string> = {}): Promise<[number, ...number[]]> {
  const { status, headers } = await whenAdmitted(() => ask(client, path, more));
  const limits = String(headers.ratelimit).matchAll(/"\w+";r=(\d+);t=\d+/g);
  return [status, ...[...limits].map(([, rest]) => Number(rest))];
}

it.each(FEED_ROUTES)('A feed of $path is bulk, and one too many is refused', async ({ path }) => {
  const feed = `${path}?since=beginning`;
  expect(await left(feed)).toEqual([200, 19, 2]);
  expect(await left(`${feed}&limit=1`, { 'if-none-match': '"another"' })).toEqual([200, 18, 1]);
  expect(await left(`${path}?since=nonsense`)).toEqual([400, 17, 0]);
  expect(await left(feed)).toEqual([429, 16, 0]);
  expect(await left(feed, { 'if-none-match': '"another"' })).toEqual([429, 15, 0]);
});

it.each(FEED_ROUTES)(
  'A 304 of $path is an ordinary request, also when no bulk request is left',
  async (route) => {
    for (const path of [wholeOf(route), `${route.path}?since=beginning`]) {
      client = await app.customer(ENTERPRISE_ID);
      const { headers } = await ask(client, path);
      const known = { 'if-none-match': String(headers.etag) };
      for (const rest of [18, 17]) expect(await left(path, known)).toEqual([304, rest]);
      for (let more = 0; more < 3; more++) await ask(client, `${route.path}?since=beginning`);
      expect((await ask(client, `${route.path}?since=beginning`)).status).toBe(429);
      expect(await left(path, known)).toEqual([304, 12]);
    }
  },
);

it('The list without since is an ordinary request', async () => {
  expect(await left('/api/v1/device/')).toEqual([200, 19]);
});

it('A 304 counts against the limit of all requests', async () => {
  const path = '/api/v1/device/app/bulk';
  const { headers } = await ask(client, path);
  const known = { 'if-none-match': String(headers.etag) };
  for (let rest = 18; rest >= 0; rest--) expect(await left(path, known)).toEqual([304, rest]);
  expect((await ask(client, path, known)).status).toBe(429);
});
