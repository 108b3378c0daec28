import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { send, type Reply } from '../../stage/load/client.js';
import { newCustomer, OURS } from '../../stage/fixtures.js';
import { isMachineFit, isMachineQuiet } from '../../stage/findings/machine.js';
import { startService } from '../../stage/service.js';
import { type Service } from '../../../kit/process/service.js';
import { SteadyLoad } from '../../stage/load/steady-load.js';
import { count, most, ms, type Scenario, type Stage } from '../../stage/stage.js';

const RATE = 200;
const MOST_WAIT_MS = 2_000;
const PATHS = ['/api/v1/device/id/van-02', '/api/v1/device/', '/device/van-02/datausage'];

interface Timed extends Reply {
  readonly began: number;
}

/** While a worker died: from the signal until there was no such process any more. */
interface Death {
  readonly from: number;
  readonly to: number;
}

export const killedWorkers: Scenario = {
  name: 'Workers that are killed',
  run: async (stage) => {
    const machine = { isQuiet: await isMachineQuiet(), isFit: await isMachineFit() };
    const service = await startService(stage.databaseUrl, { WEB_CONCURRENCY: '2' });
    const headers = await newCustomer(service.port, OURS);
    await workers(service);
    // a connection for each: what matters is where those go that arrive while a worker dies
    const agent = new Agent({ keepAlive: false });
    const load = new SteadyLoad(RATE, async (_kept, at): Promise<Timed> => {
      const began = performance.now();
      return { ...(await send(service.port, PATHS[at % PATHS.length] ?? '', { headers, agent })), began };
    });
    const deaths: Death[] = [];
    for (let times = stage.isShort ? 5 : 20; times > 0; times--) deaths.push(await killOne(service));
    await wait(500);
    report(stage, await load.end(), deaths, machine);
    await service.stop();
  },
};

/** Both of them, as soon as both answer. */
async function workers(service: Service): Promise<readonly number[]> {
  while (service.stdout.split('"msg":"listening"').length <= 2) await wait(50);
  return service.children;
}

async function killOne(service: Service): Promise<Death> {
  await wait(500 + Math.random() * 200);
  const started = service.stdout.split('"msg":"listening"').length;
  const [first = 0, second = 0] = service.children;
  const victim = Math.random() < 0.5 ? first : second;
  const from = performance.now();
  process.kill(victim, 'SIGKILL');
  while (service.children.includes(victim)) await wait(1);
  const to = performance.now();
  while (service.stdout.split('"msg":"listening"').length === started) await wait(20);
  return { from, to };
}

function report(
  stage: Stage,
  replies: readonly Timed[],
  deaths: readonly Death[],
  { isQuiet, isFit }: { isQuiet: boolean; isFit: boolean },
): void {
  const slowest = most(replies.map((reply) => reply.ms));
  const failed = replies.filter(({ status, isComplete }) => status !== 200 || !isComplete);
  const wasOnItsWay = (reply: Timed): boolean =>
    deaths.some(({ from, to }) => reply.began <= to && reply.began + reply.ms >= from);
  const others = failed.filter((reply) => !wasOnItsWay(reply));
  const [first] = others;
  const title = `A worker killed at ${RATE} requests a second`;
  stage.measured(
    `${title}: no request waits more than ${MOST_WAIT_MS / 1000} s`,
    slowest <= MOST_WAIT_MS,
    `${deaths.length} killed, slowest of ${count(replies.length)} requests ${ms(slowest)}`,
    isFit,
  );
  stage.measured(
    `${title}: only what it was answering fails`,
    others.length === 0,
    `${failed.length} of ${count(replies.length)} failed, ${others.length} of them had not begun before a worker died` +
      (first ? `, one was ${first.status} ${first.failure} ${first.body.slice(0, 100)}` : ''),
    isQuiet,
  );
}
