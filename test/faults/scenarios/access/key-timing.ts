import { Agent } from 'node:http';
import { newKey } from '../../../../src/auth/keys/key-format.js';
import { send } from '../../stage/client.js';
import { customer, makeKey, manage, OURS } from '../../stage/fixtures.js';
import { startService } from '../../stage/service.js';
import { count, quantile, type Scenario } from '../../stage/stage.js';
import { alternate, chanceOfDifference, LEAST_CHANCE } from '../../stage/timing.js';

const SAMPLES = 3_000;
const PATH = '/api/v1/device/id/van-02';

export const keyTiming: Scenario = {
  name: 'What the time of a refusal tells',
  isOnlyFull: true,
  run: async (stage) => {
    const service = await startService(stage.databaseUrl);
    const { port } = service;
    const pools = await Promise.all([neverMade(), deleted(port), replaced(port)]);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const refusal = async (key: string): Promise<number> => {
      const reply = await send(service.port, PATH, { headers: customer(key, OURS), agent });
      if (reply.status !== 401) throw new Error(`A wrong key is answered with ${reply.status}`);
      return reply.ms;
    };
    for (let at = 0; at < 300; at++) await refusal(newKey()); // warm
    const [unknown, ...others] = pools.map((pool) => inTurn(pool, refusal));
    for (const [at, other] of others.entries()) {
      const what = `one that never was and one that was ${['deleted', 'replaced'][at] ?? ''}`;
      const samples = await alternate(SAMPLES, unknown!, other);
      const [first, second] = samples.map((times) => quantile(times, 0.5) * 1000) as [number, number];
      const chance = chanceOfDifference(...samples);
      stage.found(
        `The time of a refusal does not tell unknown keys apart: ${what}`,
        chance >= LEAST_CHANCE,
        `medians ${count(first)} and ${count(second)} µs over ${count(SAMPLES)} each; chance alone differs as much in ${Math.round(chance * 100)} % of shuffles`,
      );
    }
    agent.destroy();
    await service.stop();
  },
};

/** As many of each kind: what the client and the database remember of a key must not make the difference. */
const KEYS = 40;

async function times<T>(make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < KEYS) made.push(await make());
  return made;
}

const neverMade = (): Promise<string[]> => times(() => Promise.resolve(newKey()));

const deleted = (port: number): Promise<string[]> =>
  times(async () => {
    const { id, key } = await makeKey(port, OURS);
    await manage(port, 'DELETE', `/${id}`);
    return key;
  });

const replaced = (port: number): Promise<string[]> =>
  times(async () => {
    const { id, key } = await makeKey(port, OURS);
    await manage(port, 'POST', `/${id}/regenerate`);
    return key;
  });

function inTurn(keys: readonly string[], refusal: (key: string) => Promise<number>): () => Promise<number> {
  let at = 0;
  return () => refusal(keys[at++ % keys.length] ?? '');
}
