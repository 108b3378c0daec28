import { node, run } from '../process/program.js';
import type { Orders, Outcome } from './load-generator.js';

/** Runs the load generator as a process of its own. */
export async function load(orders: Orders): Promise<Outcome> {
  const command = node('test/kit/load/load-generator.js');
  const { status, stdout, stderr } = await run(command, { input: JSON.stringify(orders) });
  if (status !== 0) throw new Error(`The load ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Outcome;
}
