import { newKey } from '../../../src/auth/keys/key-format.js';
import { PrivateRedis } from '../../support/private-redis.js';
import { send, type Reply } from '../stage/client.js';
import { admin, customer, LONG_DAYS, makeKey, manage, OURS, THEIRS, type Key } from '../stage/fixtures.js';
import { ADMIN_TOKEN, KEY_PEPPER, Service } from '../stage/service.js';
import { count, most, ms, quantile, type Scenario, type Stage } from '../stage/stage.js';
import { freePort } from '../../support/free-port.js';

const BUDGET = 40;
const WINDOW_SECONDS = 3;
const FORMS = [
  '/api/v1/device',
  '/device/',
  '/device/van-02',
  '/api/v1/device/id/van-02/',
  '/device/van-02/datausage',
  '/api/v1/device/app/id/van-02',
];
const GUESSES = 300;

/** What is limited, and what is on record of who did what: on a process with its limits on and its log at its most talkative. */
export const limitsAndRecords: Scenario = {
  name: 'Limits and records',
  isOnlyFull: true, // each has its own tests, on both engines
  run: async (stage) => {
    const redis = new PrivateRedis(await freePort());
    await redis.start();
    const environment = {
      RATE_LIMIT: `${BUDGET}/${WINDOW_SECONDS}s`,
      REDIS_URL: redis.url,
      LOG_LEVEL: 'debug',
    };
    const [service, second] = await Promise.all([
      Service.start(stage.databaseUrl, environment),
      Service.start(stage.databaseUrl, environment),
    ]);
    const ours = await makeKey(service.port, OURS);
    try {
      await oneBudget(stage, service, ours);
      await sharedBudget(stage, [service, second], redis);
      await parallelBulk(stage, service);
      await guesses(stage, service);
      await trail(stage, service);
      await activity(stage, service);
      await secrets(stage, service, ours);
    } finally {
      await Promise.all([service.stop(), second.stop(), redis.kill()]);
    }
  },
};

const statuses = (replies: readonly Reply[], status: number): number =>
  replies.filter((reply) => reply.status === status).length;

async function oneBudget(stage: Stage, { port }: Service, { key }: Key): Promise<void> {
  const ask = (at: number): Promise<Reply> =>
    send(port, FORMS[at % FORMS.length] ?? '', { headers: customer(key, OURS) });
  const replies = await Promise.all(Array.from({ length: 2 * BUDGET }, (_, at) => ask(at)));
  const waits = replies
    .filter(({ status }) => status === 429)
    .map(({ headers }) => Number(headers['retry-after']));
  await pause(most(waits));
  const next = await ask(0);
  const areShown = replies.every(({ headers }) => headers.ratelimit && headers['ratelimit-policy']);
  stage.found(
    'A key has one budget for all scopes and path forms, shown on every answer; Retry-After is honest',
    statuses(replies, 200) === BUDGET && waits.length === BUDGET && next.status === 200 && areShown,
    `${statuses(replies, 200)} of ${replies.length} served over ${FORMS.length} forms with a budget of ${BUDGET}, ${next.status} after the ${most(waits)} s of Retry-After`,
  );
}

/** Both instances together, then with Redis killed and frozen under load. */
async function sharedBudget(stage: Stage, services: readonly Service[], redis: PrivateRedis): Promise<void> {
  const { key } = await makeKey(services[0]?.port ?? 0, OURS);
  const ask = (at: number): Promise<Reply> =>
    send(services[at % services.length]?.port ?? 0, '/device/van-02', { headers: customer(key, OURS) });
  const askMany = (): Promise<Reply[]> => Promise.all(Array.from({ length: 3 * BUDGET }, (_, at) => ask(at)));
  const together = await askMany();
  await pause(WINDOW_SECONDS + 1);
  await redis.kill();
  const alone = await askMany();
  await redis.start();
  await pause(WINDOW_SECONDS + 1);
  redis.freeze();
  const frozen = await askMany();
  redis.thaw();
  const all = [...together, ...alone, ...frozen];
  const failed = all.filter(({ status }) => status !== 200 && status !== 429).length;
  stage.found(
    'Instances share budgets through Redis; without it each counts alone, and nobody gets a 5xx for it',
    statuses(together, 200) === BUDGET && statuses(alone, 200) === 2 * BUDGET && failed === 0,
    `${statuses(together, 200)} served by two instances with a budget of ${BUDGET}, ${statuses(alone, 200)} with Redis killed, slowest ${ms(most(frozen.map((reply) => reply.ms)))} with it frozen; ${failed} of ${count(all.length)} failed`,
  );
  await pause(WINDOW_SECONDS + 1);
}

async function parallelBulk(stage: Stage, { port }: Service): Promise<void> {
  const { key } = await makeKey(port, OURS);
  const bulk = (): Promise<Reply> =>
    send(port, `/api/v1/device-location/bulk${LONG_DAYS}`, { headers: customer(key, OURS) });
  const replies = await Promise.all(Array.from({ length: 7 }, bulk));
  const complete = replies.filter(({ status, isComplete }) => status === 200 && isComplete).length;
  stage.found(
    'Four bulk answers of a key at once, whoever asks for more is told when to come back',
    complete === 4 && statuses(replies, 429) === 3,
    `${complete} of ${replies.length} served whole, ${statuses(replies, 429)} told to wait`,
  );
}

/** From an address that is not the one of everybody else here. */
async function guesses(stage: Stage, service: Service): Promise<void> {
  const before = await lookUps(service);
  // of the right form, so that only the database can tell
  const guess = (): Promise<Reply> =>
    send(service.port, '/device/', {
      headers: { ...customer(newKey(), OURS), 'x-forwarded-for': '203.0.113.7' },
    });
  const replies = await Promise.all(Array.from({ length: GUESSES }, guess));
  const asked = (await lookUps(service)) - before;
  const lookedAt = statuses(replies, 401);
  // on a slow machine so many at once are also too much to do
  const refused = statuses(replies, 429) + statuses(replies, 503);
  stage.found(
    'Guessing keys is limited per address and costs the database nothing more',
    lookedAt === 30 && refused === GUESSES - 30 && asked <= 30,
    `of ${GUESSES} guesses at once ${lookedAt} were looked at, with ${asked} look-ups, and ${refused} refused`,
  );
}

async function trail(stage: Stage, { port }: Service): Promise<void> {
  const atOnce = 50;
  const before = (await verification(port)).events;
  const keysBefore = await keys(port);
  const made = await Promise.all(Array.from({ length: atOnce }, () => makeKey(port, THEIRS)));
  // on a slow machine a client may be told to come back while its key is being made, and then makes another
  const changes = (await keys(port)) - keysBefore;
  const refused = await manage(port, 'PATCH', `/${made[0]?.id ?? ''}`, { scopes: [] }, THEIRS);
  const { events, flaws: none } = await verification(port);
  const written = events - before;
  const database = new URL(stage.databaseUrl).pathname.slice(1);
  const table = `${database}.audit_events`;
  await stage.server.ask(
    `CREATE TABLE ${database}.kept AS SELECT * FROM ${table} WHERE enterprise_key = (SELECT e.key FROM ${database}.enterprises e WHERE e.id = '${THEIRS}') ORDER BY sequence DESC LIMIT 1 OFFSET 10`,
  );
  await stage.server.ask(
    `DELETE FROM ${table} WHERE (enterprise_key, sequence) IN (SELECT enterprise_key, sequence FROM ${database}.kept)`,
  );
  const { flaws } = await verification(port);
  await stage.server.ask(`INSERT INTO ${table} SELECT * FROM ${database}.kept`);
  await stage.server.ask(`DROP TABLE ${database}.kept`);
  stage.found(
    'Every key change and every refused call is on record, and a removed event shows',
    refused.status === 400 &&
      changes >= atOnce &&
      written === changes + 1 &&
      none.length === 0 &&
      flaws.length === 1,
    `${written} events of ${changes} changes made at once and 1 refused call, ${none.length} flaws; ${flaws.length} flaw after one was removed`,
  );
}

async function keys(port: number): Promise<number> {
  const { body } = await manage(port, 'GET', '', undefined, THEIRS);
  return (JSON.parse(body) as unknown[]).length;
}

async function verification(port: number): Promise<{ events: number; flaws: readonly unknown[] }> {
  const { body } = await send(port, '/internal/v1/audit-events/verification', { headers: admin(THEIRS) });
  return JSON.parse(body) as { events: number; flaws: readonly unknown[] };
}

async function activity(stage: Stage, { port }: Service): Promise<void> {
  const { id, key } = await makeKey(port, OURS);
  const latencies: number[] = [];
  let bytes = 0;
  for (let at = 0; at < BUDGET; at++) {
    const reply = await send(port, '/api/v1/device/id/van-02', { headers: customer(key, OURS) });
    latencies.push(reply.ms);
    bytes += Buffer.byteLength(reply.body);
  }
  const today = new Date().toISOString().slice(0, 10);
  const next = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const answer = await send(port, `/internal/v1/activity?startdate=${today}&enddate=${next}`, {
    headers: admin(OURS),
  });
  const rows = (
    JSON.parse(answer.body) as { api_key_id: string; requests: number; rows: number; bytes: number }[]
  ).filter((row) => row.api_key_id === id);
  const sum = (pick: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((total, row) => total + pick(row), 0);
  stage.found(
    'Who read what is counted per key and hour, exactly',
    sum((row) => row.requests) === BUDGET &&
      sum((row) => row.rows) === BUDGET &&
      sum((row) => row.bytes) === bytes,
    `${sum((row) => row.requests)} requests, ${sum((row) => row.rows)} records and ${count(sum((row) => row.bytes))} bytes on record of ${BUDGET} requests and ${count(bytes)} bytes, p50 ${quantile(latencies, 0.5).toFixed(1)} ms`,
  );
}

/** Everything secret that passed through the process in all of the above. */
async function secrets(stage: Stage, service: Service, { key }: Key): Promise<void> {
  await pause(WINDOW_SECONDS + 1);
  const list = await send(service.port, '/device', { headers: customer(key, OURS) });
  const devices = JSON.parse(list.body) as Record<
    'token' | 'play_emm_token' | 'fcm_token' | 'imei',
    string
  >[];
  const hidden = new Set(
    [
      key,
      ADMIN_TOKEN,
      KEY_PEPPER,
      ...devices.flatMap((device) => [device.token, device.play_emm_token, device.fcm_token, device.imei]),
    ].filter((secret) => secret !== ''),
  );
  const { log } = service;
  const shown = [...hidden].filter((secret) => log.includes(secret));
  stage.found(
    'No secret in any log line at debug level',
    shown.length === 0 && hidden.size > 20,
    `${shown.length} of ${hidden.size} secrets in ${count(log.split('\n').length - 1)} lines`,
  );
}

async function lookUps({ port }: Service): Promise<number> {
  const { body } = await send(port, '/internal/metrics', {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  return Number(/^key_look_up_batch_size_sum (\d+)/m.exec(body)?.[1] ?? NaN);
}

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));
