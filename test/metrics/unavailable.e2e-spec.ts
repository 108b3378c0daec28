import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable } from '../../src/database/rows/row-reader.js';
import { HealthService } from '../../src/modules/operations/health.service.js';
import { InFlightRequests } from '../../src/overload/in-flight-requests.js';
import { aFleet } from '../kit/app/app-with.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { wrapNodes } from '../kit/database/wrapped-nodes.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { figuresOf } from './figures.js';

type Line = Record<string, unknown>;

const USAGE = `/device/${DEVICE_ID}/datausage`;

let app: TestApp;
let client: ApiClient;
let lines: Line[];
let requests = 0;
let restore: () => void = () => undefined;

beforeAll(async () => {
  const log = { write: (line: string) => lines.push(JSON.parse(line) as Line) };
  lines = [];
  app = await createTestApp({ LOG_LEVEL: 'info' }, log);
  await app.load(aFleet());
  client = await app.customer(ENTERPRISE_ID);
});
afterEach(() => restore());
afterAll(() => app.close());

/** From now on the database does this when rows are to be streamed. */
function streamAs(stream: () => Promise<void>): void {
  restore = wrapNodes(app, (node) => ({ rows: (query) => node.rows(query), stream }));
}

const counted = async (reason: string): Promise<number> =>
  (await figuresOf(app)).get(`http_unavailable_total{reason="${reason}"}`) ?? 0;

/** What the log says of the one request. */
const saidOf = (id: string): Line[] => lines.filter(({ request_id: requestId }) => requestId === id);

async function refused(id: string, path = USAGE): Promise<string> {
  const answer = await client.with({ 'x-request-id': id }).get(path);
  expect(answer.status).toBe(503);
  await wait(20); // the line is written when the connection has taken the answer
  return answer.body;
}

it.each([
  'no_connection_in_time',
  'no_answer_in_time',
  'database_trouble',
  'log_held_back',
  'too_many_long_answers',
] as const)(
  'names %s in the lines of the request and in the metrics, and not in the answer',
  async (reason) => {
    const id = `reason-${++requests}`;
    const before = await counted(reason);
    streamAs(() => Promise.reject(new DatabaseUnavailable(reason)));
    const body = await refused(id);
    expect(body).not.toContain(reason);
    expect(saidOf(id)).toEqual([
      expect.objectContaining({ msg: 'unavailable', status: 503, reason }),
      expect.objectContaining({ msg: 'request', status: 503, reason }),
    ]);
    expect(await counted(reason)).toBe(before + 1);
  },
);

it.each([
  ['failed', () => Promise.reject(new DatabaseUnavailable('too_many_long_answers'))],
  ['was there', () => Promise.resolve()],
])('names what took too long, and what came of it when it %s', async (_how, end) => {
  app.part(InFlightRequests).onApplicationBootstrap(); // the tests' services are not watched otherwise
  streamAs(async () => {
    await wait(2_400);
    await end();
  });
  const id = `late-${_how.replace(' ', '-')}`;
  await refused(id);
  await wait(1_000);
  app.part(InFlightRequests).onApplicationShutdown();
  expect(saidOf(id)).toEqual([
    expect.objectContaining({ msg: 'request', status: 503, reason: 'answer_too_late' }),
    expect.objectContaining({ msg: 'came too late' }),
  ]);
  expect(await counted('answer_too_late')).toBeGreaterThan(0);
});

it('names a service that is about to stop', async () => {
  app.part(HealthService).drain();
  await refused('to-stop', '/health/ready');
  expect(saidOf('to-stop')).toContainEqual(expect.objectContaining({ status: 503, reason: 'draining' }));
});
