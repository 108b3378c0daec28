import { once } from 'node:events';
import {
  Agent,
  createServer,
  get,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Metrics } from '../metrics/metrics.js';
import { createLogger } from '../observability/logger.js';
import { DownloadSlots } from '../streaming/download-slots.js';
import { limitPipelining } from './http-server.js';
import { dropSlowClients, LoadShedder, OpenRequest } from './load-shedding.js';

let server: Server;
const portOf = (): number => (server.address() as AddressInfo).port;

/** A request with the settings that Express gives to all requests of its server. */
class ExpressLike extends IncomingMessage {
  readonly app = { get: () => ({ publicUrl: 'http://127.0.0.1', hasPublicUrl: true, basePath: '' }) };
}

async function listen(listener: RequestListener): Promise<void> {
  server = createServer({ IncomingMessage: ExpressLike }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('LoadShedder', () => {
  const TOO_MANY = 500;
  const DETAIL = '/api/v1/device/id/van-01';

  let shedder: LoadShedder;
  let metrics: Metrics;
  let lines: string[];
  let agent: Agent;

  beforeEach(async () => {
    lines = [];
    metrics = new Metrics();
    agent = new Agent();
    const logger = createLogger('warn', { write: (line) => lines.push(line) });
    shedder = new LoadShedder(metrics, new DownloadSlots(1), logger);
    await listen((request, response) => {
      const context = { requestId: 'one-of-many', bulk: request.url === '/mcp' };
      Object.assign(request, { originalUrl: request.url, context });
      if (request.url?.startsWith('/docs')) response.writeHead(503).end();
    });
    shedder.attach(server, '', {});
    shedder.onApplicationBootstrap();
  });
  afterEach(() => {
    agent.destroy();
    shedder.onApplicationShutdown();
  });

  async function waits(requests: number, path: string): Promise<number[]> {
    const one = async (): Promise<number> => {
      const began = performance.now();
      const request = get({ agent, port: portOf(), path, host: '127.0.0.1' });
      const [response] = (await once(request, 'response')) as [ServerResponse & NodeJS.ReadableStream];
      expect(response.statusCode).toBe(503);
      await once(response.resume(), 'end');
      return performance.now() - began;
    };
    const all = await Promise.all(Array.from({ length: requests }, one));
    return all.sort((shorter, longer) => shorter - longer);
  }

  it('responds with 503 after 1.7 s', async () => {
    const [shortest = 0] = await waits(20, DETAIL);
    expect(shortest).toBeGreaterThan(1_690);
  });

  it('refuses excess requests after a second, and shortens the time limit of all but bulk', async () => {
    const bulk = waits(10, '/api/v1/device-location/bulk');
    const bulkTools = waits(10, '/mcp');
    const admitted = waits(TOO_MANY, DETAIL);
    const [refused = 0] = await waits(50, DETAIL);
    expect(refused).toBeGreaterThan(990);
    const [admittedFor = Infinity] = await admitted;
    const [bulkFor = 0] = await bulk;
    const [bulkToolFor = 0] = await bulkTools;
    expect(Math.min(bulkFor, bulkToolFor)).toBeGreaterThan(1_690);
    expect(admittedFor).toBeLessThan(bulkFor);
  });

  it('logs some refusals with their reason and counts all of them', async () => {
    await waits(2 * TOO_MANY, '/api/v1/device');
    const { values } = await metrics.unavailable.get();
    const counted = values.find(({ labels }) => labels.reason === 'too_much_to_do')?.value ?? 0;
    expect(counted).toBeGreaterThan(TOO_MANY);
    expect(lines.length).toBeLessThan(counted);
    const { method, status, reason, msg } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    expect({ method, status, reason, msg }).toEqual({
      method: 'GET',
      status: 503,
      reason: 'too_much_to_do',
      msg: 'refused',
    });
  });

  it('serves pages at up to 500 per second after the first 60', async () => {
    const all = await waits(260, '/docs');
    expect(all.at(-1)).toBeGreaterThan(390);
  });
});

describe('limitPipelining', () => {
  const requestsOf = (count: number): string =>
    Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');

  let running: Set<ServerResponse>;
  let mostRunning: number;
  let isResponding: boolean;
  let sockets: Socket[];

  beforeEach(async () => {
    [running, mostRunning, isResponding, sockets] = [new Set(), 0, true, []];
    const serve: RequestListener = (request, response) => {
      running.add(response);
      mostRunning = Math.max(mostRunning, running.size);
      response.on('close', () => running.delete(response));
      if (isResponding) setTimeout(() => response.end(`[${request.url}]`), 1);
    };
    await listen(limitPipelining(serve, 3_000));
  });
  afterEach(() => sockets.forEach((socket) => socket.destroy()));

  async function open(): Promise<Socket> {
    const socket = connect(portOf(), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  }

  async function paths(socket: Socket, count: number): Promise<string[]> {
    let text = '';
    for await (const piece of socket as AsyncIterable<Buffer>) {
      text += piece.toString();
      const found = [...text.matchAll(/\[\/(\d+)\]/g)].map(([, path = '']) => path);
      if (found.length >= count) return found;
    }
    throw new Error('The connection ended');
  }

  it('serves all requests of a connection in order, four at a time, and other connections in between', async () => {
    const socket = await open();
    socket.write(requestsOf(10));
    await wait(20);
    socket.write(requestsOf(2_500));
    const all = paths(socket, 2_510);
    const [other] = (await once(get({ port: portOf(), path: '/other' }), 'response')) as [ServerResponse];
    expect(other.statusCode).toBe(200);
    expect(socket.bytesRead).toBeLessThan(200_000);
    const numbers = [10, 2_500].flatMap((count) => Array.from({ length: count }, (_, at) => String(at)));
    expect(await all).toEqual(numbers);
    expect(mostRunning).toBeLessThanOrEqual(5);
  });

  it('closes every running response once when the connection ends', async () => {
    isResponding = false;
    const socket = await open();
    socket.write(requestsOf(4));
    await wait(50);
    const closed: (string | undefined)[] = [];
    for (const response of running) response.on('close', () => closed.push(response.req.url));
    socket.destroy();
    await wait(50);
    expect(closed.sort()).toEqual(['/0', '/1', '/2', '/3']);
  });

  it('reads nothing from a connection while its requests wait', async () => {
    isResponding = false;
    const socket = await open();
    socket.write(requestsOf(10));
    await wait(100);
    const [{ req } = {} as ServerResponse] = running;
    const before = req.socket.bytesRead;
    socket.write(requestsOf(1_000));
    await wait(100);
    expect([req.socket.bytesRead, running.size]).toEqual([before, 4]);
  });

  it('resets connections that exceed the limit of all connections, and serves the others', async () => {
    isResponding = false;
    const patient = await open();
    patient.write(requestsOf(50));
    const greedy = await Promise.all([open(), open(), open()]);
    const reset = new Promise((resolve) => greedy.forEach((socket) => socket.on('close', resolve)));
    for (const socket of greedy) socket.resume().write(requestsOf(2_000));
    await reset;
    expect(patient.destroyed).toBe(false);
    isResponding = true;
    for (const response of running) response.end(`[${response.req.url}]`);
    expect(await paths(patient, 50)).toHaveLength(50);
  });
});

describe('dropSlowClients', () => {
  beforeEach(() => listen(() => undefined));

  function reader(writableLength: number, writableEnded = false) {
    const socket = {
      bytesWritten: writableLength,
      isReset: false,
      resetAndDestroy: () => (socket.isReset = true),
    };
    const response = { writableLength, writableEnded, socket, req: { socket } } as unknown as ServerResponse;
    const open = new OpenRequest(response, 'bulk', 0);
    return { open, socket };
  }

  const check = (readers: readonly { open: OpenRequest }[], second: number, queued: number): void =>
    dropSlowClients(
      readers.map(({ open }) => open),
      second * 1000,
      queued,
    );

  it('resets as many clients as requests wait, those first that stalled for longest, after 12 s', () => {
    const ended = reader(1_000, true);
    const first = reader(1_000);
    const second = reader(1_000);
    const active = reader(1_000);
    check([ended, first], 0, 1);
    check([second, active], 1, 1);
    active.socket.bytesWritten++;
    const all = [ended, first, second, active];
    check(all, 12, 1);
    expect(all.map(({ socket }) => socket.isReset)).toEqual([false, false, false, false]);
    check(all, 14, 1);
    expect(all.map(({ socket }) => socket.isReset)).toEqual([false, true, false, false]);
    check([ended, second, active], 15, 2);
    expect(all.map(({ socket }) => socket.isReset)).toEqual([false, true, true, false]);
  });

  it('resets the clients that stalled for longest while all responses hold more than 64 MB', () => {
    const readers = [40, 1, 30, 2].map((size) => reader(size * 1_048_576));
    readers.forEach((one, at) => check([one], at, 0));
    check(readers, 10, 0);
    expect(readers.map(({ socket }) => socket.isReset)).toEqual([true, false, false, false]);
  });
});
