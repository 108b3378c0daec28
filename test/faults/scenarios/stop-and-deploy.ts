import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../kit/process/free-port.js';
import { startProxy } from '../../kit/proxy/proxy.js';
import { BULK, newCustomer, OURS, PATHS } from '../stage/fixtures.js';
import { example, isServed, isUnavailable, send, steadyLoad } from '../stage/requests.js';
import { count, maximum, ms, type Scenario, type Stage } from '../stage/stage.js';

const RATE = 200;

export const stopAndDeploy: Scenario = {
  name: 'Stop and deploy',
  run: async (stage) => {
    await stopAlone(stage);
    await restartInTurn(stage);
  },
};

async function stopAlone(stage: Stage): Promise<void> {
  const service = await stage.start();
  const { port } = service;
  const headers = await newCustomer(port, OURS);
  const expected = (await send(port, BULK, { headers })).bytes.length;
  for (let at = 0; at < 2; at++) await send(port, '/health/ready'); // A proxy checks the readiness too
  const running = steadyLoad(RATE, port, PATHS, headers);
  await wait(1_000);
  const bulk = send(port, BULK, { headers });
  await wait(200);
  const began = performance.now();
  const stopped = service.stop('SIGTERM');
  await wait(100);
  const replies = await running.end();
  const late = await send(port, PATHS[0]!, { headers });
  let ready = await send(port, '/health/ready');
  for (let at = 1; at < 3; at++) ready = await send(port, '/health/ready');
  const status = await stopped;
  const elapsedMs = performance.now() - began;
  const { isComplete, bytes } = await bulk;
  stage.record(
    'SIGTERM: /health/ready turns 503 immediately, and later responses have Connection: close',
    isUnavailable(ready) && late.status === 200 && late.headers.connection === 'close',
    `ready ${ready.status}, others ${late.status} with Connection: ${late.headers.connection ?? 'none'}`,
  );
  const failed = replies.filter((reply) => !isServed(reply));
  stage.record(
    `SIGTERM at ${RATE} requests/s: running responses finish, also a long one`,
    failed.length === 0 && status === 0 && isComplete && bytes.length === expected,
    `${failed.length} of ${count(replies.length)} failed, ${count(bytes.length)} of ${count(expected)} bytes of the long one received, ` +
      `exit status ${status ?? 'none'} after ${ms(elapsedMs)}`,
  );
}

async function restartInTurn(stage: Stage): Promise<void> {
  const ports = [await freePort(), await freePort()];
  const instances = await Promise.all(ports.map((port) => stage.start({}, port)));
  const proxy = await startProxy(ports);
  const headers = await newCustomer(ports[0]!, OURS);
  const running = steadyLoad(RATE, proxy.port, PATHS, headers);
  const restarts = stage.isShort ? 2 : 6;
  const durations: number[] = [];
  for (let restart = 0; restart < restarts; restart++) {
    await wait(2_000); // HAProxy has to find the new instance ready
    const began = performance.now();
    await instances[restart % 2]!.stop('SIGTERM');
    durations.push(performance.now() - began);
    instances[restart % 2] = await stage.start({}, ports[restart % 2]);
  }
  await wait(1_000);
  const replies = await running.end();
  await proxy.stop();
  const failed = replies.filter((reply) => !isServed(reply));
  stage.recordOnIdleMachine(
    `Two instances restarted in turn behind HAProxy at ${RATE} requests/s: no request fails`,
    failed.length === 0,
    `${failed.length} of ${count(replies.length)} failed in ${restarts} restarts, slowest stop ${ms(maximum(durations))}${example(failed)}`,
  );
}
