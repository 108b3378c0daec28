import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { load, type LoadOptions, type LoadOutcome } from '../../kit/load/load-generator.js';
import type { Service } from '../../kit/process/service.js';
import { DEVICE, newCustomer, OURS, type Headers } from '../stage/fixtures.js';
import { repeatUntilStopped, send, steadyLoad } from '../stage/requests.js';
import { count, maximum, ms, quantile, type Scenario, type Stage } from '../stage/stage.js';

const P99_MS = 1_000;
const MIN_GOODPUT = 0.6;
const REFUSED_WITHIN_MS = 2_100;
const MAX_MB = 600;
const BACK_TO = 0.75;

/** Slow enough that the load generator can exceed the capacity of the service many times. */
const SLOW_PATHS = ['datausage/id/van-02', 'id/van-02', '', 'screentime/id/van-02'];

const DOCUMENT = '/internal/docs/openapi.yaml';
const FLOODS = {
  'a document': DOCUMENT,
  'the page of the portal': '/portal/',
  '/health/ready': '/health/ready',
  'the API without a key': DEVICE,
  'unknown paths': '/nowhere',
};
const CONNECTIONS = 30;
const FLOOD_SECONDS = 8;
const REST_MS = 30_000;
const OTHERS_P99_MS = 100;
const MAX_GROWTH_MB = 60;
const GOOD_RATE = 50;
const PIPELINED = 100;

/** The load generator shares the CPUs. Load beyond the capacity of its connections is counted and not sent. */
export const overload: Scenario = {
  name: 'Overload',
  run: async (stage) => {
    const service = await stage.start();
    const headers = await newCustomer(service.port, OURS);
    const requests = SLOW_PATHS.map((path) => ({ path: `/api/v1/device/${path}`, headers }));
    const baseline = { port: service.port, requests, connections: 24, seconds: 3 };
    await load(baseline); // Warms up the service
    for (const times of stage.isShort ? [3] : [3, 8]) await exceed(stage, service, baseline, times);
    if (!stage.isShort) await floods(stage, headers); // In a short run the p99 depends on the machine
  },
};

const rateOf = (outcome: LoadOutcome, seconds: number): number => (outcome.statuses['200'] ?? 0) / seconds;

async function exceed(stage: Stage, service: Service, baseline: LoadOptions, times: number): Promise<void> {
  const { port } = service;
  const before = rateOf(await load(baseline), baseline.seconds);
  const seconds = stage.isShort ? 10 : 30;
  const stopChecks = repeatUntilStopped(async () => {
    const checks = [await send(port, '/health/live'), await send(port, '/health/ready')];
    return { checks, memoryMb: service.memoryMb };
  }, 200);
  const options = { ...baseline, connections: 1_000, rate: Math.round(before * times), seconds };
  const { sent, unsent, failed, withoutRetryAfter, served, refused, ...outcome } = await load(options);
  const health = await stopChecks();
  // Starts 3 s after the last request. Late responses took some of that time
  await wait(3_000 - (outcome.seconds - seconds) * 1_000);
  const after = rateOf(await load(baseline), baseline.seconds);
  const underLoad = `At ${times} times the sustainable load`;
  const p99 = quantile(served, 0.99);
  const goodput = served.length / seconds / before;
  stage.recordOnIdleMachine(
    `${underLoad}: at least ${MIN_GOODPUT} of the sustainable rate is served, with a p99 under 1 s`,
    p99 < P99_MS && goodput >= MIN_GOODPUT,
    `${count(before)}/s sustainable, ${count(served.length / seconds)}/s served (${goodput.toFixed(2)}) with p50 ` +
      `${ms(quantile(served, 0.5))} and p99 ${ms(p99)}; ${count(sent / seconds)}/s sent, ` +
      `${count(unsent / seconds)}/s not sent, because every connection was waiting`,
  );
  stage.recordOnIdleMachine(
    `${underLoad}: rejected requests get 503 with Retry-After within 2.1 s, and no other request fails`,
    failed === 0 && withoutRetryAfter === 0 && refused.length > 0 && maximum(refused) < REFUSED_WITHIN_MS,
    `${count(refused.length / seconds)}/s rejected, p50 ${ms(quantile(refused, 0.5))}, slowest ${ms(maximum(refused))}; ${failed} failed`,
  );
  stage.recordOnIdleMachine(
    `${underLoad}: full rate within 5 s after it`,
    after >= before * BACK_TO,
    `${count(after)}/s from 3 to 6 s after, ${count(before)}/s before`,
  );
  const highest = maximum(health.map(({ memoryMb }) => memoryMb));
  stage.record(`${underLoad}: memory under ${MAX_MB} MB`, highest < MAX_MB, `${count(highest)} MB at most`);
  const checks = health.flatMap((state) => state.checks);
  stage.recordOnIdleMachine(
    `${underLoad}: /health/live and /health/ready return 200`,
    checks.every(({ status }) => status === 200),
    `${checks.length} checks, slowest ${ms(maximum(checks.map((reply) => reply.ms)))}`,
  );
}

async function floods(stage: Stage, headers: Headers): Promise<void> {
  const service = await stage.start();
  const { port } = service;
  await load({ port, requests: [{ path: DEVICE, headers }], connections: 8, rate: 1_000, seconds: 5 });
  // the first request for a document creates it, which stops the process for up to 0.3 s
  for (const path of Object.values(FLOODS)) await send(port, path);
  const before = service.memoryMb;
  for (const [target, path] of Object.entries(FLOODS)) await flood(stage, port, headers, target, path);
  await wait(REST_MS);
  stage.record(
    `After the floods: memory at most ${MAX_GROWTH_MB} MB above that after 5,000 ordinary requests and one for each of these paths`,
    service.memoryMb - before < MAX_GROWTH_MB,
    `${count(before)} MB before, ${count(service.memoryMb)} MB after`,
  );
  await pipeline(stage, port);
}

/** Requests without a key must not cost other clients their responses. */
async function flood(stage: Stage, port: number, headers: Headers, target: string, path: string) {
  const good = steadyLoad(GOOD_RATE, port, [DEVICE], headers);
  const requests = [{ path, headers: {} }];
  const { sent } = await load({ port, requests, connections: CONNECTIONS, seconds: FLOOD_SECONDS });
  const replies = await good.end();
  const times = replies.map((reply) => reply.ms);
  const p99 = quantile(times, 0.99);
  const unserved = replies.filter(({ status }) => status !== 200).length;
  stage.recordOnIdleMachine(
    `${CONNECTIONS} connections that flood ${target}: p99 of other clients under ${OTHERS_P99_MS} ms`,
    p99 < OTHERS_P99_MS && unserved === 0,
    `p99 ${ms(p99)}, slowest ${ms(maximum(times))} of ${count(times.length)} requests, ${unserved} not served; ` +
      `${count(sent / FLOOD_SECONDS)} such requests/s`,
  );
}

async function pipeline(stage: Stage, port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').resume();
  await once(socket, 'connect');
  const health = steadyLoad(GOOD_RATE, port, ['/health/live'], {});
  socket.write(`GET ${DOCUMENT} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(PIPELINED));
  await wait(2_000);
  const checks = await health.end();
  socket.destroy();
  const slowest = maximum(checks.map((reply) => reply.ms));
  stage.recordOnIdleMachine(
    `${PIPELINED} requests pipelined on one connection: health checks under ${OTHERS_P99_MS} ms`,
    slowest < OTHERS_P99_MS && checks.every(({ status }) => status === 200),
    `slowest check ${ms(slowest)}`,
  );
}
