import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../../stage/load/client.js';
import { newCustomer, OURS } from '../../stage/fixtures.js';
import { load } from '../../../kit/load/load.js';
import type { Orders, Outcome } from '../../../kit/load/load-generator.js';
import { again } from '../../stage/findings/again.js';
import { isMachineQuiet } from '../../stage/findings/machine.js';
import { startService } from '../../stage/service.js';
import { type Service } from '../../../kit/process/service.js';
import { count, most, ms, quantile, type Scenario, type Stage } from '../../stage/stage.js';

const TIMES = [3, 8];
const P99_MS = 1_000;
const LEAST_GOODPUT = 0.6;
const REFUSED_WITHIN_MS = 2_100;
const MOST_MB = 600;
const BACK_TO = 0.75;

/** Heavy enough that this machine can ask for many times of what it can serve. */
const PATHS = [
  '/api/v1/device/datausage/id/van-02',
  '/api/v1/device/id/van-02',
  '/api/v1/device/',
  '/api/v1/device/screentime/id/van-02',
];

/**
 * The generator takes its part of the same processors, in calm as under load: a connection that waits for its answer costs it nothing,
 * so that the load beyond what the connections can carry is counted and not sent.
 */
export const overload: Scenario = {
  name: 'More load than can be served',
  run: async (stage) => {
    const service = await startService(stage.databaseUrl);
    const headers = await newCustomer(service.port, OURS);
    const requests = PATHS.map((path) => ({ path, headers }));
    const calm = { port: service.port, requests, connections: 24, seconds: 3 };
    await load(calm); // warm
    const tried = stage.isShort ? TIMES.slice(0, 1) : TIMES;
    for (const times of tried) await suffer(stage, service, calm, times);
    await service.stop();
  },
};

const rateOf = (outcome: Outcome, seconds: number): number => (outcome.statuses['200'] ?? 0) / seconds;

async function suffer(stage: Stage, service: Service, calm: Orders, times: number): Promise<void> {
  const wasQuiet = await isMachineQuiet();
  const before = rateOf(await load(calm), calm.seconds);
  const seconds = stage.isShort ? 10 : 30;
  const watched = watchHealth(service);
  const outcome = await load({ ...calm, connections: 1_000, rate: Math.round(before * times), seconds });
  const health = await watched();
  // from 3 s after the last request on: late answers took some of them
  await wait(3_000 - (outcome.seconds - seconds) * 1_000);
  const after = rateOf(await load(calm), calm.seconds);
  const underLoad = `Under ${times} times the load`;
  const isQuiet = wasQuiet && (await isMachineQuiet());
  reportServed(stage, underLoad, outcome, { before, after, seconds, isQuiet });
  reportHealth(stage, underLoad, health, isQuiet);
}

function reportServed(
  stage: Stage,
  underLoad: string,
  { sent, unsent, failed, rude, served, refused }: Outcome,
  { before, after, seconds, isQuiet }: { before: number; after: number; seconds: number; isQuiet: boolean },
): void {
  const p99 = quantile(served, 0.99);
  const goodput = served.length / seconds / before;
  stage.measured(
    `${underLoad} at least ${LEAST_GOODPUT} of what can be served is, with a p99 under 1 s`,
    p99 < P99_MS && goodput >= LEAST_GOODPUT,
    `${count(before)}/s sustainable, ${count(served.length / seconds)}/s served (${goodput.toFixed(2)}) with p50 ` +
      `${ms(quantile(served, 0.5))} and p99 ${ms(p99)}; ${count(sent / seconds)}/s sent, ` +
      `${count(unsent / seconds)}/s found every connection waiting`,
    isQuiet,
  );
  stage.measured(
    `${underLoad} what is refused is a 503 with Retry-After within 2.1 s, and nothing fails otherwise`,
    failed === 0 && rude === 0 && refused.length > 0 && most(refused) < REFUSED_WITHIN_MS,
    `${count(refused.length / seconds)}/s refused, p50 ${ms(quantile(refused, 0.5))}, slowest ${ms(most(refused))}; ${failed} failed`,
    isQuiet,
  );
  stage.measured(
    `${underLoad}: full speed within 5 s after it`,
    after >= before * BACK_TO,
    `${count(after)}/s from 3 to 6 s after, ${count(before)}/s before`,
    isQuiet,
  );
}

function reportHealth(
  stage: Stage,
  underLoad: string,
  health: Awaited<ReturnType<ReturnType<typeof watchHealth>>>,
  isQuiet: boolean,
): void {
  const highest = most(health.map(({ memory }) => memory));
  stage.found(`${underLoad} memory stays bounded`, highest < MOST_MB, `${count(highest)} MB at most`);
  const checks = health.flatMap(({ live, ready }) => [live, ready]);
  stage.measured(
    `${underLoad} live and ready answer 200`,
    checks.every(({ status }) => status === 200),
    `${checks.length} checks, slowest ${ms(most(checks.map((reply) => reply.ms)))}`,
    isQuiet,
  );
}

const watchHealth = (service: Service) =>
  again(async () => {
    const live = await send(service.port, '/health/live');
    const ready = await send(service.port, '/health/ready');
    return { live, ready, memory: service.memory };
  }, 200);
