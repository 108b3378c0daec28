import { startService } from '../../faults/stage/service.js';
import { count, most, ms } from '../../faults/stage/stage.js';
import { eventually } from '../../kit/process/patience.js';
import type { Service } from '../../kit/process/service.js';
import type { ClusterScenario } from '../stage/cluster-stage.js';
import type { GaleraPlace } from '../stage/galera-place.js';

const ROUNDS = 20;

/** What came of one round. */
interface Round {
  readonly ms: number;
  /** What its starts failed with, and what they should not have left. */
  readonly failures: readonly string[];
}

export const firstStarts: ClusterScenario = {
  name: 'Galera, three first starts at once',
  run: async (stage) => {
    const place = await stage.galera();
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS)
      rounds.push(await startOnNothing(place, `device_api_first_${rounds.length}`));
    const failures = rounds.flatMap((round) => round.failures);
    stage.found(
      'an instance at each node of an empty cluster starts, and each migration is noted once',
      failures.length === 0,
      `${failures.length} of ${count(ROUNDS * place.cluster.nodes.length)} starts failed, slowest three ${ms(most(rounds.map((round) => round.ms)))}` +
        (failures[0] === undefined ? '' : `; ${failures[0].slice(0, 300)}`),
    );
  },
};

async function startOnNothing(
  { cluster: { nodes }, databaseOfNode }: GaleraPlace,
  name: string,
): Promise<Round> {
  const [first] = nodes;
  await first!.ask(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await Promise.all(nodes.map((node) => eventually(() => node.ask('SELECT 1', name))));
  const began = performance.now();
  const starts = await Promise.allSettled(nodes.map((node) => startService(databaseOfNode(node, name))));
  const took = performance.now() - began;
  const failures = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
  const twice = await first!.ask<{ name: string }>(
    'SELECT name FROM migrations GROUP BY name HAVING COUNT(*) > 1',
    name,
  );
  failures.push(...twice.map((migration) => `${migration.name} is noted twice`));
  const services = starts.flatMap((start): Service[] => (start.status === 'fulfilled' ? [start.value] : []));
  await Promise.all(services.map((service) => service.kill()));
  await first!.ask(`DROP DATABASE ${name}`);
  return { ms: took, failures };
}
