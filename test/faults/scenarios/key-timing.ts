import { Agent } from 'node:http';
import { newKey } from '../../../src/auth/key-format.js';
import { send } from '../stage/client.js';
import { customer, makeKey, manage, OURS } from '../stage/fixtures.js';
import { Service } from '../stage/service.js';
import { count, quantile, type Scenario } from '../stage/stage.js';

const SAMPLES = 3_000;
const SHUFFLES = 400;
/** The share of chance results that would have to be more extreme: small, so that noise alone hardly ever fails the run. */
const LEAST_CHANCE = 0.005;
const PATH = '/api/v1/device/id/van-02';

export const keyTiming: Scenario = {
  name: 'What the time of a refusal tells',
  isOnlyFull: true,
  run: async (stage) => {
    const service = await Service.start(stage.databaseUrl);
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
      const samples = await alternate(unknown!, other);
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

/** Measures both in turn, in changing order, so that what else the machine does meets both alike. */
async function alternate(
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number[], number[]]> {
  const samples: [number[], number[]] = [[], []];
  for (let at = 0; at < SAMPLES; at++) {
    const isFirst = Math.random() < 0.5;
    if (isFirst) samples[0].push(await one());
    samples[1].push(await other());
    if (!isFirst) samples[0].push(await one());
  }
  return samples;
}

/** How often two random halves of all samples have medians at least as far apart (a permutation test). */
function chanceOfDifference(one: readonly number[], other: readonly number[]): number {
  const difference = (first: readonly number[], second: readonly number[]): number =>
    Math.abs(quantile(first, 0.5) - quantile(second, 0.5));
  const seen = difference(one, other);
  const all = [...one, ...other];
  let asFar = 0;
  for (let shuffle = 0; shuffle < SHUFFLES; shuffle++) {
    for (let at = all.length - 1; at > 0; at--) {
      const to = Math.floor(Math.random() * (at + 1));
      [all[at], all[to]] = [all[to] ?? 0, all[at] ?? 0];
    }
    if (difference(all.slice(0, one.length), all.slice(one.length)) >= seen) asFar++;
  }
  return asFar / SHUFFLES;
}
