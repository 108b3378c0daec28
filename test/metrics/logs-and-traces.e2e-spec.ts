import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aFullFleet, appWith } from '../kit/app/app-with.js';
import { DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN, KEY_PEPPER } from '../kit/app/test-app.js';
import { engine } from '../kit/database/engines.js';
import { query } from '../kit/database/throwaway.js';
import { closeConnections, parseResponse, send, sendBytes } from '../kit/http/http.js';
import { eventually, retryOn503 } from '../kit/process/retry.js';
import { Service } from '../kit/process/service.js';
import { addressOf, PATH_FORMS } from '../kit/specification/specification.js';

const PASSWORD = 'canarydatabasepassword';
const WRONG_KEY = 'canary-wrong-key';
const CANARY = 'canary-of-a-caller';
const REQUEST_ID = 'canary-request-id';
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
/** Values that neither logs nor traces may contain: credentials, input of callers, and data of records. */
const SECRETS = [
  ...[ADMIN_TOKEN, KEY_PEPPER, PASSWORD, WRONG_KEY, CANARY, DEVICE_ID],
  ...['device-token', 'emm-token', 'fcm-token', '356938035643809', '52.51634', '13.37767'],
];
const PATHS: readonly [path: string, status: number][] = [
  ...PATH_FORMS.map((form): [string, number] => [addressOf(form, DEVICE_ID), 200]),
  [`/api/v1/device/id/${CANARY}`, 404],
  [`/api/v1/device/?${CANARY}=${CANARY}`, 400],
  [`/nowhere/${CANARY}`, 404],
  [`/api/v1/device/id/%${CANARY}`, 400],
];

const app = appWith(aFullFleet());

let traces = '';
const types = new Set<string>();
const receiver = createServer((request, response) => {
  types.add(`${request.url} ${request.headers['content-type']}`);
  request.on('data', (chunk: Buffer) => (traces += chunk.toString('latin1')));
  request.on('end', () => response.end());
});

const SERVER_URL = process.env.TEST_MYSQL_URL ?? '';
const user = `canary${process.pid}`;
const keys: string[] = [];
let env: NodeJS.ProcessEnv;
let service: Service;

beforeAll(async () => {
  keys.push((await app.createKey(ENTERPRISE_ID)).key);
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  env = {
    DATABASE_URL: await urlWithPassword(),
    ADMIN_TOKEN,
    KEY_PEPPER,
    LOG_LEVEL: 'trace',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  service = await Service.start(env);
});
afterAll(async () => {
  await service.stop();
  receiver.closeAllConnections();
  receiver.close();
  closeConnections(service.url);
  if (engine === 'mysql') await query(SERVER_URL, `DROP USER '${user}'@'%'`);
});

async function urlWithPassword(): Promise<string> {
  if (engine === 'sqlite') return app.databaseUrl;
  const url = new URL(app.databaseUrl);
  await query(SERVER_URL, `CREATE USER '${user}'@'%' IDENTIFIED BY '${PASSWORD}'`);
  await query(SERVER_URL, `GRANT ALL ON \`${url.pathname.slice(1)}\`.* TO '${user}'@'%'`);
  return Object.assign(url, { username: user, password: PASSWORD }).href;
}

const headersWith = (secret: string, more = {}): Record<string, string> => ({
  authorization: `Bearer ${secret}`,
  'x-enterprise-id': ENTERPRISE_ID,
  'user-agent': CANARY,
  'x-canary': CANARY,
  cookie: CANARY,
  ...more,
});

const statusOf = async (path: string, headers: Record<string, string>): Promise<number> =>
  (await retryOn503(() => send(service.url, { path, headers }))).status;

async function statusesWith(key: string): Promise<number[]> {
  const statuses = [];
  for (const [path] of PATHS) statuses.push(await statusOf(path, headersWith(key)));
  return statuses;
}

async function administer(secret: string): Promise<number[]> {
  const headers = headersWith(secret, { 'content-type': 'application/json' });
  const path = '/internal/v1/api-keys';
  const statuses = [];
  for (const body of ['{"application":"x","scopes":["device:GetList"]}', `{"${CANARY}`]) {
    const received = await send(service.url, { method: 'POST', path, headers, body });
    if (received.status === 201) keys.push((JSON.parse(received.body) as { key: string }).key);
    statuses.push(received.status);
  }
  return statuses;
}

async function lookUp(key: string): Promise<number> {
  const headers = headersWith(ADMIN_TOKEN, { 'content-type': 'application/json' });
  const path = '/internal/v1/api-keys/lookup';
  return (await send(service.url, { method: 'POST', path, headers, body: JSON.stringify({ key }) })).status;
}

function expectNone(text: string, secrets: readonly string[]): void {
  for (const secret of secrets)
    expect({ secret, seen: text.includes(secret) }).toEqual({ secret, seen: false });
}

describe('Traces', () => {
  const headers = (): Record<string, string> =>
    headersWith(keys[0]!, { 'x-request-id': REQUEST_ID, traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` });

  it('are exported to OTEL_EXPORTER_OTLP_ENDPOINT with the route and its queries, and without anything that a caller sent', async () => {
    const path = `/api/v1/device/id/${DEVICE_ID}`;
    expect((await send(service.url, { path, headers: headers() })).status).toBe(200);
    const refused = `/device/${DEVICE_ID}?${CANARY}=1`;
    expect((await send(service.url, { path: refused, headers: headers() })).status).toBe(400);
    await eventually(() => traces.includes('/device/:id'), 10_000);
    expect([...types]).toEqual(['/v1/traces application/x-protobuf']);
    expect(traces).toContain('customer-device-api');
    expect(traces).toContain('GET /api/v1/device/id/:id');
    expect(Buffer.from(traces, 'latin1').toString('hex')).toContain(TRACE_ID);
    expect(traces.includes('FROM `api_keys`')).toBe(engine === 'mysql');
  });

  it('name the tool that an agent calls', async () => {
    const { key } = await app.createKey(ENTERPRISE_ID, ['device:GetList'], { mcp: true });
    keys.push(key);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_devices' } };
    const sent = { method: 'POST', path: '/mcp', body: JSON.stringify(message) };
    const headers = headersWith(key, { 'content-type': 'application/json' });
    expect((await send(service.url, { ...sent, headers })).status).toBe(200);
    await eventually(() => traces.includes('find_devices'), 10_000);
  });

  it('follow the standard variables for protocol, headers, resource, sampler and propagation', async () => {
    const requests: { url: string | undefined; key: unknown; text: string }[] = [];
    const collector = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        requests.push({ url: request.url, key: request.headers['x-collector-key'], text });
        response.end();
      });
    });
    await once(collector.listen(0, '127.0.0.1'), 'listening');
    const { port } = collector.address() as AddressInfo;
    const otherService = await Service.start({
      ...env,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${port}/collector`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=k123',
      OTEL_SERVICE_NAME: 'devices-of-acme',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
      OTEL_TRACES_SAMPLER: 'always_on',
      OTEL_PROPAGATORS: 'tracecontext',
    });
    const otherTrace = '1af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${otherTrace}-b7ad6b7169203331-00`; // Not sampled by the caller
    await send(otherService.url, { path: `/device/${DEVICE_ID}`, headers: { ...headers(), traceparent } });
    await otherService.stop();
    collector.closeAllConnections();
    collector.close();

    const targets = new Set(requests.map(({ url, key }) => `${url} ${String(key)}`));
    expect([...targets]).toEqual(['/collector k123']);
    const sent = requests.map(({ text }) => text).join('');
    for (const text of ['/device/:id', 'devices-of-acme', 'staging', 'host.name', otherTrace])
      expect(sent).toContain(text);
  });

  it('delay neither requests nor the exit if their receiver is unavailable', async () => {
    const otherService = await Service.start({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    const path = `/device/${DEVICE_ID}`;
    expect((await send(otherService.url, { path, headers: headers() })).status).toBe(200);
    const from = Date.now();
    await otherService.stop();
    expect(Date.now() - from).toBeLessThan(8_000);
  });
});

it('The log has a line for each request, with its route and without its path', async () => {
  const headers = headersWith(keys[0]!, { 'x-request-id': 'my-request' });
  await send(service.url, { path: `/api/v1/device/id/${DEVICE_ID}`, headers });
  const line = await service.waitForLogLine(
    ({ msg, request_id: id }) => msg === 'request' && id === 'my-request',
  );
  expect(line).toMatchObject({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
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

it('The log has the version at the start, and health checks with the level debug', async () => {
  const { body } = await send(service.url, { path: '/health/live', headers: { 'x-request-id': 'my-check' } });
  const { version } = JSON.parse(body) as { version: string };
  expect(JSON.parse(body)).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
  });
  expect(await service.waitForLogLine(({ msg }) => msg === 'listening')).toMatchObject({ version });
  const line = await service.waitForLogLine(
    ({ msg, request_id: id }) => msg === 'request' && id === 'my-check',
  );
  expect(line).toMatchObject({ level: 'debug', route: '/health/live', status: 200 });
});

it('The log at level trace contains no secret and no part of a key, for every request and every failure', async () => {
  const [key = ''] = keys;
  expect(await statusesWith(key)).toEqual(PATHS.map(([, status]) => status));
  expect(await statusesWith(WRONG_KEY)).toContain(401);
  expect(await administer(ADMIN_TOKEN)).toEqual([201, 400]);
  expect(await administer(ADMIN_TOKEN)).toEqual([409, 400]);
  expect(await administer(`${ADMIN_TOKEN}x`)).toEqual([401, 401]);
  expect([await lookUp(key), await lookUp(WRONG_KEY)]).toEqual([200, 404]);
  const mistyped = key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x');
  for (const authorization of [`Bearer ${mistyped}`, `Basic ${key}`])
    expect(await statusOf('/device', headersWith(key, { authorization }))).toBe(401);
  await sendBytes(service.url, `GET /${CANARY} HTTP/9.9\r\nAuthorization: ${WRONG_KEY}\r\n\r\n`);
  const malformed = await sendBytes(service.url, `GET / HTTP/1.1\r\nAuthorization ${key}\r\n\r\n`);
  expect(parseResponse(malformed).status).toBe(400);
  for (const table of ['devices', 'audit_heads', 'locations', 'api_keys']) {
    await app.dataSource.query(`ALTER TABLE ${table} RENAME TO gone_${table}`);
    for (const [path] of PATHS) await send(service.url, { path, headers: headersWith(key) });
    await administer(ADMIN_TOKEN);
    await lookUp(key);
  }
  expect(await service.stop()).toBe(0);

  expect(service.output).toContain('"level":"debug"');
  const error = service.log.find(({ msg }) => msg === 'internal_error')!;
  const request = service.log.find(
    ({ msg, request_id }) => msg === 'request' && request_id === error.request_id,
  );
  const { route, key_id } = error;
  expect(request).toMatchObject({ route, enterprise: ENTERPRISE_ID, status: 500 });
  expect(request?.key_id).toBe(key_id);
  const partsOfKeys = keys.map((each) => each.slice(10, 30));
  expectNone(service.output, [...SECRETS, ...partsOfKeys]);
  expectNone(traces, [...SECRETS, ...partsOfKeys, ENTERPRISE_ID, REQUEST_ID]);
});

it('The log is one JSON object per line, on stdout only', () => {
  const lines = service.stdout.split('\n').filter((line) => line !== '');
  const log = lines.filter((line) => line.startsWith('{'));
  for (const line of log) expect(() => JSON.parse(line) as unknown).not.toThrow();
  if (engine === 'mysql') expect(log).toEqual(lines); // The embedded engine prints a greeting
  expect(service.stderr).toBe('');
});
