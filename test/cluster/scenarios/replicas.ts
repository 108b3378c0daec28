import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseServer } from '../../kit/database/database-server.js';
import type { ClusterScenario } from '../stage/cluster-stage.js';
import { lossesOf } from '../stage/losses.js';
import { goThrough } from '../stage/ordeal.js';
import { removeKeys } from './revoked-keys.js';

const LAYOUT = 'primary and replicas';
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
    const ofReplica = { killedForMs: 0, frozenForMs: PUT_OUT_WITHIN_MS, whole: caughtUp };
    // nobody takes over by itself: keys are looked up there alone
    const total = { isTotal: true, slowestMs: REFUSED_WITHIN_MS };
    const ofPrimary = { killedForMs: BACK_WITHIN_MS, frozenForMs: BACK_WITHIN_MS, ...total };
    await place.startInstances(LAYOUT);
    await goThrough(stage, LAYOUT, place, place.databaseOf(), [
      ...lossesOf('a replica', () => replica, ofReplica),
      ...lossesOf('the primary', () => databases.primary, ofPrimary),
    ]);
    await removeKeys(stage, LAYOUT, place);
    await place.stopInstances();
  },
};
