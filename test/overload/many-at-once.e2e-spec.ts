import { once } from 'node:events';
import { connect } from 'node:net';
import { RowReader } from '../../src/database/rows/row-reader.js';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { send } from '../kit/http/http.js';

const app = appWith(aFleet());
const client = customerOf(app);
const headersOf = ({ headers }: ApiClient): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

interface Asked {
  readonly line: string;
  readonly headers?: string;
  readonly body?: string;
  readonly status: number;
}

/** The statuses and request ids of all answers, in their order, until the last has come whole. */
async function askAtOnce(asked: readonly Asked[]): Promise<string[]> {
  const last = 'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const requests = asked.map(
    ({ line, headers = '', body = '' }, at) =>
      `${line} HTTP/1.1\r\nHost: a\r\nX-Request-Id: number-${at}\r\n${headers}\r\n${body}`,
  );
  socket.write(requests.join('') + last);
  let text = '';
  for await (const piece of socket as AsyncIterable<Buffer>) text += piece.toString('latin1');
  const heads = text.split(/(?=HTTP\/1\.1 \d{3} )/).slice(0, -1);
  return heads.map((head) => `${head.slice(9, 12)} ${/^x-request-id: (.*)\r$/im.exec(head)?.[1]}`);
}

it('answers what is pipelined in its order, whatever the routes and however they answer', async () => {
  const body = JSON.stringify({ application: 'Pipelined', scopes: ['device:GetList'] });
  const credentials = headersOf(client);
  const json = `${headersOf(app.admin(ENTERPRISE_ID))}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const kinds: Asked[] = [
    { line: `GET /api/v1/device/id/${DEVICE_ID}`, headers: credentials, status: 200 },
    { line: 'GET /api/v1/device/', status: 401 },
    { line: 'HEAD /api/v1/device/', headers: credentials, status: 200 },
    { line: 'GET /internal/docs/openapi.yaml', status: 200 },
    { line: 'GET /api/v1/device/', headers: credentials, status: 200 },
    { line: 'GET /api/v1/device/id/nowhere', headers: credentials, status: 404 },
    { line: 'PUT /api/v1/device/', headers: credentials, status: 405 },
    { line: 'GET /health/ready', status: 200 },
    { line: 'GET /nowhere', status: 404 },
  ];
  const asked = [
    { line: 'POST /internal/v1/api-keys', headers: json, body, status: 201 },
    ...Array.from({ length: 20 }, () => kinds).flat(),
    { line: 'POST /internal/v1/api-keys', headers: json, body, status: 409 },
  ];
  expect(await askAtOnce(asked)).toEqual(asked.map(({ status }, at) => `${status} number-${at}`));
});

it('has others served beside a connection that asks for the document hundreds of times at once', async () => {
  const many = askAtOnce(
    Array.from({ length: 300 }, () => ({ line: 'GET /internal/docs/openapi.yaml', status: 200 })),
  );
  let [served, isOver] = [0, false];
  void many.then(() => (isOver = true));
  while (!isOver) {
    expect((await send(app.url, { path: '/health/live' })).status).toBe(200);
    served++;
  }
  expect(await many).toHaveLength(300);
  expect(served).toBeGreaterThan(5);
});

it('asks the database once for all who want to know within a moment whether the service is ready', async () => {
  const rows = jest.spyOn(app.nest.get(RowReader), 'rows');
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.anonymous.get('/health/ready')));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const tenths = (performance.now() - began) / 100;
  expect(rows.mock.calls.length).toBeLessThan(2 + tenths);
});
