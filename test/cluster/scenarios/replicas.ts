import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseServer } from '../../kit/database/database-server.js';
import type { ClusterScenario } from '../stage/cluster-stage.js';
import { goThrough, type Fault } from '../stage/ordeal.js';
import { removeKeys } from './revoked-keys.js';

const LAYOUT = 'primary and replicas';
const DEAD_MS = 8_000;
const FROZEN_MS = 20_000;
/** In which the proxy takes in a server that is back. */
const SETTLE_MS = 4_000;
/** Two checks that are a second apart and wait for one. */
const PUT_OUT_WITHIN_MS = 4_000;
const BACK_WITHIN_MS = 5_000;
const REFUSED_WITHIN_MS = 2_100;

export const primaryAndReplicas: ClusterScenario = {
  name: 'A primary with two replicas',
  run: async (stage) => {
    const place = await stage.pair();
    const { databases } = place;
    const [replica] = databases.replicas as [DatabaseServer];
    const caughtUp = async (): Promise<void> => {
      await databases.caughtUp(replica);
      await wait(SETTLE_MS);
    };
    const ofReplica: Fault[] = [
      {
        name: 'a replica killed',
        begin: () => replica.stop('SIGKILL'),
        lastsMs: DEAD_MS,
        end: () => replica.start().then(caughtUp),
        refusedForMs: 0,
      },
      {
        name: 'a replica frozen',
        begin: () => replica.freeze(),
        lastsMs: FROZEN_MS,
        end: () => {
          replica.thaw();
          return caughtUp();
        },
        refusedForMs: PUT_OUT_WITHIN_MS,
      },
    ];
    // nobody takes over by itself: keys are looked up there alone
    const total = { isTotal: true, refusedForMs: BACK_WITHIN_MS, slowestMs: REFUSED_WITHIN_MS };
    const { primary } = databases;
    const ofPrimary: Fault[] = [
      {
        name: 'the primary killed',
        begin: () => primary.stop('SIGKILL'),
        lastsMs: DEAD_MS,
        end: () => primary.start(),
        ...total,
      },
      {
        name: 'the primary frozen',
        begin: () => primary.freeze(),
        lastsMs: FROZEN_MS,
        end: () => primary.thaw(),
        ...total,
      },
    ];
    await place.startInstances(LAYOUT);
    const faults = [...ofReplica, ...ofPrimary].map((fault) => () => Promise.resolve(fault));
    await goThrough(stage, LAYOUT, place, place.databaseOf(), faults);
    await removeKeys(stage, LAYOUT, place);
    await place.stopInstances();
  },
};
