/** `npm run test:faults`: does to real processes what a bad night does, and says which promises were kept. */
import { newDatabaseName } from '../kit/database/throwaway.js';
import { anonymousFloods } from './scenarios/clients/anonymous-floods.js';
import { auditTrail } from './scenarios/access/audit-trail.js';
import { brokenOverProxies } from './scenarios/processes/broken-over-proxies.js';
import { brokenStreams } from './scenarios/processes/broken-streams.js';
import { databaseFaults } from './scenarios/processes/database-faults.js';
import { hostileInput } from './scenarios/clients/hostile-input.js';
import { failedCalls } from './scenarios/access/failed-calls.js';
import { followedFeeds } from './scenarios/sync/followed-feeds.js';
import { isolation } from './scenarios/access/isolation.js';
import { keyTiming } from './scenarios/access/key-timing.js';
import { killedWorkers } from './scenarios/processes/killed-workers.js';
import { overload } from './scenarios/clients/overload.js';
import { revocation } from './scenarios/access/revocation.js';
import { signInTiming } from './scenarios/access/sign-in-timing.js';
import { slowClients } from './scenarios/clients/slow-clients.js';
import { stopAndDeploy } from './scenarios/processes/stop-and-deploy.js';
import { DatabaseServer } from '../kit/database/database-server.js';
import { loadFixtures } from './stage/fixtures.js';
import { conclude, play, runToItsEnd } from './stage/findings/findings.js';
import { writePage } from './stage/findings/reliability-page.js';
import { Stage, type Scenario } from './stage/stage.js';

const USAGE = 'Usage: npm run test:faults -- [--short] [--write] [NAME...]';
/** The service's user has no privilege to spare: it does not get the one connection that is kept for administrators. */
const USER = 'device_api';

/** One group after the other; those of a group play at the same time, each on processes of its own. */
const SCENARIOS: readonly (readonly Scenario[])[] = [
  [databaseFaults],
  [brokenStreams],
  [brokenOverProxies],
  [slowClients, hostileInput],
  [isolation],
  [keyTiming],
  [signInTiming],
  [auditTrail],
  [revocation],
  [failedCalls],
  [stopAndDeploy],
  [killedWorkers],
  [followedFeeds],
  [anonymousFloods],
  [overload],
];

async function prepare(server: DatabaseServer): Promise<string> {
  const name = newDatabaseName();
  await server.ask(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await server.ask(`CREATE USER ${USER}@'%'`);
  await server.ask(`GRANT ALL ON ${name}.* TO ${USER}@'%'`);
  const url = server.url(name).replace('root@', `${USER}@`);
  await loadFixtures(url);
  return url;
}

async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const isShort = args.includes('--short');
  const isChosen = ({ name, isOnlyFull = false }: Scenario): boolean =>
    !(isShort && isOnlyFull) && (names.length === 0 || names.some((part) => name.includes(part)));
  const chosen = SCENARIOS.map((group) => group.filter(isChosen)).filter((group) => group.length > 0);
  if (chosen.length === 0) throw new Error(USAGE);
  const began = performance.now();
  const server = await DatabaseServer.create({ options: ['--innodb-flush-log-at-trx-commit=1'] });
  const stage = new Stage(isShort, server, await prepare(server));
  for (const group of chosen) await playTogether(group, stage);
  const secondTries = process.env.CI ? chosen.flat().filter(({ name }) => stage.hasBroken(name)) : [];
  for (const scenario of secondTries) {
    stage.forget(scenario.name);
    await playTogether([scenario], stage);
  }
  await server.stop('SIGKILL');
  if (args.includes('--write')) writePage(stage.findings);
  if (process.env.CI)
    console.log(`\nPlayed a second time: ${secondTries.map(({ name }) => name).join(', ') || 'none'}`);
  return conclude(stage, began);
}

async function playTogether(group: readonly Scenario[], stage: Stage): Promise<void> {
  await Promise.all(group.map((scenario) => play(scenario, stage.for(scenario.name))));
  await stage.server.start(); // whatever a broken promise left it in
}

runToItsEnd(main);
