/** `npm run test:cluster`: several nodes, instances and proxies on one machine, of which each is lost in turn. */
import { conclude, play, runToItsEnd } from '../faults/stage/findings/findings.js';
import { writePage } from '../faults/stage/findings/reliability-page.js';
import { GaleraCluster } from '../kit/database/galera-cluster.js';
import { findBinary } from '../kit/process/find-binary.js';
import { firstStarts } from './scenarios/first-starts.js';
import { allNodesLost } from './scenarios/galera-lost.js';
import { roundRobin, writerAndReaders } from './scenarios/galera-nodes.js';
import { withoutQuorum } from './scenarios/galera-quorum.js';
import { primaryAndReplicas } from './scenarios/replicas.js';
import { revokedKeys } from './scenarios/revoked-keys.js';
import { instanceLost, redisLost, wayToNodesLost } from './scenarios/lost-parts.js';
import { twoImports } from './scenarios/two-imports.js';
import { ClusterStage, type ClusterScenario } from './stage/cluster-stage.js';

const USAGE = 'Usage: npm run test:cluster -- [--write] [NAME...]';
const SCENARIOS: readonly ClusterScenario[] = [
  writerAndReaders,
  roundRobin,
  revokedKeys,
  firstStarts,
  twoImports,
  instanceLost,
  redisLost,
  wayToNodesLost,
  withoutQuorum,
  allNodesLost,
  primaryAndReplicas, // last: the cluster ends for it
];

async function main(args: readonly string[]): Promise<number> {
  const missing = whatIsMissing();
  if (missing) {
    console.log(
      `Not tried: ${missing} missing. On Debian: apt install mariadb-server galera-4 rsync haproxy redis-server`,
    );
    return 0;
  }
  const names = args.filter((arg) => !arg.startsWith('--'));
  const chosen = SCENARIOS.filter(
    ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
  );
  if (chosen.length === 0) throw new Error(USAGE);
  const began = performance.now();
  const stage = new ClusterStage();
  for (const scenario of chosen) await play(scenario, stage.for(scenario.name));
  await stage.stop();
  if (args.includes('--write')) writePage(stage.findings, 'measured in a cluster');
  return conclude(stage, began);
}

function whatIsMissing(): string {
  const programs = ['haproxy', 'redis-server'].filter((name) => findBinary(name) === undefined);
  return [GaleraCluster.missing, ...programs].filter((name) => name !== '').join(', ');
}

runToItsEnd(main);
