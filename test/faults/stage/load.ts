import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Orders, Outcome } from './load-generator.js';

const GENERATOR = join(__dirname, 'load-generator.js');

/** Runs the load generator as a process of its own. */
export async function load(orders: Orders): Promise<Outcome> {
  const { stdout } = await promisify(execFile)(process.execPath, [GENERATOR, JSON.stringify(orders)], {
    maxBuffer: 512 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Outcome;
}
