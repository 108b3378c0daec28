import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { aLocation, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { whenAdmitted } from '../kit/process/patience.js';
import { ADMIN_TOKEN } from '../kit/app/create-test-app.js';
import { figuresOf } from './figures.js';

const METRICS_TOKEN = 'test-metrics-token-0123456789abcdefgh';
const PATH = '/internal/metrics';
const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';

describe('The metrics', () => {
  const limits = { RATE_LIMIT: '20/100s', RATE_LIMIT_BULK: '2/100s' };
  const locations = [aLocation(), aLocation()];
  const app = appWith(aFleet({ locations }), { ...limits, METRICS_TOKEN });
  const client = customerOf(app);
  const operator = (): ApiClient => app.anonymous.with({ authorization: `Bearer ${ADMIN_TOKEN}` });

  it('open to the metrics token, which opens nothing else', async () => {
    const monitoring = app.anonymous.with({ authorization: `Bearer ${METRICS_TOKEN}` });
    expect((await monitoring.get(PATH)).status).toBe(200);
    const everywhere = monitoring.with({ 'x-enterprise-id': ENTERPRISE_ID });
    for (const path of [
      '/internal/v1/api-keys',
      '/internal/v1/settings',
      '/internal/v1/data/devices',
      '/device',
    ])
      await everywhere.problem(path, 401, 'invalid_key');
    await monitoring.problem('/portal/api/session', 401, 'not_signed_in');
    expect((await everywhere.get(PATH)).status).toBe(200);
  });

  it('are for operators alone, and ask for no enterprise', async () => {
    const { status, headers } = await operator().get(PATH, { accept: 'text/plain' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    await client.problem(PATH, 401, 'invalid_key');
    await app.anonymous.problem(PATH, 401, 'missing_credentials');
  });

  it('count requests by route template, method and status', async () => {
    await client.get('/device/tablet-1');
    await client.get('/device/nowhere');
    await client.get('/device/nowhere-else');
    await client.head('/device');
    await client.get('/no/such/path');
    const seen = await figuresOf(app);
    const requests = (route: string, method: string, status: number) =>
      seen.get(`http_requests_total{route="${route}",method="${method}",status="${status}"}`);
    expect(requests('/device/:id', 'GET', 200)).toBe(1);
    expect(requests('/device/:id', 'GET', 404)).toBe(2);
    expect(requests('/device', 'HEAD', 200)).toBe(1);
    expect(requests('none', 'GET', 404)).toBe(1);
    expect(seen.get('http_request_duration_seconds_count{route="/device/:id",method="GET"}')).toBe(3);
    expect(seen.get('http_request_duration_seconds_sum{route="/device/:id",method="GET"}')).toBeGreaterThan(
      0,
    );
  });

  it('count the records and bytes sent, and the requests refused by each limit', async () => {
    const { body } = await whenAdmitted(() => client.get(BULK));
    await whenAdmitted(() => client.get(BULK));
    const refused = await whenAdmitted(() => client.get(BULK));
    expect(refused.status).toBe(429);
    const seen = await figuresOf(app);
    const route = '/api/v1/device-location/bulk';
    expect(seen.get(`http_response_rows_total{route="${route}"}`)).toBe(4);
    const bytes = 2 * Buffer.byteLength(body) + Buffer.byteLength(refused.body);
    expect(seen.get(`http_response_bytes_total{route="${route}"}`)).toBe(bytes);
    expect(seen.get('rate_limit_refusals_total{policy="bulk"}')).toBe(1);
  });

  it('tell how keys are looked up, what streams run and how the process fares', async () => {
    const seen = await figuresOf(app);
    expect(seen.get('key_look_up_batch_size_count')).toBeGreaterThan(0);
    expect(seen.get('http_streams_running')).toBe(0);
    expect(seen.get('database_connections{state="used"}')).toBe(0);
    expect(seen.get('database_connections{state="waited_for"}')).toBe(0);
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining(['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']),
    );
    expect(seen.get('database_connection_wait_seconds_count')).toEqual(expect.any(Number));
  });

  it('name no device, key, enterprise or path of a caller', async () => {
    const { body } = await operator().get(PATH);
    for (const name of [DEVICE_ID, 'nowhere', ENTERPRISE_ID, 'no/such/path', 'cda_'])
      expect(body).not.toContain(name);
  });
});
