/** `npm run test:faults`: causes faults, and tests the guarantees of docs/operations/reliability.md. */
import { DatabaseServer } from '../kit/database/database-server.js';
import { newDatabaseName } from '../kit/database/throwaway.js';
import { brokenStreams } from './scenarios/broken-streams.js';
import { databaseFaults } from './scenarios/database-faults.js';
import { followedFeeds } from './scenarios/followed-feeds.js';
import { hostileInput } from './scenarios/hostile-input.js';
import { killedWorkers } from './scenarios/killed-workers.js';
import { overload } from './scenarios/overload.js';
import { revocation } from './scenarios/revocation.js';
import { slowClients } from './scenarios/slow-clients.js';
import { stopAndDeploy } from './scenarios/stop-and-deploy.js';
import { chooseScenarios, runProgram } from './stage/findings.js';
import { loadFixtures } from './stage/fixtures.js';
import { Stage } from './stage/stage.js';

/** Has no privilege to use the connection that MariaDB reserves for administrators. */
const USER = 'device_api';

const SCENARIOS = [
  databaseFaults,
  brokenStreams,
  slowClients,
  hostileInput,
  revocation,
  followedFeeds,
  stopAndDeploy,
  killedWorkers,
  overload,
];

runProgram(async (args) => {
  const chosen = chooseScenarios(SCENARIOS, args);
  const server = await DatabaseServer.create({ options: ['--innodb-flush-log-at-trx-commit=1'] });
  const name = newDatabaseName();
  await server.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await server.query(`CREATE USER ${USER}@'%'; GRANT ALL ON ${name}.* TO ${USER}@'%'`);
  const databaseUrl = server.url(name).replace('root@', `${USER}@`);
  await loadFixtures(databaseUrl);
  const stage = new Stage(args.includes('--short'), server, databaseUrl);
  const status = await stage.runAll(chosen);
  if (args.includes('--write')) stage.writePage('measured');
  await server.kill();
  return status;
});
