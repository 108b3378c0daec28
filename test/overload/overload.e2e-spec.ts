import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable, DatabaseReader } from '../../src/database/rows/reader.js';
import { HealthService } from '../../src/modules/operations/health.service.js';
import { LoadShedder } from '../../src/app/load-shedding.js';
import { commonHeaders } from '../../src/http/middleware.js';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { wrapReads } from '../kit/database/watched-reads.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { eventually } from '../kit/process/retry.js';

type Line = Record<string, unknown>;

const lines: Line[] = [];
const log = { write: (line: string) => lines.push(JSON.parse(line) as Line) };
const app = appWith(aFleet(), { LOG_LEVEL: 'info' }, log);
const client = customerOf(app);
let restore: () => void = () => undefined;
afterEach(() => restore());

describe('Many requests on one connection', () => {
  interface Request {
    readonly line: string;
    readonly headers?: string;
    readonly body?: string;
    readonly status: number;
  }
  const headersOf = ({ headers }: ApiClient): string =>
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');

  async function pipelined(requests: readonly Request[]): Promise<string[]> {
    const last = 'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const sent = requests.map(
      ({ line, headers = '', body = '' }, at) =>
        `${line} HTTP/1.1\r\nHost: a\r\nX-Request-Id: number-${at}\r\n${headers}\r\n${body}`,
    );
    socket.write(sent.join('') + last);
    let text = '';
    for await (const chunk of socket as AsyncIterable<Buffer>) text += chunk.toString('latin1');
    const heads = text.split(/(?=HTTP\/1\.1 \d{3} )/).slice(0, -1);
    return heads.map((head) => `${head.slice(9, 12)} ${/^x-request-id: (.*)\r$/im.exec(head)?.[1]}`);
  }

  it('sends the responses to pipelined requests in their order, for every route and status', async () => {
    const body = JSON.stringify({ application: 'Pipelined', scopes: ['device:GetList'] });
    const headers = headersOf(client);
    const json = `${headersOf(app.admin(ENTERPRISE_ID))}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const create = { line: 'POST /internal/v1/api-keys', headers: json, body };
    const kinds: Request[] = [
      { line: `GET /api/v1/device/id/${DEVICE_ID}`, headers, status: 200 },
      { line: 'GET /api/v1/device/', status: 401 },
      { line: 'HEAD /api/v1/device/', headers, status: 200 },
      { line: 'GET /internal/docs/openapi.yaml', status: 200 },
      { line: 'GET /api/v1/device/', headers, status: 200 },
      { line: 'GET /api/v1/device/id/nowhere', headers, status: 404 },
      { line: 'PUT /api/v1/device/', headers, status: 405 },
      { line: 'GET /health/ready', status: 200 },
      { line: 'GET /nowhere', status: 404 },
    ];
    const requests = [
      { ...create, status: 201 },
      ...Array.from({ length: 20 }, () => kinds).flat(),
      { ...create, status: 409 },
    ];
    expect(await pipelined(requests)).toEqual(requests.map(({ status }, at) => `${status} number-${at}`));
  });
});

it('queries the database once for concurrent readiness checks', async () => {
  const rows = jest.spyOn(app.nest.get(DatabaseReader), 'rows');
  const began = performance.now();
  const responses = await Promise.all(Array.from({ length: 50 }, () => app.anonymous.get('/health/ready')));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const tenths = (performance.now() - began) / 100;
  expect(rows.mock.calls.length).toBeLessThan(2 + tenths);
});

describe('A 503', () => {
  let requests = 0;

  function streamAs(stream: () => Promise<void>): void {
    restore = wrapReads(app, () => ({ stream }));
  }

  const counted = async (reason: string): Promise<number> =>
    (await app.metrics()).get(`http_unavailable_total{reason="${reason}"}`) ?? 0;

  async function refused(path = `/device/${DEVICE_ID}/datausage`) {
    const id = `refused-${++requests}`;
    const { status, body } = await client.with({ 'x-request-id': id }).get(path);
    expect(status).toBe(503);
    await wait(20); // The service writes the line after the response
    return { body, logged: () => lines.filter(({ request_id }) => request_id === id) };
  }

  it.each([
    'no_connection_in_time',
    'no_answer_in_time',
    'database_trouble',
    'log_held_back',
    'too_many_long_answers',
  ] as const)('has its reason %s in log and metrics, not in the response', async (reason) => {
    const before = await counted(reason);
    streamAs(() => Promise.reject(new DatabaseUnavailable(reason)));
    const { body, logged } = await refused();
    expect(body).not.toContain(reason);
    expect(logged()).toMatchObject([
      { msg: 'unavailable', status: 503, reason },
      { msg: 'request', status: 503, reason },
    ]);
    expect(await counted(reason)).toBe(before + 1);
  });

  it('has a stack in the log once for all requests that fail for its reason', async () => {
    streamAs(() => Promise.reject(new DatabaseUnavailable('node_unfit', { cause: new Error('lost') })));
    const all = await Promise.all(Array.from({ length: 20 }, () => refused()));
    const logged = all.flatMap((each) => each.logged());
    expect(logged.filter(({ msg }) => msg === 'request')).toHaveLength(20);
    const first = logged.filter(({ msg }) => msg === 'unavailable');
    expect(first).toEqual([
      expect.objectContaining({ reason: 'node_unfit', err: expect.anything() as unknown }),
    ]);
  });

  it.each([
    ['failed', () => Promise.reject(new DatabaseUnavailable('too_many_long_answers'))],
    ['arrived', () => Promise.resolve()],
  ])(
    'after a timeout has its reason in the log, and the outcome when the response %s',
    async (_title, end) => {
      app.get(LoadShedder).onApplicationBootstrap(); // TestApp stops the load shedder otherwise
      streamAs(async () => {
        await wait(2_400);
        await end();
      });
      const { logged } = await refused();
      await eventually(() => logged().length > 1);
      app.get(LoadShedder).onApplicationShutdown();
      expect(logged()).toMatchObject([
        { msg: 'request', status: 503, reason: 'answer_too_late' },
        { msg: 'request finished after its timeout' },
      ]);
      expect(await counted('answer_too_late')).toBeGreaterThan(0);
    },
  );

  it('of load shedding has the headers of every response', async () => {
    const refuse = jest.spyOn(app.get(LoadShedder) as unknown as { admits(): boolean }, 'admits');
    refuse.mockReturnValue(false);
    const { status, headers } = await client.get('/device/');
    refuse.mockRestore();
    expect(status).toBe(503);
    expect(headers).toMatchObject({
      'retry-after': expect.any(String) as string,
      'x-request-id': expect.any(String) as string,
      ...Object.fromEntries(
        Object.entries(commonHeaders('')).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    });
  });

  it('of a service that is about to stop has its reason in the log', async () => {
    app.get(HealthService).drain();
    const { logged } = await refused('/health/ready');
    // the line of the request itself has the level debug
    expect(logged()).toMatchObject([
      { level: 'warn', msg: 'unavailable', route: '/health/ready', status: 503, reason: 'draining' },
    ]);
  });
});
