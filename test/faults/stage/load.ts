import { node, run } from '../../kit/process/program.js';
import type { Orders, Outcome } from './load-generator.js';

/** Runs the load generator as a process of its own. */
export async function load(orders: Orders): Promise<Outcome> {
  const { stdout } = await run(node('test/faults/stage/load-generator.js', JSON.stringify(orders)));
  return JSON.parse(stdout) as Outcome;
}
