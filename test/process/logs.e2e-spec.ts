import { aFleet, appWith } from '../kit/app/app-with.js';
import { DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN, KEY_PEPPER } from '../kit/app/create-test-app.js';
import { engine } from '../kit/database/engines.js';
import { parseAnswer, send, sendBytes, type Received } from '../kit/http/http.js';
import { Service } from '../kit/process/service.js';

// "JSON logs (pino) with request ids, in which no key, token, pepper ... ever appears"; what is in records is looked for in
// test/metrics/logs-and-traces.e2e-spec.ts

const CANARY = 'canary-header';

const app = appWith(aFleet());
let service: Service;
let key: string;

beforeAll(async () => {
  ({ key } = await app.createKey(ENTERPRISE_ID));
  const settings = { DATABASE_URL: app.databaseUrl, KEY_PEPPER, ADMIN_TOKEN };
  service = await Service.start({ ...settings, LOG_LEVEL: 'trace' });
}, 80_000);
afterAll(() => service.kill());

/** Calls with headers that must not be found again. */
function call(path: string, authorization = `Bearer ${key}`): Promise<Received> {
  const headers = {
    authorization,
    'x-enterprise-id': ENTERPRISE_ID,
    'x-canary': CANARY,
    cookie: CANARY,
    'x-request-id': 'my-request',
  };
  return send(service.url, { path, headers });
}

it('says of every request what an operator needs, and names its route, not its path', async () => {
  await call(`/api/v1/device/id/${DEVICE_ID}`);
  const line = await service.line(({ msg, route }) => msg === 'request' && String(route).includes(':id'));
  expect(line).toMatchObject({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    request_id: 'my-request',
    method: 'GET',
    route: '/api/v1/device/id/:id',
    status: 200,
    rows: 1,
    enterprise: ENTERPRISE_ID,
    key_id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
  });
  expect(line.bytes).toBeGreaterThan(1000);
  expect(line.ms).toBeGreaterThan(0);
});

it('shows no key, not even a part of one, no token, no pepper and no header, whatever goes wrong', async () => {
  await call('/api/v1/device/', `Bearer ${key.slice(0, -1)}x`);
  await call('/api/v1/device/', `Basic ${key}`);
  await call('/internal/v1/api-keys', `Bearer ${ADMIN_TOKEN}x`);
  await call('/internal/v1/api-keys', `Bearer ${ADMIN_TOKEN}`);
  const answer = parseAnswer(await sendBytes(service.url, `GET / HTTP/1.1\r\nAuthorization ${key}\r\n\r\n`));
  expect(answer.status).toBe(400);
  // a fault of ours, not of the database's host: a table is not what it should be
  await app.dataSource.query('ALTER TABLE devices RENAME TO devices_away');
  expect((await call('/api/v1/device/')).status).toBe(500);

  expect(service.log.length).toBeGreaterThan(6);
  expect(await service.stop()).toBe(0);
  const { said } = service;
  for (const secret of [key.slice(10, 30), KEY_PEPPER, ADMIN_TOKEN, CANARY])
    expect(said).not.toContain(secret);
});

it('is one JSON object a line, on stdout alone', () => {
  const lines = service.stdout.split('\n').filter((line) => line !== '');
  const log = lines.filter((line) => line.startsWith('{'));
  for (const line of log) expect(() => JSON.parse(line) as unknown).not.toThrow();
  if (engine === 'mysql') expect(log).toEqual(lines); // the embedded engine greets whoever tries it
  expect(service.stderr).toBe('');
});
