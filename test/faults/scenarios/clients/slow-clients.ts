import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { LONG_DAYS, newCustomer, OURS, type Headers } from '../../stage/fixtures.js';
import { again } from '../../stage/findings/again.js';
import { send } from '../../stage/load/client.js';
import { startService } from '../../stage/service.js';
import { ADMIN_TOKEN, type Service } from '../../../kit/process/service.js';
import { count, most, ms, quantile, type Scenario, type Stage } from '../../stage/stage.js';

const HEADERS_WITHIN_MS = 12_500;
const BODY_WITHIN_MS = 17_500;
const GIVEN_WAY_WITHIN_MS = 30_000;
const STEADY_PIECE = 6_000; // ten times a second
const STEADY_FOR_MS = 90_000;
const GROWTH_MB = 150;
const BULK_READERS = 12;

export const slowClients: Scenario = {
  name: 'Slow clients',
  run: async (stage) => {
    const service = await startService(stage.databaseUrl);
    const headers = await newCustomer(service.port, OURS);
    await Promise.all([slowSenders(stage, service), stoppedReaders(stage, service, headers)]);
    if (!stage.isShort) await steadyReader(stage, service, headers);
    await service.stop();
  },
};

interface Ended {
  readonly ms: number;
  readonly text: string;
}

/** Opens a connection, lets `speak` write on it, and waits for its end. */
function until(port: number, speak: (socket: Socket) => void): Promise<Ended> {
  const began = performance.now();
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => speak(socket));
    socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ ms: performance.now() - began, text }));
  });
}

function dribble(socket: Socket, begin: string): void {
  socket.write(begin);
  const drop = setInterval(() => socket.write('a'), 400);
  socket.on('close', () => clearInterval(drop));
}

async function slowSenders(stage: Stage, { port }: Service): Promise<void> {
  const headers = 'GET /api/v1/device/ HTTP/1.1\r\nHost: a\r\nX-Slow: ';
  const body =
    `POST /internal/v1/api-keys HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\nx-enterprise-id: ${OURS}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"application":"';
  const [slowHeaders, slowBodies] = await Promise.all(
    [headers, body].map((begin) =>
      Promise.all(Array.from({ length: 20 }, () => until(port, (socket) => dribble(socket, begin)))),
    ),
  );
  reportSenders(stage, 'Headers that dribble', slowHeaders ?? [], HEADERS_WITHIN_MS);
  reportSenders(stage, 'A body that dribbles', slowBodies ?? [], BODY_WITHIN_MS);
}

function reportSenders(stage: Stage, what: string, ended: readonly Ended[], within: number): void {
  const right = ended.filter(
    ({ ms: took, text }) =>
      took <= within && text.startsWith('HTTP/1.1 408 ') && text.includes('"code":"request_timeout"'),
  );
  stage.found(
    `${what}: 408 problem after ${within / 1000} s at the latest`,
    right.length === ended.length,
    `${right.length} of ${ended.length}, slowest ${ms(most(ended.map((end) => end.ms)))}`,
  );
}

/** Readers that take nothing of their answers: more than there are places for. */
async function stoppedReaders(stage: Stage, service: Service, headers: Headers): Promise<void> {
  const before = service.memory;
  const watched = again(async () => {
    const reply = await send(service.port, '/api/v1/device/id/van-02', { headers });
    return { ...reply, memory: service.memory };
  }, 20);
  const usual = service.connections;
  const sockets = Array.from({ length: BULK_READERS }, () =>
    neverReads(service.port, headers, `/api/v1/device-location/bulk${LONG_DAYS}`),
  );
  await wait(2_000);
  const held = service.connections - usual;
  const served = await untilServed(service, headers);
  for (const socket of sockets) socket.destroy();
  const replies = await watched();
  const highest = most(replies.map(({ memory }) => memory));
  const failures = replies.filter(({ status }) => status !== 200).length;
  const p99 = quantile(
    replies.map((reply) => reply.ms),
    0.99,
  );
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
    `${count(replies.length)} requests, ${failures} refused or failed, p99 ${ms(p99)}`,
  );
}

/** Asks for something long and reads none of it. Who is refused does not stay. */
function neverReads(port: number, headers: Headers, path: string): Socket {
  const all = { host: 'a', connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.pause();
  });
  return socket.on('error', () => undefined);
}

/** Milliseconds until somebody who comes back as often as told gets a long answer, whole. */
async function untilServed({ port }: Service, headers: Headers): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < 2 * GIVEN_WAY_WITHIN_MS) {
    const path = `/api/v1/device-location/bulk${LONG_DAYS}`;
    const { status, isComplete } = await send(port, path, { headers });
    if (status === 200 && isComplete) return performance.now() - began;
    await wait(500);
  }
  return Infinity;
}

/** A slow line: little at a time, but always something. The buffers of both sides hide it from the service for half a minute. */
async function steadyReader(stage: Stage, { port }: Service, headers: Headers): Promise<void> {
  const socket = neverReads(port, headers, `/api/v1/device-location/bulk${LONG_DAYS}`);
  const began = performance.now();
  let bytes = 0;
  while (!socket.destroyed && performance.now() - began < STEADY_FOR_MS) {
    const piece = socket.read(Math.min(STEADY_PIECE, socket.readableLength)) as Buffer | null;
    bytes += piece?.length ?? 0;
    await wait(100);
  }
  const lasted = performance.now() - began;
  const isServed = !socket.destroyed;
  socket.destroy();
  stage.found(
    `A reader of ${STEADY_PIECE / 100} kB/s is served on for a minute and a half`,
    isServed && bytes > (0.8 * STEADY_PIECE * STEADY_FOR_MS) / 100,
    `${count(bytes / 1000)} kB in ${ms(lasted)}`,
  );
}
