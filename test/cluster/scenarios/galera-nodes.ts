import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseServer } from '../../kit/database/database-server.js';
import { eventually } from '../../kit/process/patience.js';
import type { ClusterScenario, ClusterStage } from '../stage/cluster-stage.js';
import type { GaleraPlace, Layout } from '../stage/galera-place.js';
import { goThrough, type Fault } from '../stage/ordeal.js';

const DEAD_MS = 8_000;
const FROZEN_MS = 20_000;
/** In which the proxy takes in a node that is back. */
const SETTLE_MS = 4_000;

/** A node that is back has connections as soon as the others' have reached their age. */
const USED_WITHIN_MS = 60_000;
const USED_BY = 2;

/** How long each fault may be felt. */
interface Bounds {
  readonly killed: number;
  readonly frozen: number;
}

export const writerAndReaders: ClusterScenario = {
  name: 'Galera, keys on one writer and answers from all',
  run: async (stage) => {
    const place = await stage.galera();
    const reader = async (): Promise<DatabaseServer> => {
      const writer = await place.writer();
      return place.cluster.nodes.find((node) => node !== writer)!;
    };
    await loseNodes(stage, 'writer and readers', [
      ...faultsOf(place, 'a reader', reader, { killed: 0, frozen: 2_000 }),
      ...faultsOf(place, 'the writer', () => place.writer(), { killed: 1_500, frozen: 4_000 }),
    ]);
  },
};

export const roundRobin: ClusterScenario = {
  name: 'Galera, everything in round robin',
  run: async (stage) => {
    const place = await stage.galera();
    const any = (): Promise<DatabaseServer> => Promise.resolve(place.cluster.nodes[1]!);
    await loseNodes(
      stage,
      'round robin',
      // until the cluster has put the node out
      faultsOf(place, 'a node', any, { killed: 3_500, frozen: 3_500 }),
    );
  },
};

async function loseNodes(
  stage: ClusterStage,
  layout: Layout,
  faults: readonly (() => Promise<Fault>)[],
): Promise<void> {
  const place = await stage.galera();
  await place.startInstances(layout);
  await goThrough(stage, layout, place, place.databaseOf(layout), faults);
  await place.stopInstances();
}

/** Made when it is their turn: who is the writer changes. */
function faultsOf(
  place: GaleraPlace,
  name: string,
  find: () => Promise<DatabaseServer>,
  refusedForMs: Bounds,
): (() => Promise<Fault>)[] {
  const inUse = async (): Promise<DatabaseServer> => {
    const node = await find();
    await eventually(async () => (await place.usersOf(node)) >= USED_BY, USED_WITHIN_MS);
    return node;
  };
  return [
    async () => {
      const node = await inUse();
      return {
        name: `${name} killed`,
        begin: () => node.stop('SIGKILL'),
        lastsMs: DEAD_MS,
        end: () => backAgain(place, () => place.cluster.rejoin(node)),
        refusedForMs: refusedForMs.killed,
      };
    },
    async () => {
      const node = await inUse();
      return {
        name: `${name} frozen`,
        begin: () => node.freeze(),
        lastsMs: FROZEN_MS,
        end: () => backAgain(place, () => node.thaw()),
        refusedForMs: refusedForMs.frozen,
      };
    },
  ];
}

async function backAgain(place: GaleraPlace, bringBack: () => Promise<void> | void): Promise<void> {
  await bringBack();
  await place.cluster.whole();
  await wait(SETTLE_MS);
}
