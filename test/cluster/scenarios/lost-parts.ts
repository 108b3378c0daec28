import { setTimeout as wait } from 'node:timers/promises';
import { count, most, ms } from '../../faults/stage/stage.js';
import { eventually } from '../../kit/process/patience.js';
import type { ClusterScenario, ClusterStage } from '../stage/cluster-stage.js';
import type { GaleraPlace } from '../stage/galera-place.js';
import { knownRequests } from '../stage/known-fleet.js';
import { KnownLoad, type Answer } from '../stage/known-load.js';
import { lossesOf } from '../stage/losses.js';
import { goThrough } from '../stage/ordeal.js';
import { OtherWork } from '../stage/other-work.js';

const LAYOUT = 'writer and readers';
const DEAD_MS = 6_000;
const FROZEN_MS = 20_000;
const BEFORE_MS = 2_000;
const AFTER_MS = 2_000;
/** In which the proxy finds that an instance is silent: two checks of three seconds, half a second apart. */
const PUT_OUT_MS = 7_500;
const SLOWEST_MS = 2_000;
const REFUSED_WITHIN_MS = 2_100;
const BACK_WITHIN_MS = 5_000;

export const redisLost: ClusterScenario = {
  name: 'Redis lost',
  run: async (stage) => {
    const place = await stage.galera();
    await place.startInstances(LAYOUT);
    const faults = lossesOf('Redis', () => place.redis, { deadMs: DEAD_MS, killedForMs: 0, frozenForMs: 0 });
    await goThrough(stage, 'three instances', place, place.databaseOf(LAYOUT), faults);
    await place.stopInstances();
  },
};

/** Whoever has one HAProxy alone before the database loses the way to all of it. */
export const wayToNodesLost: ClusterScenario = {
  name: 'Galera, the proxy before the nodes lost',
  run: async (stage) => {
    const place = await stage.galera();
    await place.startInstances(LAYOUT);
    const bounds = { killedForMs: BACK_WITHIN_MS, frozenForMs: BACK_WITHIN_MS, slowestMs: REFUSED_WITHIN_MS };
    const faults = lossesOf('the proxy', () => place.proxyOfNodes, { ...bounds, isTotal: true });
    await goThrough(stage, LAYOUT, place, place.databaseOf(LAYOUT), faults);
    await place.stopInstances();
  },
};

export const instanceLost: ClusterScenario = {
  name: 'An instance lost',
  run: async (stage) => {
    const place = await stage.galera();
    await place.startInstances(LAYOUT);
    await loseOne(stage, place, 'killed', DEAD_MS, async () => {
      await place.startInstance(0);
    });
    await loseOne(stage, place, 'frozen', FROZEN_MS, () => place.instances[0]!.signal('SIGCONT'));
    await place.stopInstances();
  },
};

async function loseOne(
  stage: ClusterStage,
  place: GaleraPlace,
  how: 'killed' | 'frozen',
  forMs: number,
  bringBack: () => Promise<void> | void,
): Promise<void> {
  const load = new KnownLoad(place.port, await knownRequests(place.known, place.port));
  await wait(BEFORE_MS);
  const work = new OtherWork();
  const began = performance.now();
  if (how === 'killed') await place.instances[0]!.kill();
  else place.instances[0]!.signal('SIGSTOP');
  const given = performance.now() + (how === 'killed' ? 0 : PUT_OUT_MS);
  await wait(forMs);
  await bringBack();
  const first = new URL(place.instances[0]!.url);
  await eventually(async () => (await fetch(new URL('/health/ready', first))).ok);
  await wait(AFTER_MS);
  const { answers, rate } = await load.end();
  const mayHaveIt = ({ at, ms: took }: Answer): boolean => at <= given && at + took >= began;
  const busy = work.share;
  const hurt = answers.filter((answer) => answer.was !== 'right' || answer.ms > SLOWEST_MS);
  const others = hurt.filter((answer) => answer.was === 'wrong' || !mayHaveIt(answer));
  stage.measured(
    how === 'killed'
      ? 'an instance killed: only requests fail that it was answering'
      : 'an instance frozen: only requests wait that it was given before it was put out',
    others.length === 0,
    `${count(hurt.length)} of ${count(answers.length)} requests (${Math.round(rate)}/s), slowest of the rest ${ms(slowestBut(hurt, answers))}, ${OtherWork.named(busy)}` +
      (others[0] === undefined ? '' : `; ${others.length} others: ${others[0].instead || ms(others[0].ms)}`),
    OtherWork.isLittle(busy) || others.some(({ was }) => was === 'wrong'),
  );
}

function slowestBut(some: readonly Answer[], answers: readonly Answer[]): number {
  const left = new Set(some);
  return most(answers.filter((answer) => !left.has(answer)).map((answer) => answer.ms));
}
