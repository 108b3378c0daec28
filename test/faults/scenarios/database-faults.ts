import { setTimeout as wait } from 'node:timers/promises';
import { createConnection, createPool, type Connection, type RowDataPacket } from 'mysql2/promise';
import { admin, customer, makeKey, sendKeyRequest, OURS } from '../stage/fixtures.js';
import { example, isUnavailable, send, type Reply } from '../stage/requests.js';
import { count, maximum, ms, type Scenario, type Stage } from '../stage/stage.js';

const RESPONSE_WITHIN_MS = 2_100;
const BACK_WITHIN_MS = 2_000;
const ROUND_EVERY_MS = 200;
/** The minimum of MariaDB's `max_connections`. */
const MAX_CONNECTIONS = 10;

const OF_DEVICES = ['/', '/id/van-02', '/datausage/id/van-02', '/screentime/id/van-02'];
const DAYS = '?startdate=2025-01-01&enddate=2025-01-02';
const READS = [...OF_DEVICES, `-location/bulk${DAYS}`].map((path) => `/api/v1/device${path}`);
const ADMINISTRATION = ['/internal/v1/api-keys', '/internal/v1/settings', '/internal/v1/audit-events'];

interface Fault {
  readonly name: string;
  readonly isTotal: boolean;
  readonly begin: () => unknown;
  readonly end: () => unknown;
}

export const databaseFaults: Scenario = {
  name: 'Database faults',
  run: async (stage) => {
    const service = await stage.start();
    const { port } = service;
    const { key } = await makeKey(port, OURS);
    const spare = await makeKey(port, OURS);
    const requestEverything = (): Promise<Reply>[] => [
      ...READS.map((path) => send(port, path, { headers: customer(key, OURS) })),
      ...ADMINISTRATION.map((path) => send(port, path, { headers: admin(OURS) })),
      sendKeyRequest(port, 'POST', `/${spare.id}/regenerate`),
    ];
    for (const fault of faults(stage)) await testFault(stage, port, fault, requestEverything);
    const { isRunning, errorLines } = service;
    stage.record(
      'All database faults: no restart, no unhandled rejection, and no error in the log',
      isRunning && errorLines.length === 0,
      isRunning ? `${errorLines.length} errors ${errorLines[0]?.slice(0, 300) ?? ''}` : 'the process ended',
    );
  },
};

function faults({ server, databaseUrl }: Stage): Fault[] {
  const locked = createPool({ uri: server.url(new URL(databaseUrl).pathname.slice(1)), connectionLimit: 1 });
  let crowd: Connection[] = [];
  return [
    { name: 'stopped', isTotal: true, begin: () => server.stop(), end: () => server.start() },
    { name: 'killed', isTotal: true, begin: () => server.kill(), end: () => server.start() },
    { name: 'frozen', isTotal: true, begin: () => server.freeze(), end: () => server.thaw() },
    {
      name: 'out of connections',
      isTotal: true,
      begin: async () => {
        crowd = await Promise.all(
          Array.from({ length: MAX_CONNECTIONS }, () => createConnection({ uri: databaseUrl })),
        );
        const ours = crowd.map(({ threadId }) => threadId);
        const root = await createConnection({ uri: server.url() });
        await root.query(`SET GLOBAL max_connections = ${MAX_CONNECTIONS}`);
        const others = 'SELECT id FROM information_schema.processlist WHERE id NOT IN (CONNECTION_ID(), ?)';
        const [rows] = await root.query<RowDataPacket[]>(others, [ours]);
        for (const { id } of rows) await root.query(`KILL ${id}`).catch(() => undefined);
        root.destroy();
      },
      end: async () => {
        for (const connection of crowd) connection.destroy();
        await server.query('SET GLOBAL max_connections = DEFAULT');
      },
    },
    {
      name: 'blocked by a lock on every table',
      isTotal: false,
      begin: () => locked.query('LOCK TABLES api_keys WRITE, devices WRITE, enterprises WRITE'),
      end: () => locked.end(),
    },
  ];
}

async function testFault(
  stage: Stage,
  port: number,
  fault: Fault,
  requestEverything: () => Promise<Reply>[],
) {
  const { name, isTotal, begin, end } = fault;
  await begin();
  const requests: Promise<Reply>[] = [];
  const checks: Promise<[Reply, Reply]>[] = [];
  const until = performance.now() + (stage.isShort ? 1_500 : 8_000);
  while (performance.now() < until) {
    requests.push(...requestEverything());
    checks.push(Promise.all([send(port, '/health/live'), send(port, '/health/ready')]));
    await wait(ROUND_EVERY_MS);
  }
  const replies = await Promise.all(requests);
  const states = await Promise.all(checks);
  await end();
  const back = await timeToFullService(requestEverything);
  const slowest = maximum(replies.map((reply) => reply.ms));
  const others = replies.filter((reply) => !isUnavailable(reply));
  stage.record(
    `Database ${name}: every request gets 503 with Retry-After within 2.1 s`,
    others.length === 0 && slowest <= RESPONSE_WITHIN_MS,
    `${count(replies.length)} requests, slowest ${ms(slowest)}${example(others)}`,
  );
  const correct = states.filter(
    ([live, ready]) => live.status === 200 && live.ms < 500 && isUnavailable(ready) === isTotal,
  );
  stage.record(
    `Database ${name}: /health/live stays 200, /health/ready ${isTotal ? 'turns 503' : 'stays 200'}`,
    correct.length === states.length,
    `${correct.length} of ${states.length} checks`,
  );
  stage.record(
    `Database ${name}: full service within 2 s after it is available again`,
    back <= BACK_WITHIN_MS,
    ms(back),
  );
}

async function timeToFullService(requestEverything: () => Promise<Reply>[]): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < 15_000) {
    const round = await Promise.all(requestEverything());
    if (round.every(({ status }) => status === 200)) return performance.now() - began;
    await wait(20);
  }
  return Infinity;
}
