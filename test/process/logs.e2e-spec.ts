import { aDevice, aDeviceInfo, aLastLocation, aLocation, anEnterprise } from '../kit/app/builders.js';
import { ADMIN_TOKEN, createTestApp, KEY_PEPPER, type TestApp } from '../kit/app/create-test-app.js';
import { engine } from '../kit/database/engines.js';
import { parseAnswer, send, sendBytes, type Received } from '../kit/http/http.js';
import { Service } from '../kit/process/service.js';

// "JSON logs (pino) with request ids, in which no key, token, pepper, fcm_token, play_emm_token, imei or location ever appears"

/** Values that would show in a log if the field that holds them did. */
const CANARIES = {
  imei: '990000862471854',
  token: 'canary-token',
  play_emm_token: 'canary-emm',
  fcm_token: 'canary-fcm',
  device: 'canary-device',
  query: 'canary-query',
  header: 'canary-header',
  lat: '51.1112223334',
  lng: '13.4445556667',
};

let app: TestApp;
let service: Service;
let url: string;
let key: string;

beforeAll(async () => {
  app = await createTestApp();
  const { imei, token, play_emm_token, fcm_token, lat, lng } = CANARIES;
  const place = { lat: Number(lat), lng: Number(lng) };
  await app.load({
    enterprises: [anEnterprise()],
    devices: [
      aDevice({
        id: CANARIES.device,
        imei,
        token,
        play_emm_token,
        fcm_token,
        last_location: aLastLocation(place),
        device_info: aDeviceInfo({ imei, fcm_token }),
      }),
    ],
    locations: [aLocation({ device_id: CANARIES.device, imei, ...place })],
  });
  ({ key } = await app.createKey('acme'));
  service = await Service.start({
    DATABASE_URL: app.databaseUrl,
    KEY_PEPPER,
    ADMIN_TOKEN,
    LOG_LEVEL: 'trace',
  });
  ({ url } = service);
});
afterAll(async () => {
  await service.kill();
  await app.close();
});

/** Calls with everything in the request that must not be found again. */
function call(
  path: string,
  authorization = `Bearer ${key}`,
  method = 'GET',
  body?: string,
): Promise<Received> {
  const headers = {
    authorization,
    'x-enterprise-id': 'acme',
    'x-canary': CANARIES.header,
    cookie: CANARIES.header,
    'x-request-id': 'my-request',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return send(url, { method, path, headers, ...(body !== undefined && { body }) });
}

it('says of every request what an operator needs, and names its route, not its path', async () => {
  await call(`/api/v1/device/id/${CANARIES.device}`);
  const line = await service.line(({ msg, route }) => msg === 'request' && String(route).includes(':id'));
  expect(line).toMatchObject({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    request_id: 'my-request',
    method: 'GET',
    route: '/api/v1/device/id/:id',
    status: 200,
    rows: 1,
    enterprise: 'acme',
    key_id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
  });
  expect(line.bytes).toBeGreaterThan(1000);
  expect(line.ms).toBeGreaterThan(0);
});

it('shows no key, token, pepper, imei or position, whatever is asked and whatever goes wrong', async () => {
  const { device, query } = CANARIES;
  await call('/api/v1/device/');
  await call(`/api/v1/device-location/id/${device}`);
  await call('/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29');
  await call(`/api/v1/device/?${query}=1`);
  await call(`/nothing/${device}?${query}`);
  await call(`/device/%zz${device}`);
  await call('/api/v1/device/', `Bearer ${key.slice(0, -1)}x`);
  await call('/api/v1/device/', `Basic ${key}`);
  await call('/internal/v1/api-keys', `Bearer ${ADMIN_TOKEN}x`);
  await call('/internal/v1/api-keys', `Bearer ${ADMIN_TOKEN}`, 'POST', `{"application":"${query}`);
  const made = await call(
    '/internal/v1/api-keys',
    `Bearer ${ADMIN_TOKEN}`,
    'POST',
    '{"application":"Logged","scopes":["device:GetList"]}',
  );
  expect(made.status).toBe(201);
  const { key: madeKey } = JSON.parse(made.body) as { key: string };
  await call('/api/v1/device/', `Bearer ${madeKey}`);
  expect(parseAnswer(await sendBytes(url, `GET / HTTP/1.1\r\nAuthorization ${key}\r\n\r\n`)).status).toBe(
    400,
  );
  await breakDatabase();
  expect((await call('/api/v1/device/')).status).toBe(500);

  const before = service.log.length;
  expect(before).toBeGreaterThan(12);
  expect(await service.stop()).toBe(0);
  const output = service.stdout + service.stderr;
  const secrets = [
    key,
    madeKey,
    KEY_PEPPER,
    ADMIN_TOKEN,
    app.config.database.engine === 'mysql' ? '@127' : '@@',
  ];
  for (const secret of [...secrets, ...Object.values(CANARIES)]) expect(output).not.toContain(secret);
  // parts of keys would do as well
  expect(output).not.toContain(key.slice(10, 30));
});

/** A fault of ours, not of the database's host: a table is not what it should be. */
async function breakDatabase(): Promise<void> {
  await app.dataSource.query('ALTER TABLE devices RENAME TO devices_away');
}

it('is one JSON object a line, on stdout alone', () => {
  const lines = service.stdout.split('\n').filter((line) => line !== '');
  const log = lines.filter((line) => line.startsWith('{'));
  for (const line of log) expect(() => JSON.parse(line) as unknown).not.toThrow();
  if (engine === 'mysql') expect(log).toEqual(lines); // the embedded engine greets whoever tries it
  expect(service.stderr).toBe('');
});
