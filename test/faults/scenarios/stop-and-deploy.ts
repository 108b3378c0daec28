import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isUnavailable, send, steadyLoad, type Reply } from '../stage/requests.js';
import { newCustomer, OURS } from '../stage/fixtures.js';
import { startProxy } from '../../kit/proxy/proxy.js';
import { type Service } from '../../kit/process/service.js';
import { count, most, ms, startService, type Scenario, type Stage } from '../stage/stage.js';
import { freePort } from '../../kit/process/free-port.js';

const RATE = 200;
const PATHS = ['/api/v1/device/id/van-02', '/api/v1/device/', '/device/van-02/datausage'];
const BULK = '/api/v1/device-location/bulk?startdate=2025-01-01&enddate=2025-01-31';

export const stopAndDeploy: Scenario = {
  name: 'Stop and deploy',
  run: async (stage) => {
    await stopAlone(stage);
    await takeTurns(stage);
  },
};

/** One process, asked directly: what it has begun is finished, and those who watch are told. */
async function stopAlone(stage: Stage): Promise<void> {
  const service = await startService(stage.databaseUrl);
  const headers = await newCustomer(service.port, OURS);
  const expected = await send(service.port, BULK, { headers });
  for (let at = 0; at < 2; at++) await send(service.port, '/health/ready'); // somebody watches
  const bulk = readSlowly(service.port, headers);
  const running = steadyLoad(RATE, service.port, PATHS, headers);
  await wait(1_000);
  const stopped = service.stop('SIGTERM');
  const began = performance.now();
  await wait(100);
  const replies = await running.end();
  const late = await send(service.port, PATHS[0] ?? '', { headers });
  let ready = await send(service.port, '/health/ready');
  for (let at = 1; at < 3; at++) ready = await send(service.port, '/health/ready');
  const status = await stopped;
  const took = performance.now() - began;
  const length = await bulk;
  stage.found(
    'SIGTERM: readiness turns off at once, and what still comes is answered with Connection: close',
    isUnavailable(ready) && late.status === 200 && late.headers.connection === 'close',
    `ready ${ready.status}, others ${late.status} with Connection: ${late.headers.connection ?? 'none'}`,
  );
  const failed = replies.filter((reply) => reply.status !== 200 || !reply.isComplete);
  stage.found(
    `SIGTERM at ${RATE} requests a second: running answers finish, a long one too`,
    failed.length === 0 && status === 0 && length === expected.body.length,
    `${failed.length} of ${count(replies.length)} failed, ${count(length)} of ${count(expected.body.length)} bytes of the long one came, ` +
      `exit status ${status ?? 'none'} after ${ms(took)}`,
  );
}

/** Resolves with the number of bytes of the complete answer, read at a pace that lasts; -1 where it broke off. */
function readSlowly(port: number, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port, path: BULK, headers }, (incoming) => {
      let length = 0;
      incoming.on('data', (piece: Buffer) => {
        length += piece.length;
        incoming.pause();
        setTimeout(() => incoming.resume(), 5);
      });
      incoming.on('error', () => resolve(-1));
      incoming.on('end', () => resolve(incoming.complete ? length : -1));
    });
    outgoing.on('error', () => resolve(-1));
    outgoing.end();
  });
}

/** Two instances behind HAProxy; each is stopped and started while the other serves, over and over. */
async function takeTurns(stage: Stage): Promise<void> {
  const ports = [await freePort(), await freePort()];
  const start = (port: number): Promise<Service> => startService(stage.databaseUrl, {}, port);
  const instances = await Promise.all(ports.map(start));
  const proxy = await startProxy(ports);
  const headers = await newCustomer(ports[0] ?? 0, OURS);
  const running = steadyLoad(RATE, proxy.port, PATHS, headers);
  const turns = stage.isShort ? 2 : 6;
  const took: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    await wait(2_000); // as a deployment does: the proxy has to find the new instance ready
    const at = turn % 2;
    const began = performance.now();
    await instances[at]?.stop('SIGTERM');
    took.push(performance.now() - began);
    instances[at] = await start(ports[at] ?? 0);
  }
  await wait(1_000);
  const replies = await running.end();
  await proxy.stop();
  for (const instance of instances) await instance.stop();
  reportTurns(stage, replies, { turns, took });
}

function reportTurns(
  stage: Stage,
  replies: readonly Reply[],
  { turns, took }: { turns: number; took: readonly number[] },
): void {
  const failed = replies.filter((reply) => reply.status !== 200 || !reply.isComplete);
  const [first] = failed;
  stage.measured(
    'Two instances taking turns behind HAProxy at 200 requests a second: no request fails',
    failed.length === 0,
    `${failed.length} of ${count(replies.length)} failed in ${turns} turns, slowest stop ${ms(most(took))}` +
      (first ? `, one was ${first.status} ${first.failure} ${first.body.slice(0, 100)}` : ''),
  );
}
