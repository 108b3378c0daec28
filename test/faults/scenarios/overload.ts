import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../stage/client.js';
import { customer, makeKey, OURS } from '../stage/fixtures.js';
import { load } from '../stage/load.js';
import type { Outcome } from '../stage/load-generator.js';
import { isMachineQuiet } from '../stage/quiet.js';
import { Service } from '../stage/service.js';
import { count, most, ms, quantile, type Scenario, type Stage } from '../stage/stage.js';

const TIMES = 10;
const P99_MS = 1_000;
const MOST_MB = 600;
const BACK_TO = 0.75;

/** Heavy enough that this machine can ask for ten times of what it can serve. */
const PATHS = [
  '/api/v1/device/datausage/id/van-02',
  '/api/v1/device/id/van-02',
  '/api/v1/device/',
  '/api/v1/device/screentime/id/van-02',
];

export const overload: Scenario = {
  name: 'Ten times the load',
  run: async (stage) => {
    const service = await Service.start(stage.databaseUrl);
    const { key } = await makeKey(service.port, OURS);
    const orders = { port: service.port, paths: PATHS, headers: customer(key, OURS) };
    const isQuiet = await isMachineQuiet();
    const calm = { ...orders, connections: 24, rate: 0, seconds: 2 };
    await load(calm); // warm
    const before = rateOf(await load({ ...calm, seconds: 3 }), 3);
    const seconds = stage.isShort ? 10 : 60;
    const watch = watchHealth(service);
    const outcome = await load({ ...orders, connections: 1_000, rate: Math.round(before * TIMES), seconds });
    const { highest, live } = await watch.end();
    // the generator has waited 2.5 s for late answers
    await wait(500);
    const after = rateOf(await load(calm), 2);
    report(stage, outcome, { before, after, seconds, isQuiet: isQuiet && (await isMachineQuiet()) });
    stage.found(
      'Under ten times the load memory stays bounded',
      highest < MOST_MB,
      `${count(highest)} MB at most`,
    );
    stage.found(
      'Under ten times the load live answers 200',
      live.every(({ status }) => status === 200),
      `${live.length} checks, slowest ${ms(most(live.map((reply) => reply.ms)))}`,
    );
    await service.stop();
  },
};

const rateOf = (outcome: Outcome, seconds: number): number => (outcome.statuses['200'] ?? 0) / seconds;

function report(
  stage: Stage,
  { sent, unsent, failed, rude, served, refused }: Outcome,
  { before, after, seconds, isQuiet }: { before: number; after: number; seconds: number; isQuiet: boolean },
): void {
  const p99 = quantile(served, 0.99);
  stage.measured(
    'Under ten times the load what is accepted keeps a p99 under 1 s',
    p99 < P99_MS && served.length > 100,
    `${count(before)}/s sustainable, ${count(sent / seconds)}/s sent (${(sent / seconds / before).toFixed(1)} times), ` +
      `${count(served.length / seconds)}/s accepted with p50 ${ms(quantile(served, 0.5))} and p99 ${ms(p99)}` +
      (unsent ? `, ${count(unsent)} could not be sent` : ''),
    isQuiet,
  );
  stage.found(
    'What is refused is a 503 with Retry-After at once, and nothing fails otherwise',
    failed === 0 && rude === 0 && refused.length > 0,
    `${count(refused.length / seconds)}/s refused, p50 ${ms(quantile(refused, 0.5))}, p99 ${ms(quantile(refused, 0.99))}; ${failed} failed`,
  );
  stage.measured(
    'Full speed within 5 s after it',
    after >= before * BACK_TO,
    `${count(after)}/s from 3 to 5 s after, ${count(before)}/s before`,
    isQuiet,
  );
}

function watchHealth(service: Service): {
  end(): Promise<{ highest: number; live: Awaited<ReturnType<typeof send>>[] }>;
} {
  const live: Awaited<ReturnType<typeof send>>[] = [];
  let [highest, isOver] = [0, false];
  const watching = (async () => {
    while (!isOver) {
      live.push(await send(service.port, '/health/live'));
      highest = Math.max(highest, service.memory);
      await wait(200);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await watching;
      return { highest, live };
    },
  };
}
