import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ADMIN_TOKEN, type Service } from '../../kit/process/service.js';
import { BULK, DEVICE, newCustomer, OURS, type Headers } from '../stage/fixtures.js';
import { again, isServed, send } from '../stage/requests.js';
import { count, most, ms, quantile, type Scenario, type Stage } from '../stage/stage.js';

const GIVEN_WAY_WITHIN_MS = 30_000;
const STEADY_PIECE = 6_000; // Ten times a second
const STEADY_FOR_MS = 90_000;
const GROWTH_MB = 150;
const BULK_READERS = 12;

const SLOW_HEADERS = 'GET /api/v1/device/ HTTP/1.1\r\nHost: a\r\nX-Slow: ';
const SLOW_BODY =
  `POST /internal/v1/api-keys HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\nx-enterprise-id: ${OURS}\r\n` +
  'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"application":"';

export const slowClients: Scenario = {
  name: 'Slow clients',
  run: async (stage) => {
    const service = await stage.start();
    const headers = await newCustomer(service.port, OURS);
    await Promise.all([
      slowSenders(stage, service.port, 'Headers that dribble', SLOW_HEADERS, 12_500),
      slowSenders(stage, service.port, 'A body that dribbles', SLOW_BODY, 17_500),
      stoppedReaders(stage, service, headers),
    ]);
    if (!stage.isShort) await steadyReader(stage, service.port, headers);
  },
};

async function slowSenders(stage: Stage, port: number, what: string, begin: string, withinMs: number) {
  const ended = await Promise.all(Array.from({ length: 20 }, () => dribble(port, begin)));
  const problem = /^HTTP\/1\.1 408 [^]*"code":"request_timeout"/;
  const right = ended.filter(({ took, text }) => took <= withinMs && problem.test(text));
  stage.found(
    `${what}: 408 problem after ${withinMs / 1000} s at the latest`,
    right.length === ended.length,
    `${right.length} of ${ended.length}, slowest ${ms(most(ended.map(({ took }) => took)))}`,
  );
}

/** Sends a byte at a time until the service closes the connection. */
function dribble(port: number, begin: string): Promise<{ took: number; text: string }> {
  const began = performance.now();
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(begin));
    const drops = setInterval(() => socket.write('a'), 400);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drops);
      resolve({ took: performance.now() - began, text });
    });
  });
}

/** More clients than there are slots request long responses and read nothing. */
async function stoppedReaders(stage: Stage, service: Service, headers: Headers): Promise<void> {
  const { port } = service;
  const before = service.memory;
  const watched = again(async () => {
    const reply = await send(port, DEVICE, { headers });
    return { ...reply, memory: service.memory };
  }, 20);
  const usual = service.connections;
  const sockets = Array.from({ length: BULK_READERS }, () => neverReads(port, headers));
  await wait(2_000);
  const held = service.connections - usual;
  const served = await untilServed(port, headers);
  for (const socket of sockets) socket.destroy();
  const replies = await watched();
  const highest = most(replies.map(({ memory }) => memory));
  const failures = replies.filter(({ status }) => status !== 200).length;
  const times = replies.map((reply) => reply.ms);
  stage.found(
    'Readers that stop for ever give way to whoever else wants a long answer',
    served <= GIVEN_WAY_WITHIN_MS,
    `${count(held)} connections held, another long answer whole after ${ms(served)}`,
  );
  stage.found(
    `Memory stays bounded with ${BULK_READERS} such readers`,
    highest - before < GROWTH_MB,
    `${count(before)} MB before, ${count(highest)} MB at most`,
  );
  stage.found(
    'Others are served beside them',
    failures <= replies.length * 0.02,
    `${count(replies.length)} requests, ${failures} refused or failed, p99 ${ms(quantile(times, 0.99))}`,
  );
}

/** Requests a long response and reads nothing of it. A refusal closes the connection. */
function neverReads(port: number, headers: Headers): Socket {
  const all = { host: 'a', connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${BULK} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  return socket.pause().on('error', () => undefined);
}

/** Returns the milliseconds until a client that tries again gets a whole long response. */
async function untilServed(port: number, headers: Headers): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < 2 * GIVEN_WAY_WITHIN_MS) {
    if (isServed(await send(port, BULK, { headers }))) return performance.now() - began;
    await wait(500);
  }
  return Infinity;
}

/** Reads slowly, but all the time. The buffers of both systems hide that from the service for half a minute. */
async function steadyReader(stage: Stage, port: number, headers: Headers): Promise<void> {
  const socket = neverReads(port, headers);
  const began = performance.now();
  let bytes = 0;
  while (!socket.destroyed && performance.now() - began < STEADY_FOR_MS) {
    const chunk = socket.read(Math.min(STEADY_PIECE, socket.readableLength)) as Buffer | null;
    bytes += chunk?.length ?? 0;
    await wait(100);
  }
  const isServedOn = !socket.destroyed;
  socket.destroy();
  stage.found(
    `A reader of ${STEADY_PIECE / 100} kB/s is served on for a minute and a half`,
    isServedOn && bytes > (0.8 * STEADY_PIECE * STEADY_FOR_MS) / 100,
    `${count(bytes / 1000)} kB in ${ms(performance.now() - began)}`,
  );
}
