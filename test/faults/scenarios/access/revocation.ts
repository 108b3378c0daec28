import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { ApiKey } from '../../../../src/modules/api-keys/api-key.entity.js';
import { send, type Reply } from '../../stage/load/client.js';
import { customer, makeKey, manage, OURS, type Key } from '../../stage/fixtures.js';
import { onBothEngines, openDatabase, startInstances } from '../../stage/instances.js';
import { SteadyLoad } from '../../stage/load/steady-load.js';
import { count, type Scenario } from '../../stage/stage.js';

const PROCESSES = 4;
const RATE = 200;
const WORKERS = 6;
const PATH = '/api/v1/device/id/van-02';
/** An end is set so far ahead, and is over a little later by every clock. */
const END_AFTER_MS = 1_000;
const END_PASSED_MS = 20;
/** A busy machine says so, and is asked again. */
const TRIES = 6;
const PAUSE_MS = 1_000;

/** What is done to the key on trial. */
type Revoke = (key: Key, at: { readonly port: number; readonly database: DataSource }) => Promise<Reply>;
/** How it is refused from the answer on. */
type Ways = readonly (readonly [refusal: number, revoke: Revoke])[];

const change =
  (body: object): Revoke =>
  ({ id }, { port }) =>
    manage(port, 'PATCH', `/${id}`, body);
const overlapped = (port: number, id: string): Promise<Reply> =>
  manage(port, 'POST', `/${id}/regenerate`, { overlap_hours: 24 });

const CHANGES: Ways = [
  [401, ({ id }, { port }) => manage(port, 'DELETE', `/${id}`)],
  [401, ({ id }, { port }) => manage(port, 'POST', `/${id}/regenerate`)],
  [403, change({ scopes: ['device:GetList'] })],
];

const TERMS: Ways = [
  [401, change({ paused: true })],
  [403, change({ allowed_networks: ['203.0.113.0/24'] })],
  [
    401,
    ({ id }, { port }) =>
      passed((end) => manage(port, 'PATCH', `/${id}`, { expires_at: new Date(end).toISOString() })),
  ],
  [
    401,
    async ({ id }, { port, database }) => {
      const reply = await overlapped(port, id);
      if (reply.status !== 200) return reply;
      const { manager } = database;
      const { enterpriseKey } = await manager.findOneByOrFail(ApiKey, { id });
      // the least overlap is an hour
      return passed(async (end) => {
        await manager.update(ApiKey, { enterpriseKey, id }, { oldKeyUntil: end });
        return reply;
      });
    },
  ],
  [
    401,
    async ({ id }, { port }) => {
      const reply = await overlapped(port, id);
      return reply.status === 200 ? manage(port, 'DELETE', `/${id}/old-key`) : reply;
    },
  ],
];

async function passed(set: (end: number) => Promise<Reply>): Promise<Reply> {
  const end = Date.now() + END_AFTER_MS;
  const reply = await set(end);
  await wait(Math.max(0, end + END_PASSED_MS - Date.now()));
  return reply;
}

export const revocation: Scenario = {
  name: 'Revocation',
  run: (stage) =>
    onBothEngines(stage, async (engine, databaseUrl) => {
      const services = await startInstances(databaseUrl, PROCESSES);
      const database = await openDatabase(databaseUrl);
      const ports = services.map(({ port }) => port);
      const all = (engine === 'MariaDB' ? 1_000 : 200) / (stage.isShort ? 20 : 1);
      for (const [what, ways] of [
        ['after the answer to delete, regenerate or narrowing', CHANGES],
        ['with a key past its end, from a foreign network, paused, or old after its overlap,', TERMS],
      ] as const) {
        const trials = new Trials(ports, database, ways, all);
        await Promise.all(Array.from({ length: WORKERS }, (_, worker) => trials.work(worker)));
        const background = await trials.endLoad();
        stage.found(
          `No request ${what} is served (${engine})`,
          trials.done >= trials.wanted && trials.served === 0 && trials.unclear === 0,
          `${trials.served} of ${count(trials.done)} trials (${count(trials.probes)} requests, ${PROCESSES} processes` +
            `, ${count(background.length)} other requests at ${RATE}/s)${trials.unclear ? `, ${trials.unclear} unclear: ${trials.example}` : ''}`,
        );
      }
      await database.destroy();
      await Promise.all(services.map((service) => service.stop()));
    }),
};

class Trials {
  done = 0;
  probes = 0;
  served = 0;
  /** Requests that were neither served nor refused for the key. */
  unclear = 0;
  example = '';
  private begun = 0;
  /** The keys on trial are in use all the time: their look-ups travel together with those of the probes. */
  private readonly inUse = new Map<number, Key>();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly load: SteadyLoad;

  constructor(
    private readonly ports: readonly number[],
    private readonly database: DataSource,
    private readonly ways: Ways,
    readonly wanted: number,
  ) {
    this.load = new SteadyLoad(RATE, (agent, at) => {
      const keys = [...this.inUse.values()];
      return this.read(at, keys[at % keys.length]?.key ?? '', agent);
    });
  }

  async work(worker: number): Promise<void> {
    while (this.begun < this.wanted) await this.trial(worker, this.begun++);
    this.inUse.delete(worker);
  }

  async endLoad(): Promise<Reply[]> {
    const replies = await this.load.end();
    this.agent.destroy();
    return replies;
  }

  private async trial(worker: number, at: number): Promise<void> {
    const [refusal, revoke] = this.ways[at % this.ways.length]!;
    const key = await makeKey(this.portOf(at), OURS);
    this.inUse.set(worker, key);
    const before = await this.readEverywhere(key.key);
    if (before.some(({ status }) => status !== 200)) this.note(before.find(({ status }) => status !== 200));
    const where = { port: this.portOf(at + 1), database: this.database };
    let changed = await revoke(key, where);
    for (let tries = 1; changed.status === 503 && tries < TRIES; tries++) {
      await wait(PAUSE_MS);
      changed = await revoke(key, where);
    }
    if (changed.status < 200 || changed.status >= 300) {
      this.note(changed); // what was not changed may be served
      return;
    }
    const after = await this.readEverywhere(key.key);
    if (after.some(({ status }) => status === 200)) this.served++;
    for (const reply of after) if (reply.status !== refusal && reply.status !== 200) this.note(reply);
    this.probes += after.length;
    this.done++;
  }

  private note(reply: Reply | undefined): void {
    this.unclear++;
    this.example = `${reply?.status ?? 0} ${reply?.failure ?? ''} ${reply?.body.slice(0, 120) ?? ''}`;
  }

  private portOf(at: number): number {
    return this.ports[at % this.ports.length] ?? 0;
  }

  private readEverywhere(key: string): Promise<Reply[]> {
    return Promise.all(this.ports.map((_, at) => this.read(at, key, this.agent)));
  }

  private read(at: number, key: string, agent: Agent): Promise<Reply> {
    return send(this.portOf(at), PATH, { headers: customer(key, OURS), agent });
  }
}
