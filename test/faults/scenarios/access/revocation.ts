import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { send, type Reply } from '../../stage/client.js';
import { customer, makeKey, manage, OURS, type Key } from '../../stage/fixtures.js';
import { startService } from '../../stage/service.js';
import { SteadyLoad } from '../../stage/steady-load.js';
import { count, type Scenario } from '../../stage/stage.js';

const PROCESSES = 4;
const RATE = 200;
const WORKERS = 6;
const PATH = '/api/v1/device/id/van-02';

/** What ends a key, or what it opens, and how it is refused then. */
const REFUSALS = {
  delete: 401,
  regenerate: 401,
  narrow: 403,
  pause: 401,
  networks: 403,
  'old key': 401,
  end: 401,
} as const;
type Way = keyof typeof REFUSALS;
const WAYS = Object.keys(REFUSALS) as Way[];
/** An end is set so far ahead, and is over a little later by every clock. */
const END_AFTER_MS = 1_000;
const END_PASSED_MS = 20;
/** A busy machine says so, and is asked again. */
const TRIES = 6;
const PAUSE_MS = 1_000;

export const revocation: Scenario = {
  name: 'Revocation',
  run: async (stage) => {
    const services = await Promise.all(
      Array.from({ length: PROCESSES }, () => startService(stage.databaseUrl)),
    );
    const ports = services.map(({ port }) => port);
    const trials = new Trials(ports, stage.isShort ? 100 : 1_000);
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => trials.work(worker)));
    const background = await trials.endLoad();
    stage.found(
      'No request that began after the answer to delete, regenerate, narrowing, pause, networks or the end of an old key, or after the end of a key, is served by the old state',
      trials.done >= trials.wanted && trials.servedByOldState === 0 && trials.unclear === 0,
      `${trials.servedByOldState} of ${count(trials.done)} trials (${count(trials.probes)} requests after the answer, ${PROCESSES} processes` +
        `, ${count(background.length)} other requests at ${RATE}/s)${trials.unclear ? `, ${trials.unclear} unclear: ${trials.example}` : ''}`,
    );
    await Promise.all(services.map((service) => service.stop()));
  },
};

class Trials {
  done = 0;
  probes = 0;
  servedByOldState = 0;
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
    const way = WAYS[at % WAYS.length] ?? 'delete';
    const key = await makeKey(this.portOf(at), OURS);
    this.inUse.set(worker, key);
    const before = await this.readEverywhere(key.key);
    if (before.some(({ status }) => status !== 200)) this.note(before.find(({ status }) => status !== 200));
    let changed = await revoke(this.portOf(at + 1), way, key);
    for (let tries = 1; changed.status === 503 && tries < TRIES; tries++) {
      await wait(PAUSE_MS);
      changed = await revoke(this.portOf(at + 1), way, key);
    }
    if (changed.status >= 300) {
      this.note(changed); // what was not changed may be served
      return;
    }
    const after = await this.readEverywhere(key.key);
    const refusal = REFUSALS[way];
    if (after.some(({ status }) => status === 200)) this.servedByOldState++;
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

async function revoke(port: number, way: Way, { id }: Key): Promise<Reply> {
  switch (way) {
    case 'delete':
      return manage(port, 'DELETE', `/${id}`);
    case 'regenerate':
      return manage(port, 'POST', `/${id}/regenerate`);
    case 'narrow':
      return manage(port, 'PATCH', `/${id}`, { scopes: ['device:GetList'] });
    case 'pause':
      return manage(port, 'PATCH', `/${id}`, { paused: true });
    case 'networks':
      return manage(port, 'PATCH', `/${id}`, { allowed_networks: ['203.0.113.0/24'] });
    case 'old key': {
      const overlapped = await manage(port, 'POST', `/${id}/regenerate`, { overlap_hours: 24 });
      return overlapped.status === 200 ? manage(port, 'DELETE', `/${id}/old-key`) : overlapped;
    }
    case 'end': {
      const end = Date.now() + END_AFTER_MS;
      const limited = await manage(port, 'PATCH', `/${id}`, { expires_at: new Date(end).toISOString() });
      await wait(Math.max(0, end + END_PASSED_MS - Date.now()));
      return limited;
    }
  }
}
