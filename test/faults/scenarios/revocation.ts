import { Agent } from 'node:http';
import { send, type Reply } from '../stage/client.js';
import { customer, makeKey, manage, OURS, type Key } from '../stage/fixtures.js';
import { Service } from '../stage/service.js';
import { SteadyLoad } from '../stage/steady-load.js';
import { count, type Scenario } from '../stage/stage.js';

const PROCESSES = 4;
const RATE = 200;
const WORKERS = 6;
const PATH = '/api/v1/device/id/van-02';

type Way = 'delete' | 'regenerate' | 'narrow';
const WAYS: readonly Way[] = ['delete', 'regenerate', 'narrow'];

export const revocation: Scenario = {
  name: 'Revocation',
  run: async (stage) => {
    const services = await Promise.all(
      Array.from({ length: PROCESSES }, () => Service.start(stage.databaseUrl)),
    );
    const ports = services.map(({ port }) => port);
    const trials = new Trials(ports, stage.isShort ? 100 : 1_000);
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => trials.work(worker)));
    const background = await trials.endLoad();
    stage.found(
      'No request that began after the answer to delete, regenerate or narrowing is served by the old state',
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
    const changed = await revoke(this.portOf(at + 1), way, key);
    if (changed.status >= 300) this.note(changed);
    const after = await this.readEverywhere(key.key);
    const refusal = way === 'narrow' ? 403 : 401;
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

function revoke(port: number, way: Way, { id }: Key): Promise<Reply> {
  switch (way) {
    case 'delete':
      return manage(port, 'DELETE', `/${id}`);
    case 'regenerate':
      return manage(port, 'POST', `/${id}/regenerate`);
    case 'narrow':
      return manage(port, 'PATCH', `/${id}`, { scopes: ['device:GetList'] });
  }
}
