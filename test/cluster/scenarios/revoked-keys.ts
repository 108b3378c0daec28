import { count } from '../../faults/stage/stage.js';
import type { Findings } from '../../faults/stage/findings/findings.js';
import type { ClusterScenario } from '../stage/cluster-stage.js';
import { LAYOUTS } from '../stage/galera-place.js';
import { knownRequests } from '../stage/known-fleet.js';
import { KeyTrials } from '../stage/key-trials.js';
import type { Place } from '../stage/ordeal.js';
import { KnownLoad } from '../stage/known-load.js';

const TRIALS = 1_000;
/** Some are refused, and say nothing. */
const MOST_TRIALS = 1_200;
const WORKERS = 4;
/** Of other requests, beside some hundred for the keys. */
const RATE = 60;

export const revokedKeys: ClusterScenario = {
  name: 'Galera, keys that are removed',
  run: async (stage) => {
    const place = await stage.galera();
    for (const layout of LAYOUTS) {
      await place.startInstances(layout);
      await removeKeys(stage, layout, place);
      await place.stopInstances();
    }
  },
};

/** While other requests are served. */
export async function removeKeys(findings: Findings, where: string, place: Place): Promise<void> {
  const load = new KnownLoad(place.port, await knownRequests(place.known, place.port), RATE);
  const trials = new KeyTrials(place.instances.map(({ port }) => port));
  let begun = 0;
  const work = async (): Promise<void> => {
    while (trials.removed < TRIALS && begun < MOST_TRIALS) await trials.trial(begun++);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const { answers } = await load.end();
  const others = answers.filter(({ was }) => was !== 'right');
  const examples = [trials.failures[0], others[0]?.instead].filter((text) => text !== undefined);
  findings.found(
    `${where}: no key opens anything after the answer to its removal, at any instance`,
    trials.stale === 0 && trials.removed >= TRIALS && examples.length === 0,
    `${trials.stale} of ${count(trials.removed)} stale, ${trials.refused} refused, ${count(answers.length)} other requests` +
      examples.map((example) => `; ${example}`).join(''),
  );
}
