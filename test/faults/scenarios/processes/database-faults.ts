import { setTimeout as wait } from 'node:timers/promises';
import { createPool } from 'mysql2/promise';
import { Crowd } from '../../stage/load/crowd.js';
import { send, isUnavailable, type Reply } from '../../stage/load/client.js';
import { admin, customer, makeKey, manage, OURS, type Key } from '../../stage/fixtures.js';
import { startService } from '../../stage/service.js';
import { type Service } from '../../../kit/process/service.js';
import { count, most, ms, type Scenario, type Stage } from '../../stage/stage.js';

const ANSWER_WITHIN_MS = 2_100;
const BACK_WITHIN_MS = 2_000;
const ROUND_EVERY_MS = 200;

interface Fault {
  readonly name: string;
  /** Whether the database as a whole is away, and not only what a request needs of it. */
  readonly isTotal: boolean;
  begin(): Promise<void> | void;
  /** Resolves at the moment from which the database can serve again. */
  end(): Promise<void> | void;
}

export const databaseFaults: Scenario = {
  name: 'Database faults',
  run: async (stage) => {
    const service = await startService(stage.databaseUrl);
    const key = await makeKey(service.port, OURS);
    const spare = await makeKey(service.port, OURS);
    for (const fault of faults(stage))
      await suffer(stage, service, fault, () => askEverything(service.port, key, spare));
    const { isRunning, complaints } = service;
    stage.found(
      'No restart, no unhandled rejection and no error in the log in all these faults',
      isRunning && complaints.length === 0,
      isRunning
        ? `${complaints.length} complaints${complaints[0] ? `: ${complaints[0].slice(0, 300)}` : ''}`
        : 'the process ended',
    );
    await service.stop();
  },
};

function faults({ server, databaseUrl }: Stage): Fault[] {
  const { pathname } = new URL(databaseUrl);
  const crowd = new Crowd(databaseUrl, server.url());
  const locked = createPool({ uri: server.url(pathname.slice(1)), connectionLimit: 1 });
  return [
    { name: 'stopped', isTotal: true, begin: () => server.stop(), end: () => server.start() },
    { name: 'killed', isTotal: true, begin: () => server.stop('SIGKILL'), end: () => server.start() },
    { name: 'frozen', isTotal: true, begin: () => server.freeze(), end: () => server.thaw() },
    { name: 'out of connections', isTotal: true, begin: () => crowd.gather(), end: () => crowd.leave() },
    {
      name: 'blocked by a lock on every table',
      isTotal: false,
      begin: async () => {
        await locked.query('LOCK TABLES api_keys WRITE, devices WRITE, enterprises WRITE');
      },
      end: async () => {
        await locked.query('UNLOCK TABLES');
        await locked.end();
      },
    },
  ];
}

/** Something of every kind: reads of each form, administration that reads, administration that writes. */
function askEverything(port: number, { key }: Key, spare: Key): Promise<Reply>[] {
  const reads = [
    '/api/v1/device/',
    '/api/v1/device/id/van-02',
    '/api/v1/device/datausage/id/van-02',
    '/api/v1/device/screentime/id/van-02',
    '/api/v1/device-location/bulk?startdate=2025-01-01&enddate=2025-01-02',
  ];
  return [
    ...reads.map((path) => send(port, path, { headers: customer(key, OURS) })),
    manage(port, 'GET', ''),
    manage(port, 'POST', `/${spare.id}/regenerate`),
    send(port, '/internal/v1/settings', { headers: admin(OURS) }),
    send(port, '/internal/v1/audit-events', { headers: admin(OURS) }),
  ];
}

async function suffer(
  stage: Stage,
  service: Service,
  fault: Fault,
  ask: () => Promise<Reply>[],
): Promise<void> {
  await fault.begin();
  const asked: Promise<Reply>[] = [];
  const health: Promise<[Reply, Reply]>[] = [];
  const until = performance.now() + (stage.isShort ? 1_500 : 8_000);
  while (performance.now() < until) {
    asked.push(...ask());
    health.push(Promise.all([send(service.port, '/health/live'), send(service.port, '/health/ready')]));
    await wait(ROUND_EVERY_MS);
  }
  const replies = await Promise.all(asked);
  const states = await Promise.all(health);
  await fault.end();
  const back = await timeToFullService(ask);
  report(stage, fault, replies, states, back);
}

/** Milliseconds until a whole round is served. */
async function timeToFullService(ask: () => Promise<Reply>[]): Promise<number> {
  const began = performance.now();
  for (;;) {
    const round = await Promise.all(ask());
    if (round.every(({ status }) => status === 200)) return performance.now() - began;
    if (performance.now() - began > 15_000) return Infinity;
    await wait(20);
  }
}

function report(
  stage: Stage,
  { name, isTotal }: Fault,
  replies: Reply[],
  states: [Reply, Reply][],
  back: number,
): void {
  const slowest = most(replies.map((reply) => reply.ms));
  const other = replies.find((reply) => !isUnavailable(reply));
  stage.found(
    `Database ${name}: every request is a 503 problem with Retry-After within 2.1 s`,
    other === undefined && slowest <= ANSWER_WITHIN_MS,
    `${count(replies.length)} requests, slowest ${ms(slowest)}` +
      (other ? `, one was ${other.status} ${other.failure}${other.body.slice(0, 200)}` : ''),
  );
  const right = states.filter(
    ([live, ready]) => live.status === 200 && live.ms < 500 && isUnavailable(ready) === isTotal,
  );
  stage.found(
    `Database ${name}: live stays 200, ready ${isTotal ? 'turns 503' : 'too'}`,
    right.length === states.length,
    `${right.length} of ${states.length} checks`,
  );
  stage.found(`Database ${name}: full service within 2 s of its return`, back <= BACK_WITHIN_MS, ms(back));
}
