import { createServer, get, Agent, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../observability/logger.js';
import { DownloadSlots } from '../streaming/download-slots.js';
import { Metrics } from '../metrics/metrics.js';
import { shedLoad } from './shed-load.js';
import { InFlightRequests } from './in-flight-requests.js';

/** More than a fresh process takes on. */
const TOO_MANY = 500;

let server: Server;
let inFlight: InFlightRequests;
let agent: Agent;
let metrics: Metrics;
let lines: string[];

const neverAnswers: RequestListener = (request) => {
  Object.assign(request, { originalUrl: request.url, context: { requestId: 'one-of-many' } });
};

beforeEach(async () => {
  lines = [];
  metrics = new Metrics();
  const logger = createLogger('warn', false, { write: (line) => lines.push(line) });
  inFlight = new InFlightRequests(metrics, new DownloadSlots(1), logger);
  server = createServer(neverAnswers);
  shedLoad(server, inFlight, {
    basePath: '',
    bulkPaths: new Set(['/api/v1/device-location/bulk']),
    headers: [],
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  inFlight.onApplicationBootstrap();
  agent = new Agent();
});

afterEach(() => {
  agent.destroy();
  inFlight.onApplicationShutdown();
  server.close();
});

/** How long each of so many requests at once waited for its 503, in milliseconds, the shortest first. */
async function waits(requests: number, path: string): Promise<number[]> {
  const { port } = server.address() as AddressInfo;
  const one = () =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now();
      get({ agent, port, path, host: '127.0.0.1' }, (response) => {
        if (response.statusCode !== 503) reject(new Error(`Status ${response.statusCode}`));
        response.resume().on('end', () => resolve(performance.now() - began));
      }).on('error', reject);
    });
  const all = await Promise.all(Array.from({ length: requests }, one));
  return all.sort((shorter, longer) => shorter - longer);
}

it('tells who waits for 1.8 s to come back later', async () => {
  const [shortest = 0] = await waits(20, '/api/v1/device/id/van-01');
  expect(shortest).toBeGreaterThan(1_700);
});

it('has nobody wait so long while others are refused', async () => {
  const all = await waits(TOO_MANY, '/api/v1/device/id/van-01');
  expect(all.at(-1)).toBeLessThan(1_700);
});

it('takes its time over a refusal, so that who repeats it at once does not keep the service busy', async () => {
  const taken = waits(TOO_MANY, '/api/v1/device/id/van-01');
  const [shortest = 0] = await waits(50, '/api/v1/device/id/van-02');
  expect(shortest).toBeGreaterThan(990);
  await taken;
});

it('lets long results have their time meanwhile', async () => {
  const bulk = waits(10, '/api/v1/device-location/bulk');
  const all = waits(TOO_MANY, '/api/v1/device/id/van-01');
  expect((await bulk)[0]).toBeGreaterThan(1_700);
  expect((await all).at(-1)).toBeLessThan(1_700);
});

it('names the reason of what it refuses, in the log up to a number of lines, and in the metrics', async () => {
  await waits(2 * TOO_MANY, '/api/v1/device');
  const refusals = lines.filter((line) => line.includes('"msg":"refused"'));
  expect(JSON.parse(refusals[0] ?? '')).toMatchObject({
    request_id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    method: 'GET',
    status: 503,
    reason: 'too_much_to_do',
  });
  const counted = await metrics.unavailable.get();
  const all = counted.values.find(({ labels }) => labels.reason === 'too_much_to_do')?.value ?? 0;
  expect(refusals.length).toBe(Math.min(all, TOO_MANY));
});
