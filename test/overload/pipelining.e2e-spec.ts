import { once } from 'node:events';
import { connect } from 'node:net';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { send } from '../kit/http/http.js';

let app: TestApp;
let credentials: string;

beforeAll(async () => {
  app = await createTestApp();
  await app.load({ enterprises: [anEnterprise()], devices: [aDevice({ id: 'van-01' })] });
  const { key } = await app.createKey(ENTERPRISE_ID);
  credentials = `Authorization: Bearer ${key}\r\nx-enterprise-id: ${ENTERPRISE_ID}\r\n`;
});
afterAll(() => app.close());

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
  const admin = `Authorization: Bearer ${ADMIN_TOKEN}\r\nx-enterprise-id: ${ENTERPRISE_ID}\r\n`;
  const json = `${admin}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const kinds: Asked[] = [
    { line: 'GET /api/v1/device/id/van-01', headers: credentials, status: 200 },
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
