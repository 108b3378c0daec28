import type { DatabaseServer } from '../../kit/database/database-server.js';
import type { ClusterScenario, ClusterStage } from '../stage/cluster-stage.js';
import { LAYOUTS, type Layout } from '../stage/galera-place.js';
import { goThrough } from '../stage/ordeal.js';

const LOST_MS = 6_000;
const REFUSED_WITHIN_MS = 2_100;
const BACK_WITHIN_MS = 5_000;

export const allNodesLost: ClusterScenario = {
  name: 'Galera, all nodes lost',
  run: async (stage) => {
    for (const layout of LAYOUTS) await loseAll(stage, layout);
  },
};

async function loseAll(stage: ClusterStage, layout: Layout): Promise<void> {
  const place = await stage.galera();
  const { cluster } = place;
  let first: DatabaseServer | undefined;
  const allKilled = {
    name: 'all nodes killed',
    begin: async () => {
      await Promise.all(cluster.nodes.map((node) => node.kill()));
    },
    lastsMs: LOST_MS,
    end: async () => {
      first = await cluster.begin();
    },
    refusedForMs: BACK_WITHIN_MS,
    isTotal: true,
    slowestMs: REFUSED_WITHIN_MS,
  };
  await place.startInstances(layout);
  await goThrough(stage, layout, place, place.databaseOf(layout), [() => allKilled]);
  for (const node of cluster.nodes) if (node !== first) await cluster.rejoin(node);
  await cluster.whole();
  await place.stopInstances();
}
