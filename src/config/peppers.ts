import type { Config } from './config.js';

/** The pepper in use, and behind it the one before, whose hashes and seals still count (docs/rotation.md). */
export type Peppers = readonly [string, ...string[]];

export function peppersOf({
  keyPepper,
  previousPepper,
}: Pick<Config, 'keyPepper' | 'previousPepper'>): Peppers {
  if (keyPepper === undefined) throw new Error('The service runs without a key pepper');
  return previousPepper === undefined ? [keyPepper] : [keyPepper, previousPepper];
}
