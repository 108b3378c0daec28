import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseServer } from '../../kit/database/database-server.js';
import { eventually } from '../../kit/process/patience.js';
import type { ClusterScenario, ClusterStage } from '../stage/cluster-stage.js';
import type { GaleraPlace, Layout } from '../stage/galera-place.js';
import { lossesOf } from '../stage/losses.js';
import { goThrough, type Fault } from '../stage/ordeal.js';

/** In which the proxy takes in a node that is back. */
const SETTLE_MS = 4_000;

/** A node that is back has connections as soon as the others' have reached their age. */
const USED_WITHIN_MS = 60_000;
const USED_BY = 2;

export const writerAndReaders: ClusterScenario = {
  name: 'Galera, keys on one writer and answers from all',
  run: async (stage) => {
    const place = await stage.galera();
    const reader = async (): Promise<DatabaseServer> => {
      const writer = await place.writer();
      return place.cluster.nodes.find((node) => node !== writer)!;
    };
    await loseNodes(stage, 'writer and readers', [
      ...lossesOfNodes(place, 'a reader', reader, { killedForMs: 0, frozenForMs: 0 }),
      ...lossesOfNodes(place, 'the writer', () => place.writer(), { killedForMs: 1_500, frozenForMs: 4_000 }),
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
      lossesOfNodes(place, 'a node', any, { killedForMs: 1_500, frozenForMs: 1_500, isFromPutOut: true }),
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

interface Bounds {
  readonly killedForMs: number;
  readonly frozenForMs: number;
  /** Every look-up of a key waits for all nodes: counted from when the cluster has put out the one that was lost. */
  readonly isFromPutOut?: boolean;
}

/** Who is the writer changes. */
function lossesOfNodes(
  place: GaleraPlace,
  name: string,
  find: () => Promise<DatabaseServer>,
  { isFromPutOut = false, ...bounds }: Bounds,
): (() => Promise<Fault>)[] {
  const { cluster } = place;
  const whole = async (): Promise<void> => {
    await cluster.whole();
    await wait(SETTLE_MS);
  };
  let lost: DatabaseServer | undefined;
  const nodeInUse = async () => {
    const node = (lost = await find());
    await eventually(async () => (await place.usersOf(node)) >= USED_BY, USED_WITHIN_MS);
    return {
      kill: () => node.kill(),
      start: () => cluster.rejoin(node),
      freeze: () => node.freeze(),
      thaw: () => node.thaw(),
    };
  };
  return lossesOf(name, nodeInUse, {
    whole,
    ...bounds,
    ...(isFromPutOut && { putOut: () => cluster.without(lost!) }),
  });
}
