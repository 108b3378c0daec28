import type { ComparisonResult } from './comparison.js';
import { atLeast, atMost, type Finding } from './scenario.js';

const RATE: Readonly<Record<string, number>> = {
  detail: 0.7,
  usage: 1,
  list: 1.2,
  'bulk-month': 1.1,
  'usage-day': 1,
  'usage-month': 1.1,
};
/** Limits the milliseconds to the first byte. The usage query first looks up thousands of devices. */
const FIRST_BYTE: Readonly<Record<string, number>> = { 'bulk-month': 50, 'usage-month': 100 };

export function targets(results: readonly ComparisonResult[]): Finding[] {
  return results.flatMap(({ name, title, figures, ratios }) => {
    const { product } = ratios;
    if (!product) return [];
    const findings: Finding[] = [];
    if (RATE[name])
      findings.push(atLeast(`${title}: rate, relative to the baseline`, product.rate, 'times', RATE[name]));
    if (name === 'detail')
      findings.push(atMost(`${title}: p99, relative to the baseline`, product.p99, 'times', 1.3));
    if (FIRST_BYTE[name]) {
      findings.push(
        atMost(`${title}: CPU time, relative to the baseline`, product.serverCpu, 'times', 0.7),
        atMost(`${title}: first byte`, figures.product!.firstByteMs, 'ms', FIRST_BYTE[name]),
        atMost(`${title}: memory growth`, figures.product!.grownMegabytes, 'MB', 32),
      );
    }
    return findings;
  });
}
