import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN, KEY_PEPPER } from '../kit/app/create-test-app.js';
import { engine } from '../kit/database/engines.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { forgetConnections, send } from '../kit/http/http.js';
import { eventually } from '../kit/process/patience.js';
import { Service } from '../kit/process/service.js';

const SECRET_DEVICE = 'canary-device';
const CANARIES = [
  SECRET_DEVICE,
  'canary-agent',
  'canary-query',
  ENTERPRISE_ID,
  'canary-request-id',
  'canary-header',
];

/** What a receiver of traces understands of OTLP over HTTP: the texts in it. */
class Receiver {
  texts = '';
  types = new Set<string>();
  keys = new Set<string | string[] | undefined>();
  private server: Server | undefined;

  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      this.types.add(`${request.url ?? ''} ${request.headers['content-type'] ?? ''}`);
      this.keys.add(request.headers['x-collector-key']);
      request.on('data', (piece: Buffer) => (this.texts += piece.toString('latin1')));
      request.on('end', () => response.end());
    }).listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

const app = appWith(aFleet({ devices: [aDevice({ id: SECRET_DEVICE })] }));
const client = customerOf(app);

describe('Traces', () => {
  const receivers: Receiver[] = [];
  const running: Service[] = [];
  let headers: ApiClient['headers'];

  beforeAll(() => {
    headers = {
      ...client.headers,
      'user-agent': 'canary-agent',
      'x-request-id': 'canary-request-id',
      'x-canary': 'canary-header',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
  });
  afterAll(async () => {
    for (const service of running) await service.stop();
    for (const receiver of receivers) receiver.stop();
    forgetConnections();
  });

  function newReceiver(): Receiver {
    const receiver = new Receiver();
    receivers.push(receiver);
    return receiver;
  }

  async function started(more: Record<string, string>): Promise<Service> {
    const env = { DATABASE_URL: app.databaseUrl, ADMIN_TOKEN, KEY_PEPPER };
    const service = await Service.start({ ...env, ...more });
    running.push(service);
    return service;
  }

  it('go where OTEL_EXPORTER_OTLP_ENDPOINT says: the route and its queries, and nothing that a caller sent', async () => {
    const receiver = newReceiver();
    const endpoint = await receiver.start();
    const service = await started({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '100' });
    const found = await send(service.url, { path: `/api/v1/device/id/${SECRET_DEVICE}`, headers });
    const refused = await send(service.url, { path: `/device/${SECRET_DEVICE}?canary-query=1`, headers });
    expect([found.status, refused.status]).toEqual([200, 400]);
    await eventually(() => receiver.texts.includes('/device/:id'), 10_000);
    await service.stop();

    expect([...receiver.types]).toEqual(['/v1/traces application/x-protobuf']);
    expect(receiver.texts).toContain('customer-device-api');
    expect(receiver.texts).toContain('GET /api/v1/device/id/:id');
    expect(Buffer.from(receiver.texts, 'latin1').toString('hex')).toContain(
      '0af7651916cd43dd8448eb211c80319c',
    );
    expect(receiver.texts.includes('FROM `api_keys`')).toBe(engine === 'mysql');
    for (const canary of [...CANARIES, String(headers.authorization).slice(7)])
      expect({ canary, seen: receiver.texts.includes(canary) }).toEqual({ canary, seen: false });
  });

  it('follow the standard variables for protocol, headers, resource, sampler and propagation', async () => {
    const receiver = newReceiver();
    const service = await started({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${await receiver.start()}/collector`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=k123',
      OTEL_SERVICE_NAME: 'devices-of-acme',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
      OTEL_TRACES_SAMPLER: 'always_on',
      OTEL_PROPAGATORS: 'tracecontext',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    const traceparent = '00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'; // not sampled by the caller
    await send(service.url, { path: `/device/${SECRET_DEVICE}`, headers: { ...headers, traceparent } });
    await eventually(() => receiver.texts.includes('/device/:id'), 10_000);
    await service.stop();

    expect([...receiver.types]).toEqual(['/collector application/json']);
    expect([...receiver.keys]).toEqual(['k123']);
    for (const text of ['devices-of-acme', 'staging', 'host.name', '1af7651916cd43dd8448eb211c80319c'])
      expect(receiver.texts).toContain(text);
  });

  it('hold nobody up whose receiver is gone, neither requests nor the end', async () => {
    const service = await started({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect((await send(service.url, { path: `/device/${SECRET_DEVICE}`, headers })).status).toBe(200);
    const from = Date.now();
    await service.stop();
    expect(Date.now() - from).toBeLessThan(8_000);
  });
});
