import { admin, newCustomer, OURS } from '../stage/fixtures.js';
import { again, send } from '../stage/requests.js';
import { count, most, ms, openDatabase, quantile, type Scenario, type Stage } from '../stage/stage.js';

const EVENTS = '/internal/v1/audit-events';
const FILTERED_WITHIN_MS = 300;
const OTHERS_WITHIN_MS = 60;
const TIMES = 3;
const DAYS = 'startdate=2025-03-01&enddate=2025-03-02';

/** Each filter alone and with others, one that matches nothing, and the choices. */
const QUERIES = [
  '?',
  '?limit=1000',
  '?actor=person-3',
  '?actor=person-3&action=nothing.such',
  '?action=api_key.created&actor=person-3',
  '?api_key_id=key-7',
  '?api_key_id=key-7&action=api_key.updated',
  '?outcome=refused&actor=person-5',
  `?${DAYS}&actor=person-3&action=api_key.created`,
  `?${DAYS}&outcome=refused`,
  '?outcome=done&api_key_id=key-7',
  '/filters',
];

/** Reads an audit log of decades on both engines. Other clients must not wait for that. */
export const auditTrail: Scenario = {
  name: 'Audit trail',
  run: (stage) => stage.onEmptyDatabases((engine, databaseUrl) => readLongLog(stage, engine, databaseUrl)),
};

async function readLongLog(stage: Stage, engine: string, databaseUrl: string): Promise<void> {
  const many = stage.isShort ? 50_000 : 1_000_000;
  const { port } = await stage.start({ DATABASE_URL: databaseUrl, DEMO_DATA: 'on' });
  const headers = await newCustomer(port, OURS);
  await addEvents(databaseUrl, many);
  const others = again(async () => (await send(port, '/device/van-02', { headers })).ms, 10);
  const times = new Map<string, number>();
  for (const query of QUERIES) times.set(query, await medianMs(port, query));
  const refusals = await readToTheEnd(port, many);
  const latencies = await others();
  const [slowest, took] = [...times].reduce((one, other) => (one[1] < other[1] ? other : one));
  stage.timed(
    `A page of any filter of a long audit trail comes within ${FILTERED_WITHIN_MS} ms (${engine})`,
    took < FILTERED_WITHIN_MS,
    `${QUERIES.length} queries of ${count(many)} events, slowest ${ms(took)} (${slowest})`,
  );
  stage.found(
    `A long audit trail is verified to its end, in pieces, and searched, and none is refused (${engine})`,
    refusals.length === 0,
    refusals.join(', ') || `${count(many)} events`,
  );
  const p99 = quantile(latencies, 0.99);
  stage.timed(
    `Meanwhile other clients are served within ${OTHERS_WITHIN_MS} ms (${engine})`,
    p99 < OTHERS_WITHIN_MS,
    `p99 ${ms(p99)}, slowest ${ms(most(latencies))} of ${count(latencies.length)}`,
  );
}

/** Inserts events before the existing ones. */
async function addEvents(databaseUrl: string, many: number): Promise<void> {
  const database = await openDatabase(databaseUrl);
  const digits = `(${[...Array(10).keys()].map((digit) => `SELECT ${digit} AS n`).join(' UNION ALL ')})`;
  const number = 'a.n * 100000 + b.n * 10000 + c.n * 1000 + d.n * 100 + e.n * 10 + f.n + 1';
  const numbers = `SELECT ${number} AS n FROM ${[...'abcdef'].map((name) => `${digits} AS ${name}`).join(', ')}`;
  const text = (prefix: string, modulus: number): string =>
    `REPLACE('${prefix}?', '?', CAST(n % ${modulus} AS CHAR))`;
  for (const table of ['audit_events', 'audit_heads'])
    await database.query(`UPDATE ${table} SET sequence = sequence + ${many}`);
  await database.query(`INSERT INTO audit_events
    (enterprise_key, sequence, at, actor, action, api_key_id, application, details, address, request_id, hash)
    SELECT (SELECT MIN(enterprise_key) FROM audit_heads), n, ${Date.UTC(2025, 0, 1)} + n * 20000, ${text('person-', 20)},
      CASE n % 4 WHEN 0 THEN 'api_key.created' WHEN 1 THEN 'api_key.updated' WHEN 2 THEN 'sign_in.succeeded' ELSE 'call.refused' END,
      ${text('key-', 50)}, ${text('Report ', 50)}, '{"scopes":["device:GetList","device:GetDetail"]}', '10.20.4.17', ${text('request-', 1000)}, ''
    FROM (${numbers}) AS numbers WHERE n <= ${many}`);
  await database.query(`ANALYZE ${databaseUrl.startsWith('sqlite') ? '' : 'TABLE '}audit_events`);
  await database.destroy();
}

async function medianMs(port: number, query: string): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < TIMES; at++) {
    const reply = await send(port, EVENTS + query, { headers: admin(OURS) });
    if (reply.status !== 200) throw new Error(`${query}: ${reply.status} ${reply.body}`);
    times.push(reply.ms);
  }
  return quantile(times, 0.5);
}

/** Verifies all events and searches ten times. Returns what was refused. */
async function readToTheEnd(port: number, many: number): Promise<string[]> {
  const refusals: string[] = [];
  let events = 0;
  for (let after: number | null = 0; after !== null;) {
    const reply = await send(port, `${EVENTS}/verification?after=${after}`, { headers: admin(OURS) });
    if (reply.status !== 200) return [`${reply.status} after ${after}`];
    const part = JSON.parse(reply.body) as { events: number; next: number | null };
    events += part.events;
    after = part.next;
  }
  if (events < many) refusals.push(`only ${events} of ${many} events`);
  for (let at = 0; at < 10; at++) {
    const { status } = await send(port, `${EVENTS}?search=nothing-has-this`, { headers: admin(OURS) });
    if (status !== 200) refusals.push(`${status} of the search`);
  }
  return refusals;
}
