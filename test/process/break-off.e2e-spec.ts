import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connectAndWait, connectionEnd } from '../kit/http/connection-end.js';
import { breakOff } from '../../src/http/response/break-off.js';
import { answerClientErrors } from '../../src/http/errors/client-errors.js';
import { OpenConnections } from '../../src/server/open-connections.js';
import { limitConnections } from '../../src/server/server-limits.js';

/** More than fits between the two ends. */
const MUCH = Buffer.alloc(16 * 1024 * 1024, 'x');

let server: Server;
let connections: OpenConnections;

beforeEach(async () => {
  server = createServer();
  connections = new OpenConnections(server);
  limitConnections(server);
  answerClientErrors(server, []);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  connections.end();
  server.close();
});

/** A client of which the server has the request, and the answer to it that nobody reads yet. */
async function asked(version: string): Promise<{ client: Socket; response: ServerResponse }> {
  const { port } = server.address() as AddressInfo;
  const client = connectAndWait(port, `GET / HTTP/${version}\r\nhost: a\r\n\r\n`);
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return { client, response };
}

describe.each(['1.0', '1.1'])('An answer over HTTP/%s that has begun ends with a reset', (version) => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['it is broken off', (response) => response.write('part')],
    [
      'it is broken off while bytes of it wait for the reader, its last ones too',
      (response) => response.end(MUCH),
    ],
  ])('when %s', async (_what, begin) => {
    const { client, response } = await asked(version);
    begin(response);
    await once(client, 'readable');
    breakOff(response.req.socket);
    expect(await connectionEnd(client)).toBe('reset');
  });

  const malformed = Object.assign(new Error(), { code: 'HPE_INVALID_METHOD' });
  it.each<[string, (socket: Socket) => void]>([
    ['all connections are ended', () => connections.end()],
    ['nothing has moved on the connection for too long', (socket) => socket.emit('timeout')],
    ['what the client sends besides is malformed', (socket) => server.emit('clientError', malformed, socket)],
  ])('when %s', async (_what, happens) => {
    const { client, response } = await asked(version);
    response.write(MUCH);
    happens(response.req.socket);
    expect(await connectionEnd(client)).toBe('reset');
  });
});

it('A connection on which everything was answered is closed', async () => {
  const { client, response } = await asked('1.1');
  response.end('whole');
  await once(response, 'close');
  connections.end();
  expect(await connectionEnd(client)).toBe('closed');
});

it('A connection that is being closed already may be broken off', async () => {
  const { client, response } = await asked('1.1');
  const { socket } = response.req;
  socket.end(MUCH);
  breakOff(socket);
  await once(socket, 'close');
  client.destroy();
});
