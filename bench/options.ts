import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What `npm run bench -- ...` may say. */
export interface BenchOptions {
  readonly quick: boolean;
  /** Names of scenarios; all of them when empty. */
  readonly only: readonly string[];
  /** Keeps the seeded server here for the next run; else it lives in the temporary folder and goes afterwards. */
  readonly dataFolder: string | undefined;
  /** A built checkout of another version, to compare with. */
  readonly before: string | undefined;
  readonly devices: number;
  readonly days: number;
  readonly fixes: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Replaces the checked-in table, chart and figures. */
  readonly publish: boolean;
}

export function readOptions(args: string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      data: { type: 'string' },
      before: { type: 'string' },
      devices: { type: 'string', default: '5000' },
      days: { type: 'string', default: '30' },
      fixes: { type: 'string', default: '3000000' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      publish: { type: 'boolean' },
    },
  });
  return {
    quick: values.quick,
    only: positionals,
    dataFolder: values.data,
    before: values.before && resolve(values.before),
    devices: Number(values.devices),
    days: Number(values.days),
    fixes: Number(values.fixes),
    rounds: Number(values.rounds ?? (values.quick ? 1 : 5)),
    seconds: Number(values.seconds ?? (values.quick ? 2 : 4)),
    publish: values.publish ?? (!values.quick && positionals.length === 0),
  };
}
