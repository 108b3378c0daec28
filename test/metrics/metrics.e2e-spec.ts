import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aLocation, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN } from '../kit/app/test-app.js';
import { retryOn503 } from '../kit/process/retry.js';

const METRICS_TOKEN = 'test-metrics-token-0123456789abcdefgh';
const PATH = '/internal/metrics';
const BULK = '/api/v1/device-location/bulk';

const limits = { RATE_LIMIT: '20/100s', RATE_LIMIT_BULK: '2/100s' };
const app = appWith(aFleet({ locations: [aLocation(), aLocation()] }), { ...limits, METRICS_TOKEN });
const client = customerOf(app);
const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };

describe('The metrics', () => {
  it('accept the metrics token, which gives no other access', async () => {
    const monitoring = app.anonymous.with({ authorization: `Bearer ${METRICS_TOKEN}` });
    expect((await monitoring.get(PATH)).status).toBe(200);
    const everywhere = monitoring.with({ 'x-enterprise-id': ENTERPRISE_ID });
    const internal = ['api-keys', 'settings', 'data/devices'].map((name) => `/internal/v1/${name}`);
    for (const path of [...internal, '/device']) await everywhere.problem(path, 401, 'invalid_key');
    await monitoring.problem('/portal/api/session', 401, 'not_signed_in');
    expect((await everywhere.get(PATH)).status).toBe(200);
  });

  it('are for operators only, and require no enterprise', async () => {
    const { status, headers } = await app.anonymous.get(PATH, { ...operator, accept: 'text/plain' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    await client.problem(PATH, 401, 'invalid_key');
    await app.anonymous.problem(PATH, 401, 'missing_credentials');
  });

  it('count requests by route template, method and status', async () => {
    for (const id of ['tablet-1', 'nowhere', 'nowhere-else']) await client.get(`/device/${id}`);
    await client.head('/device');
    await client.get('/no/such/path');
    const seen = await app.metrics();
    const requests = (route: string, method: string, status: number) =>
      seen.get(`http_requests_total{route="${route}",method="${method}",status="${status}"}`);
    expect(requests('/device/:id', 'GET', 200)).toBe(1);
    expect(requests('/device/:id', 'GET', 404)).toBe(2);
    expect(requests('/device', 'HEAD', 200)).toBe(1);
    expect(requests('none', 'GET', 404)).toBe(1);
    const duration = (suffix: string) =>
      seen.get(`http_request_duration_seconds_${suffix}{route="/device/:id",method="GET"}`);
    expect(duration('count')).toBe(3);
    expect(duration('sum')).toBeGreaterThan(0);
  });

  it('count the records and bytes sent, and the requests refused by each limit', async () => {
    const get = () => retryOn503(() => client.get(`${BULK}?startdate=2026-03-29&enddate=2026-03-29`));
    const served = await get();
    const again = await get();
    const refused = await get();
    expect(refused.status).toBe(429);
    const seen = await app.metrics();
    expect(seen.get(`http_response_rows_total{route="${BULK}"}`)).toBe(4);
    const bytes = [served, again, refused].reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    expect(seen.get(`http_response_bytes_total{route="${BULK}"}`)).toBe(bytes);
    expect(seen.get('rate_limit_refusals_total{policy="bulk"}')).toBe(1);
  });

  it('contain the lookups of keys, the running streams and the state of the process', async () => {
    const seen = await app.metrics();
    expect(seen.get('key_look_up_batch_size_count')).toBeGreaterThan(0);
    expect(seen.get('http_streams_running')).toBe(0);
    for (const state of ['used', 'waited_for'])
      expect(seen.get(`database_connections{state="${state}"}`)).toBe(0);
    const ofProcess = ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'];
    for (const name of [...ofProcess, 'database_connection_wait_seconds_count'])
      expect(seen.get(name)).toEqual(expect.any(Number));
  });

  it('name no device, key, enterprise or path of a caller', async () => {
    const { body } = await app.anonymous.get(PATH, operator);
    for (const name of [DEVICE_ID, 'nowhere', ENTERPRISE_ID, 'no/such/path', 'cda_'])
      expect(body).not.toContain(name);
  });
});
