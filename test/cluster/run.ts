/** `npm run test:cluster`: kills Galera nodes, and tests the guarantees of docs/operations/reliability.md. */
import { chooseScenarios, runProgram } from '../faults/stage/findings.js';
import { GaleraCluster } from '../kit/database/galera-cluster.js';
import { findBinary } from '../kit/process/find-binary.js';
import { Deployment } from './deployment.js';
import { ClusterStage, SCENARIOS } from './scenarios.js';

runProgram(async (args) => {
  const missing = [GaleraCluster.missingPrograms, findBinary('haproxy') ? '' : 'haproxy']
    .filter(Boolean)
    .join(', ');
  if (missing) {
    console.log(
      `Not tried: ${missing} missing. On Debian: apt install mariadb-server galera-4 rsync haproxy`,
    );
    return 0;
  }
  const chosen = chooseScenarios(SCENARIOS, args);
  const deployment = await Deployment.start();
  const stage = new ClusterStage(deployment);
  const status = await stage.runAll(chosen);
  if (args.includes('--write')) stage.writePage('measured in a cluster');
  await deployment.stop();
  return status;
});
