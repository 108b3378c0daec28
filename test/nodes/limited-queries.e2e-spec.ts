import { aDevice, aLocation, anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { engine } from '../kit/database/engines.js';
import { LimitingProxy } from '../kit/database/limiting-proxy.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { send, type Received } from '../kit/http/http.js';

// docs/contract.md, 2.2: with READ_SLICE_ROWS the service works where no query may bring more than so many rows, or 64 MiB.

const LIMITS = { rows: 50_000, bytes: 64 * 1024 * 1024 };
const RECORDS = LIMITS.rows + 1_000;
const BULK = '/api/v1/device-location/bulk';
/** Of 2,000 devices more than 64 MiB, long before they are too many rows. */
const LARGE = { enterprise_logo: 'x'.repeat(40_000) };
const DAY = 'startdate=2026-03-29&enddate=2026-03-29';

const onServers = engine === 'mysql' ? describe : describe.skip;

onServers('Through a proxy that ends every query of more than 50,000 rows or 64 MiB', () => {
  let whole: TestApp;
  let client: ApiClient;
  let paths: string[];
  const proxies: LimitingProxy[] = [];
  const apps: TestApp[] = [];

  beforeAll(async () => {
    whole = await createTestApp();
    await whole.load({ enterprises: [anEnterprise()], devices: [aDevice()], locations: [] });
    client = await whole.customer(ENTERPRISE_ID);
    const { headers } = await client.get(`${BULK}?${DAY}`);
    const locations = Array.from({ length: RECORDS }, () => aLocation());
    const large = Array.from({ length: 2_000 }, (_none, at) =>
      aDevice({ id: `large-${at}`, manifest: LARGE }),
    );
    await whole.load({ locations });
    while (large.length > 0) await whole.load({ devices: large.splice(0, 100) });
    paths = [
      `${BULK}?${DAY}`,
      `${BULK}?${DAY}&format=csv`,
      `${BULK}?since=beginning`,
      `${BULK}?since=${headers['x-sync-token'] as string}`,
      `/api/v1/device-location/id/${DEVICE_ID}`,
      '/api/v1/device/',
      '/api/v1/device/?since=beginning',
    ];
  }, 120_000);
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const proxy of proxies) proxy.close();
    await whole.close();
  });

  async function behindProxy(env: Record<string, string>) {
    const proxy = await LimitingProxy.before(whole.databaseUrl, LIMITS);
    const app = await createTestApp({ DATABASE_URL: proxy.url, ...env });
    proxies.push(proxy);
    apps.push(app);
    const ask = (path: string): Promise<Received> => send(app.url, { path, headers: client.headers });
    return { proxy, ask };
  }

  it('every answer is whole and the same with slices', async () => {
    const { proxy, ask } = await behindProxy({ READ_SLICE_ROWS: String(LIMITS.rows) });
    for (const path of paths) {
      const expected = await send(whole.url, { path, headers: client.headers });
      const { status, isComplete, bytes } = await ask(path);
      expect({ path, status, isComplete }).toEqual({ path, status: 200, isComplete: true });
      expect(bytes.length).toBeGreaterThan(RECORDS);
      expect(bytes.equals(expected.bytes)).toBe(true);
    }
    expect(proxy.ended).toBe(0);
    expect(proxy.mostRows).toBe(LIMITS.rows);
  });

  it('without slices none is taken for whole', async () => {
    const { proxy, ask } = await behindProxy({});
    const byOneQuery = paths.filter((path) => !path.includes('since=') || path.endsWith('beginning'));
    for (const path of byOneQuery) {
      const outcome = await ask(path).catch(() => undefined);
      expect(outcome?.status === 200 && outcome.isComplete).toBe(false);
    }
    expect(proxy.ended).toBeGreaterThanOrEqual(byOneQuery.length);
  });
});
