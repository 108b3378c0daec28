import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { ApiKey } from '../../../src/modules/api-keys/api-key.entities.js';
import { openDatabase } from '../../kit/database/engines.js';
import { customer, DEVICE, makeKey, sendKeyRequest, OURS, type Key } from '../stage/fixtures.js';
import { example, send, SteadyLoad, type Reply } from '../stage/requests.js';
import { count, type Scenario, type Stage } from '../stage/stage.js';

const RATE = 200;
const WORKERS = 6;
const EXPIRES_AFTER_MS = 1_000;
/** The instances share one clock, but read it at different times. */
const EXPIRED_MS = 20;
const TRIES = 6;
const PAUSE_MS = 1_000;

interface Where {
  readonly port: number;
  readonly database: DataSource;
}

type Revoke = (key: Key, at: Where) => Promise<Reply>;

const change =
  (body: object): Revoke =>
  ({ id }, { port }) =>
    sendKeyRequest(port, 'PATCH', `/${id}`, body);
const overlap: Revoke = ({ id }, { port }) =>
  sendKeyRequest(port, 'POST', `/${id}/regenerate`, { overlap_hours: 24 });

const endOverlap: Revoke = async (key, at) => {
  const reply = await overlap(key, at);
  return reply.status === 200 ? sendKeyRequest(at.port, 'DELETE', `/${key.id}/old-key`) : reply;
};

const CHANGES: readonly (readonly [status: number, revoke: Revoke])[] = [
  [401, ({ id }, { port }) => sendKeyRequest(port, 'DELETE', `/${id}`)],
  [401, ({ id }, { port }) => sendKeyRequest(port, 'POST', `/${id}/regenerate`)],
  [403, change({ scopes: ['device:GetList'] })],
];

const TERMS: typeof CHANGES = [
  [401, change({ paused: true })],
  [403, change({ allowed_networks: ['203.0.113.0/24'] })],
  [
    401,
    (key, at) =>
      untilExpired((expiresAt) => change({ expires_at: new Date(expiresAt).toISOString() })(key, at)),
  ],
  [401, (key, at) => untilExpired((expiresAt) => overlapUntil(expiresAt, key, at))],
  [401, endOverlap],
];

async function overlapUntil(oldKeyUntil: number, key: Key, at: Where): Promise<Reply> {
  const reply = await overlap(key, at);
  if (reply.status !== 200) return reply;
  const { manager } = at.database;
  const { enterpriseKey, id } = await manager.findOneByOrFail(ApiKey, { id: key.id });
  await manager.update(ApiKey, { enterpriseKey, id }, { oldKeyUntil }); // The service accepts an hour at least
  return reply;
}

async function untilExpired(set: (expiresAt: number) => Promise<Reply>): Promise<Reply> {
  const expiresAt = Date.now() + EXPIRES_AFTER_MS;
  const reply = await set(expiresAt);
  await wait(Math.max(0, expiresAt + EXPIRED_MS - Date.now()));
  return reply;
}

export const revocation: Scenario = {
  name: 'Revocation',
  run: (stage) =>
    stage.onBothEngines(async (engine, databaseUrl) => {
      const ports = await stage.startFour(databaseUrl);
      const database = await openDatabase(databaseUrl);
      const trials = (engine === 'MariaDB' ? 1_000 : 200) / (stage.isShort ? 20 : 1);
      const changes = 'after the response to a deletion, a regeneration, or the removal of a scope';
      const at = { ports, database, trials };
      await revokeKeys(stage, `${changes} is served (${engine})`, CHANGES, at);
      const termChanges =
        'with a key that is expired, paused, used from another network, or old after its overlap';
      await revokeKeys(stage, `${termChanges} is served (${engine})`, TERMS, at);
      await database.destroy();
    }),
};

interface Trials {
  readonly ports: readonly number[];
  readonly database: DataSource;
  readonly trials: number;
}

async function revokeKeys(
  stage: Stage,
  guarantee: string,
  revocations: typeof CHANGES,
  at: Trials,
): Promise<void> {
  const { ports, database, trials } = at;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const portOf = (at: number): number => ports[at % ports.length]!;
  const read = (at: number, key: string, through = agent): Promise<Reply> =>
    send(portOf(at), DEVICE, { headers: customer(key, OURS), agent: through });
  const readEverywhere = (key: string): Promise<Reply[]> =>
    Promise.all(ports.map((_port, at) => read(at, key)));
  // Keeps the keys in use, so that lookups for the trials and for other requests coincide
  const inUse = new Map<number, string>();
  const load = new SteadyLoad(RATE, (through, at) => {
    const keys = [...inUse.values()];
    return read(at, keys[at % keys.length] ?? '', through);
  });
  const unexpected: Reply[] = [];
  let begun = 0;
  let done = 0;
  let served = 0;
  const work = async (worker: number): Promise<void> => {
    while (begun < trials) {
      const at = begun++;
      const [status, revoke] = revocations[at % revocations.length]!;
      const key = await makeKey(portOf(at), OURS);
      inUse.set(worker, key.key);
      unexpected.push(...(await readEverywhere(key.key)).filter((reply) => reply.status !== 200));
      const revoked = await retryRevocation(() => revoke(key, { port: portOf(at + 1), database }));
      if (revoked.status < 200 || revoked.status >= 300) {
        unexpected.push(revoked);
        continue;
      }
      const after = await readEverywhere(key.key);
      if (after.some((reply) => reply.status === 200)) served++;
      unexpected.push(...after.filter((reply) => reply.status !== status && reply.status !== 200));
      done++;
      await sendKeyRequest(portOf(at), 'DELETE', `/${key.id}`); // An enterprise may have up to 1,000 keys
    }
    inUse.delete(worker);
  };
  await Promise.all(Array.from({ length: WORKERS }, (_none, worker) => work(worker)));
  const others = await load.end();
  agent.destroy();
  stage.record(
    `No request ${guarantee}`,
    done === trials && served === 0 && unexpected.length === 0,
    `${served} of ${count(done)} trials (${count(done * ports.length)} requests, ${ports.length} processes, ` +
      `${count(others.length)} other requests at ${RATE}/s), ${unexpected.length} unclear${example(unexpected)}`,
  );
}

/** Retries after a 503, or after a 400 for an expiration that has passed on a busy machine. */
async function retryRevocation(revoke: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await revoke();
    if (![400, 503].includes(reply.status) || tries === TRIES) return reply;
    await wait(PAUSE_MS);
  }
}
