import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { limitPipelining } from './pipelining.js';

/** Asks for the path under which the service knows it. */
const ask = (at: number): string => `GET /${at} HTTP/1.1\r\nHost: a\r\n\r\n`;
const asked = (count: number): string => Array.from({ length: count }, (_, at) => ask(at)).join('');

let server: Server;
let sockets: Socket[];
/** What was taken on and has not been answered, and how many that were at most. */
let inHand: Set<ServerResponse>;
let most: number;
let answersAtOnce: boolean;

beforeEach(async () => {
  const taken = new Set<ServerResponse>();
  [sockets, inHand, most, answersAtOnce] = [[], taken, 0, true];
  server = createServer((request, response) => {
    taken.add(response);
    if (taken === inHand) most = Math.max(most, taken.size);
    response.on('close', () => taken.delete(response));
    if (answersAtOnce) setTimeout(() => response.end(`[${request.url}]`), 1);
  });
  limitPipelining(server, 3_000);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** The paths that were answered, in their order, until so many were. */
async function answers(socket: Socket, count: number): Promise<string[]> {
  let text = '';
  let paths: string[] = [];
  for await (const piece of socket as AsyncIterable<Buffer>) {
    text += piece.toString();
    paths = [...text.matchAll(/\[\/(\d+)\]/g)].map(([, path = '']) => path);
    if (paths.length >= count) break;
  }
  return paths;
}

it('answers all that one connection sends at once, in order, working on four of them at a time', async () => {
  const socket = await open();
  socket.write(asked(1_500));
  expect(await answers(socket, 1_500)).toEqual(Array.from({ length: 1_500 }, (_, at) => String(at)));
  expect(most).toBe(4);
});

it('works on four of each connection', async () => {
  const both = await Promise.all([open(), open()]);
  for (const socket of both) socket.write(asked(100));
  const answered = await Promise.all(both.map((socket) => answers(socket, 100)));
  expect(answered.map((paths) => paths.length)).toEqual([100, 100]);
  expect(most).toBe(8);
});

it('lets others have their turn between the answers of one connection', async () => {
  const socket = await open();
  socket.write(asked(1_000));
  await once(socket, 'data');
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, path: '/other', agent: false }), 'response')) as [
    ServerResponse,
  ];
  expect(response.statusCode).toBe(200);
  expect(socket.bytesRead).toBeLessThan(100_000);
});

it('reads nothing more of a connection while requests of it wait', async () => {
  answersAtOnce = false;
  const socket = await open();
  const taken = once(server, 'request');
  socket.write(asked(10));
  await taken;
  await wait(50);
  const [connection] = inHand;
  const before = connection?.req.socket.bytesRead ?? NaN;
  socket.write(asked(1_000));
  await wait(100);
  expect(connection?.req.socket.bytesRead).toBe(before);
  expect(inHand.size).toBe(4);
});

it('goes on with what was not read when the last of those that waited has its turn', async () => {
  const socket = await open();
  socket.write(asked(10));
  await wait(20);
  socket.write(asked(2_500));
  expect(await answers(socket, 2_510)).toHaveLength(2_510);
  expect(most).toBe(4);
});

it('forgets what waits on a connection that ends', async () => {
  answersAtOnce = false;
  const socket = await open();
  let begun = 0;
  server.on('request', () => begun++);
  const taken = once(server, 'request');
  socket.write(asked(100));
  await taken;
  socket.resetAndDestroy();
  for (const response of inHand) response.end();
  await wait(100);
  expect(most).toBe(4);
  answersAtOnce = true;
  const another = await open();
  another.write(asked(100));
  expect(await answers(another, 100)).toHaveLength(100);
});

it('loses the connections that bring more than may wait on all together, and goes on with the others', async () => {
  answersAtOnce = false;
  const patient = await open();
  patient.write(asked(50));
  await wait(50);
  const greedy = await Promise.all([open(), open(), open()]);
  const lost = new Promise((resolve) => greedy.forEach((socket) => socket.on('close', resolve)));
  for (const socket of greedy) socket.resume().write(asked(2_000));
  await lost;
  expect(patient.destroyed).toBe(false);
  answersAtOnce = true;
  for (const response of [...inHand]) response.end(`[${response.req.url}]`);
  expect(await answers(patient, 50)).toHaveLength(50);
});
