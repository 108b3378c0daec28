import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../../kit/process/service.js';
import { newCustomer, OURS, PATHS } from '../stage/fixtures.js';
import { example, isServed, send, SteadyLoad, type Reply } from '../stage/requests.js';
import { count, maximum, ms, type Scenario } from '../stage/stage.js';

const RATE = 200;
const MAX_WAIT_MS = 2_000;
const TITLE = `A worker killed at ${RATE} requests/s`;

interface Timed extends Reply {
  readonly began: number;
}

interface Death {
  readonly from: number;
  readonly to: number;
}

export const killedWorkers: Scenario = {
  name: 'Killed workers',
  run: async (stage) => {
    const service = await stage.start({ WEB_CONCURRENCY: '2' });
    const headers = await newCustomer(service.port, OURS);
    while (starts(service) < 2) await wait(50);
    // One connection for each request: those that arrive while a worker dies must reach the other worker
    const agent = new Agent({ keepAlive: false });
    const load = new SteadyLoad(RATE, async (_kept, at): Promise<Timed> => {
      const began = performance.now();
      return { ...(await send(service.port, PATHS[at % PATHS.length]!, { headers, agent })), began };
    });
    const deaths: Death[] = [];
    for (let times = stage.isShort ? 5 : 20; times > 0; times--) deaths.push(await killOne(service));
    await wait(500);
    const replies = await load.end();
    const slowest = maximum(replies.map((reply) => reply.ms));
    const failed = replies.filter((reply) => !isServed(reply));
    const isHit = ({ began, ms: duration }: Timed): boolean =>
      deaths.some(({ from, to }) => began <= to && began + duration >= from);
    const others = failed.filter((reply) => !isHit(reply));
    stage.recordTiming(
      `${TITLE}: no request waits more than ${MAX_WAIT_MS / 1000} s`,
      slowest <= MAX_WAIT_MS,
      `${deaths.length} killed, slowest of ${count(replies.length)} requests ${ms(slowest)}`,
    );
    stage.recordOnIdleMachine(
      `${TITLE}: only the requests that it was serving fail`,
      others.length === 0,
      `${failed.length} of ${count(replies.length)} failed, ${others.length} of them while no worker died${example(others)}`,
    );
  },
};

const starts = (service: Service): number => service.stdout.split('"msg":"listening"').length - 1;

async function killOne(service: Service): Promise<Death> {
  await wait(500 + Math.random() * 200);
  const before = starts(service);
  const victim = service.children[Math.random() < 0.5 ? 0 : 1]!;
  const from = performance.now();
  process.kill(victim, 'SIGKILL');
  while (service.children.includes(victim)) await wait(1);
  const to = performance.now();
  while (starts(service) === before) await wait(20);
  return { from, to };
}
