import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { handleClientErrors, limitConnections, OpenConnections } from '../../src/app/http-server.js';
import { resetConnection } from '../../src/http/connection.js';
import { aFleet, appWith } from '../kit/app/app-with.js';
import { aLocation } from '../kit/app/builders.js';
import { connectAndWait, connectionEnd, getRequest, send } from '../kit/http/http.js';
import { engine } from '../kit/database/engines.js';
import { freePort } from '../kit/process/free-port.js';
import { nodeCommand, Program } from '../kit/process/program.js';
import { ADMIN_TOKEN, KEY_PEPPER, Service } from '../kit/process/service.js';
import { query } from '../kit/database/throwaway.js';

/** Makes the response exceed the buffers between the service and its client. */
const LOCATIONS = 12_000;
const LONG = 'x'.repeat(490);
const FIRST_MS = Date.parse('2026-03-29T08:00:00Z');
const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
const OF_DEVICE = '/api/v1/device-location/id/tablet-1';

const app = appWith(
  aFleet({
    locations: Array.from({ length: LOCATIONS }, (_, at) =>
      aLocation({
        id: at + 1,
        created_at: new Date(FIRST_MS + at).toISOString(),
        provider: LONG,
        imei: LONG,
      }),
    ),
  }),
);
let service: Service;
let url: string;
let headers: Record<string, string>;

beforeAll(async () => {
  const { key } = await app.createKey('acme');
  headers = { authorization: `Bearer ${key}`, 'x-enterprise-id': 'acme' };
});

async function start(env: NodeJS.ProcessEnv = {}): Promise<void> {
  service = await Service.start({ DATABASE_URL: app.databaseUrl, KEY_PEPPER, ADMIN_TOKEN, ...env });
  ({ url } = service);
}

async function begin(path: string): Promise<IncomingMessage> {
  const outgoing = request(`${url}${path}`, { headers, agent: false });
  outgoing.on('error', () => undefined); // Also receives a reset in the middle of the response
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(incoming.statusCode).toBe(200);
  return incoming;
}

async function beginHttp10(path: string): Promise<Socket> {
  const socket = connectAndWait(Number(new URL(url).port), getRequest(path, headers, '1.0'));
  await once(socket, 'readable');
  expect(String(socket.read(12))).toBe('HTTP/1.1 200');
  return socket;
}

async function readAll(incoming: IncomingMessage): Promise<{ text: string; complete: boolean }> {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('error', () => undefined);
  // a reset may have closed it before its first byte was read
  if (!incoming.closed) await new Promise((resolve) => incoming.on('close', resolve));
  return { text: Buffer.concat(chunks).toString('utf8'), complete: incoming.complete };
}

function expectTruncated({ text, complete }: { text: string; complete: boolean }): void {
  expect(complete).toBe(false);
  expect(() => JSON.parse(text) as unknown).toThrow();
}

describe('A process that ends', () => {
  beforeEach(() => start());
  afterEach(() => service.kill());

  it('finishes a running response on SIGTERM, accepts no new requests, and exits', async () => {
    const [running, old] = await Promise.all([begin(BULK), beginHttp10(BULK)]);
    service.signal('SIGTERM');
    await service.waitForLogLine(({ msg }) => msg === 'stopping');
    await expect(send(url, { path: '/health/live' })).rejects.toThrow(/ECONNREFUSED|ECONNRESET|hang up/);
    const { text, complete } = await readAll(running);
    expect(complete).toBe(true);
    expect(JSON.parse(text)).toHaveLength(LOCATIONS);
    expect(await connectionEnd(old)).toBe('closed');
    expect(await service.exit()).toBe(0);
    expect(service.log.map(({ msg }) => msg)).toContain('stopped');
  });

  it('waits neither for an idle connection nor for a client that disconnects during its response', async () => {
    const { hostname, port } = new URL(url);
    const silent = connect(Number(port), hostname);
    await once(silent, 'connect');
    // Shows that the service has accepted the idle connection too
    const running = await begin(BULK);
    const begun = Date.now();
    service.signal('SIGTERM');
    await service.waitForLogLine(({ msg }) => msg === 'stopping');
    running.destroy();
    expect(await service.exit()).toBe(0);
    expect(Date.now() - begun).toBeLessThan(5_000);
    silent.destroy();
  });

  it('exits on the second SIGTERM, and resets running responses', async () => {
    const [running, old] = await Promise.all([begin(BULK), beginHttp10(BULK)]);
    service.signal('SIGTERM');
    await service.waitForLogLine(({ msg }) => msg === 'stopping');
    service.signal('SIGTERM');
    expect(await service.exit()).toBe(1);
    expectTruncated(await readAll(running));
    expect(await connectionEnd(old)).toBe('reset');
  });
});

it('A process whose log cannot be written serves requests, and exits on SIGTERM', async () => {
  const env = { DATABASE_URL: app.databaseUrl, KEY_PEPPER, PORT: String(await freePort()) };
  const onFullDisk = ['/bin/sh', '-c', 'exec "$@" > /dev/full', 'sh', ...nodeCommand('src/main.js')];
  const program = new Program(onFullDisk, { env });
  const isLive = async () => (await fetch(`http://127.0.0.1:${env.PORT}/health/live`)).status === 200;
  await program.waitUntil(isLive);
  await wait(500);
  expect(await isLive()).toBe(true);
  expect(await program.stop()).toBe(0);
  expect(program.stderr).toBe('');
});

describe.each([1, 2])('With SHUTDOWN_DELAY, WEB_CONCURRENCY=%d', (workers) => {
  const DELAY_MS = 2_000;
  const statusOf = async (path: string): Promise<number> =>
    (await send(url, { path, headers: { ...headers, connection: 'close' } })).status;

  beforeEach(async () => {
    await start({ SHUTDOWN_DELAY: String(DELAY_MS / 1_000), WEB_CONCURRENCY: String(workers) });
    await service.waitForOutput('"listening"', workers);
  });
  afterEach(() => service.kill());

  it('a stopping instance is not ready and serves new connections until the delay is over', async () => {
    const began = performance.now();
    service.signal('SIGTERM');
    await service.waitForOutput('"stopping"', workers);
    while (performance.now() - began < DELAY_MS - 700) {
      expect(await statusOf('/health/ready')).toBe(503);
      expect(await statusOf('/api/v1/device/')).toBe(200);
      await wait(100);
    }
    expect(await service.exit()).toBe(0);
    expect(performance.now() - began).toBeGreaterThanOrEqual(DELAY_MS);
  });
});

describe('An interrupted response', () => {
  beforeAll(() => start());
  afterAll(() => service.kill());

  it('is reset when a row cannot be written after the first byte', async () => {
    // An instant beyond the calendar, which no import stores
    const last = 'UPDATE locations SET created_at = ? WHERE id = ?';
    await app.dataSource.query(last, [9e15, LOCATIONS]);
    const outcome = await readAll(await begin(OF_DEVICE));
    const http10End = await connectionEnd(await beginHttp10(OF_DEVICE));
    await app.dataSource.query(last, [FIRST_MS + LOCATIONS, LOCATIONS]);
    expectTruncated(outcome);
    expect(http10End).toBe('reset');
    expect(outcome.text.length).toBeGreaterThan(100_000);
    const line = await service.waitForLogLine(({ broken_off }) => broken_off === true);
    expect(line).toMatchObject({ level: 'warn', route: OF_DEVICE.replace('tablet-1', ':id') });
  });

  if (engine === 'mysql') {
    it('is reset when the database connection is lost', async () => {
      const running = await begin(BULK);
      const server = process.env.TEST_MYSQL_URL!;
      const database = new URL(
        app.config.database.engine === 'mysql' ? app.config.database.url : '',
      ).pathname.slice(1);
      const sql = `SELECT id FROM information_schema.processlist WHERE db = '${database}' AND info LIKE '%locations%'`;
      const reading = await query<{ id: number }>(server, `${sql} AND info NOT LIKE '%processlist%'`);
      expect(reading).toHaveLength(1);
      for (const { id } of reading) await query(server, `KILL CONNECTION ${id}`);
      expectTruncated(await readAll(running));
      expect((await send(url, { path: '/api/v1/device/', headers })).status).toBe(200);
    });
  }

  it('is reset when the process is killed', async () => {
    const running = await begin(BULK);
    await service.kill();
    expectTruncated(await readAll(running));
  });
});

describe('A connection with a request', () => {
  const LARGE_BODY = Buffer.alloc(16 * 1024 * 1024, 'x');
  let server: Server;
  let connections: OpenConnections;

  beforeEach(async () => {
    server = createServer();
    connections = new OpenConnections(server);
    limitConnections(server);
    handleClientErrors(server, {}, 'http://127.0.0.1');
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    connections.end();
    server.close();
  });

  async function beginRequest(version: string): Promise<{ client: Socket; response: ServerResponse }> {
    const { port } = server.address() as AddressInfo;
    const client = connectAndWait(port, `GET / HTTP/${version}\r\nhost: a\r\n\r\n`);
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    return { client, response };
  }

  describe.each(['1.0', '1.1'])('A response over HTTP/%s that has begun is reset', (version) => {
    const malformed = Object.assign(new Error(), { code: 'HPE_INVALID_METHOD' });
    it.each<[string, (socket: Socket) => void]>([
      ['nothing has moved on the connection for too long', (socket) => socket.emit('timeout')],
      ['the client sends a malformed request', (socket) => server.emit('clientError', malformed, socket)],
    ])('when %s', async (_title, cause) => {
      const { client, response } = await beginRequest(version);
      response.write(LARGE_BODY);
      cause(response.req.socket);
      expect(await connectionEnd(client)).toBe('reset');
    });

    it('when only its last bytes wait for the client', async () => {
      const { client, response } = await beginRequest(version);
      response.end(LARGE_BODY);
      connections.end();
      expect(await connectionEnd(client)).toBe('reset');
    });
  });

  it('A connection that is closing is destroyed without an error', async () => {
    const { client, response } = await beginRequest('1.1');
    const { socket } = response.req;
    socket.end();
    resetConnection(socket);
    await once(socket, 'close');
    client.destroy();
  });

  it('Without an open response it is closed', async () => {
    const { client, response } = await beginRequest('1.1');
    response.end('whole');
    await once(response, 'close');
    connections.end();
    expect(await connectionEnd(client)).toBe('closed');
  });
});
