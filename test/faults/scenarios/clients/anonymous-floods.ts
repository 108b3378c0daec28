import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../../stage/load/client.js';
import { newCustomer, OURS } from '../../stage/fixtures.js';
import { isMachineQuiet } from '../../stage/findings/machine.js';
import { startService } from '../../stage/service.js';
import { type Service } from '../../../kit/process/service.js';
import { load } from '../../../kit/load/load.js';
import { steadyLoad } from '../../stage/load/steady-load.js';
import { count, most, ms, quantile, type Scenario, type Stage } from '../../stage/stage.js';

const DEVICE = '/api/v1/device/id/van-02';
/** The largest answer that nobody needs a key for. */
const DOCUMENT = '/internal/docs/openapi.yaml';
/** What costs its sender nothing. */
const FLOODS = [
  { what: 'ask for a document', path: DOCUMENT },
  { what: 'ask for the page of the portal', path: '/portal/' },
  { what: 'ask whether it is ready', path: '/health/ready' },
  { what: 'have no key', path: DEVICE },
  { what: 'ask for what is nowhere', path: '/nowhere' },
];
const CONNECTIONS = 30;
const FLOOD_SECONDS = 8;
const REST_MS = 30_000;
const P99_MS = 100;
const MOST_GROWTH_MB = 60;
const GOOD_RATE = 50;
/** More than 4 kB of requests, which is one packet or three. */
const PIPELINED = 100;

/** What costs its sender a few bytes must not cost others their answers. */
export const anonymousFloods: Scenario = {
  name: 'Floods without a key',
  isOnlyFull: true, // for a few seconds alone its p99 says more of the machine
  run: async (stage) => {
    const service = await startService(stage.databaseUrl);
    const headers = await newCustomer(service.port, OURS);
    const requests = [{ path: DEVICE, headers }];
    await load({ port: service.port, requests, connections: 8, rate: 1_000, seconds: 5 });
    const before = service.memory;
    for (const asked of FLOODS) await flood(stage, service, headers, asked);
    await rest(stage, service, before);
    await pipeline(stage, service);
    await service.stop();
  },
};

async function flood(
  stage: Stage,
  { port }: Service,
  headers: Record<string, string>,
  { what, path }: (typeof FLOODS)[number],
): Promise<void> {
  const isQuiet = await isMachineQuiet();
  const good = steadyLoad(GOOD_RATE, port, [DEVICE], headers);
  const requests = [{ path, headers: {} }];
  const { sent } = await load({ port, requests, connections: CONNECTIONS, seconds: FLOOD_SECONDS });
  const replies = await good.end();
  const times = replies.map((reply) => reply.ms);
  const p99 = quantile(times, 0.99);
  const unserved = replies.filter(({ status }) => status !== 200).length;
  stage.measured(
    `${CONNECTIONS} connections that ${what}, as fast as they can, leave others a p99 under ${P99_MS} ms`,
    p99 < P99_MS && unserved === 0,
    `p99 ${ms(p99)}, slowest ${ms(most(times))} of ${count(times.length)} requests, ${unserved} not served; ` +
      `${count(sent / FLOOD_SECONDS)} such requests a second`,
    isQuiet,
  );
}

async function rest(stage: Stage, service: Service, before: number): Promise<void> {
  await wait(REST_MS);
  const grown = service.memory - before;
  stage.found(
    `After it memory is within ${MOST_GROWTH_MB} MB of what it was after 5,000 ordinary requests`,
    grown < MOST_GROWTH_MB,
    `${count(before)} MB before, ${count(before + grown)} MB after`,
  );
}

/** So many requests in one piece on one connection, and who asks for health meanwhile. */
async function pipeline(stage: Stage, { port }: Service): Promise<void> {
  const isQuiet = await isMachineQuiet();
  const socket = connect(port, '127.0.0.1').resume();
  await once(socket, 'connect');
  const health = steadyLoad(GOOD_RATE, port, ['/health/live'], {});
  socket.write(`GET ${DOCUMENT} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(PIPELINED));
  await wait(2_000);
  const slowest = most((await health.end()).map((reply) => reply.ms));
  socket.destroy();
  const still = await send(port, '/health/live');
  stage.measured(
    `${PIPELINED} requests pipelined on one connection keep health from nobody`,
    slowest < P99_MS && still.status === 200,
    `slowest of the checks meanwhile ${ms(slowest)}`,
    isQuiet,
  );
}
