import { again } from '../../stage/findings/again.js';
import { send } from '../../stage/load/client.js';
import { admin, newCustomer, OURS } from '../../stage/fixtures.js';
import { onEmptyDatabases, openDatabase } from '../../stage/instances.js';
import { isMachineFit } from '../../stage/findings/machine.js';
import { startService } from '../../stage/service.js';
import { count, most, ms, quantile, type Scenario, type Stage } from '../../stage/stage.js';

const EVENTS = '/internal/v1/audit-events';
const FILTERED_WITHIN_MS = 300;
const OTHERS_WITHIN_MS = 60;
const TIMES = 3;
const DAYS = 'startdate=2025-03-01&enddate=2025-03-02';

/** Each filter by itself and with others, one that finds nothing, and every order. */
const QUERIES = [
  '',
  'limit=1000',
  'before=5000',
  'actor=person-3',
  'actor=person-3&action=nothing.such',
  'action=call.refused',
  'action=api_key.created&actor=person-3',
  'api_key_id=key-7',
  'api_key_id=key-7&action=api_key.updated',
  'api_key_id=key-7&actor=person-4',
  'outcome=done',
  'outcome=refused&actor=person-5',
  DAYS,
  `${DAYS}&actor=person-3&action=api_key.created`,
  `${DAYS}&outcome=refused`,
  'sort=sequence',
  'sort=actor',
  'sort=-action&api_key_id=key-7',
  'sort=outcome&actor=person-3',
  'sort=api_key_id',
];

/** A trail as it is after decades, on both engines: whoever looks into it hinders nobody. */
export const auditTrail: Scenario = {
  name: 'Audit trail',
  run: (stage) => onEmptyDatabases(stage, (engine, databaseUrl) => look(stage, engine, databaseUrl)),
};

async function look(stage: Stage, engine: string, databaseUrl: string): Promise<void> {
  const many = stage.isShort ? 50_000 : 1_000_000;
  const service = await startService(databaseUrl, { DEMO_DATA: 'on' });
  try {
    const headers = await newCustomer(service.port, OURS);
    await fill(databaseUrl, many);
    const isFit = await isMachineFit();
    const others = again(async () => (await send(service.port, '/device/van-02', { headers })).ms, 10);
    const slowest = await filter(service.port);
    const refusals = await goThrough(service.port, many);
    const latencies = await others();
    stage.measured(
      `A page of any filter and order of a long audit trail comes within ${FILTERED_WITHIN_MS} ms (${engine})`,
      slowest.ms < FILTERED_WITHIN_MS,
      `${QUERIES.length} queries of ${count(many)} events, slowest ${ms(slowest.ms)} (${slowest.query})`,
      isFit,
    );
    stage.found(
      `A long audit trail is searched and verified to its end, in pieces, and none is refused (${engine})`,
      refusals.length === 0,
      refusals.length === 0 ? `${count(many)} events` : refusals.slice(0, 3).join(', '),
    );
    const p99 = quantile(latencies, 0.99);
    stage.measured(
      `Meanwhile other clients are served within ${OTHERS_WITHIN_MS} ms (${engine})`,
      p99 < OTHERS_WITHIN_MS,
      `p99 ${ms(p99)}, slowest ${ms(most(latencies))} of ${count(latencies.length)}`,
      isFit,
    );
  } finally {
    await service.stop();
  }
}

/** Puts so many events before those that are there. */
async function fill(databaseUrl: string, many: number): Promise<void> {
  const dataSource = await openDatabase(databaseUrl);
  const digits = `(${[...Array(10).keys()].map((digit) => `SELECT ${digit} AS n`).join(' UNION ALL ')})`;
  const number = 'a.n * 100000 + b.n * 10000 + c.n * 1000 + d.n * 100 + e.n * 10 + f.n + 1';
  const numbers = `SELECT ${number} AS n FROM ${[...'abcdef'].map((name) => `${digits} AS ${name}`).join(', ')}`;
  const text = (prefix: string, modulus: number): string =>
    `REPLACE('${prefix}?', '?', CAST(n % ${modulus} AS CHAR))`;
  const first = Date.parse('2025-01-01T00:00:00Z');
  try {
    for (const table of ['audit_events', 'audit_heads'])
      await dataSource.query(`UPDATE ${table} SET sequence = sequence + ${many}`);
    await dataSource.query(`INSERT INTO audit_events
      (enterprise_key, sequence, at, actor, action, api_key_id, application, details, address, request_id, hash)
      SELECT (SELECT MIN(enterprise_key) FROM audit_heads), n, ${first} + n * 20000, ${text('person-', 20)},
        CASE n % 4 WHEN 0 THEN 'api_key.created' WHEN 1 THEN 'api_key.updated' WHEN 2 THEN 'sign_in.succeeded' ELSE 'call.refused' END,
        ${text('key-', 50)}, ${text('Report ', 50)}, '{"scopes":["device:GetList","device:GetDetail"]}', '10.20.4.17', ${text('request-', 1000)}, ''
      FROM (${numbers}) AS numbers WHERE n <= ${many}`);
    await dataSource.query(`ANALYZE ${databaseUrl.startsWith('sqlite') ? '' : 'TABLE '}audit_events`);
  } finally {
    await dataSource.destroy();
  }
}

/** The slowest of the queries, each by the middle one of its times. */
async function filter(port: number): Promise<{ query: string; ms: number }> {
  let slowest = { query: '', ms: 0 };
  for (const query of [...QUERIES.map((one) => `?${one}`), '/filters']) {
    const times: number[] = [];
    for (let at = 0; at < TIMES; at++) {
      const reply = await send(port, EVENTS + query, { headers: admin(OURS) });
      if (reply.status !== 200) throw new Error(`${query}: ${reply.status} ${reply.body}`);
      times.push(reply.ms);
    }
    const middle = quantile(times, 0.5);
    if (middle > slowest.ms) slowest = { query, ms: middle };
  }
  return slowest;
}

/** Verifies all of it and searches some of it; says what was not answered. */
async function goThrough(port: number, many: number): Promise<string[]> {
  const refusals: string[] = [];
  let after: number | null = 0;
  let events = 0;
  while (after !== null) {
    const reply = await send(port, `${EVENTS}/verification?after=${after}`, { headers: admin(OURS) });
    if (reply.status !== 200) return [`${reply.status} after ${after}`];
    const piece = JSON.parse(reply.body) as { events: number; next: number | null };
    events += piece.events;
    after = piece.next;
  }
  if (events < many) refusals.push(`only ${events} of ${many} events`);
  for (let path: string | undefined = `${EVENTS}?search=nothing-has-this`, at = 0; path && at < 10; at++) {
    const { status, headers } = await send(port, path, { headers: admin(OURS) });
    if (status !== 200) refusals.push(`${status} of the search`);
    path = /^<(.*)>; rel="next"$/.exec(String(headers.link))?.[1];
  }
  return refusals;
}
