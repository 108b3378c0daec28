import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface BenchOptions {
  readonly quick: boolean;
  readonly only: readonly string[];
  /** Keeps the seeded server here for the next run. Without it, the data is temporary. */
  readonly dataFolder: string | undefined;
  readonly before: string | undefined;
  readonly devices: number;
  readonly days: number;
  readonly locations: number;
  readonly enterprises?: number;
  readonly large: boolean;
  readonly rounds: number;
  readonly seconds: number;
  readonly publish: boolean;
}

const DEFAULT_SIZE = { devices: 5_000, days: 30, locations: 3_000_000 };
const LARGE_SIZE = { devices: 1_000, days: 100, locations: 50_000_000, enterprises: 50 };

export function readOptions(args: string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      large: { type: 'boolean', default: false },
      data: { type: 'string' },
      before: { type: 'string' },
      devices: { type: 'string' },
      days: { type: 'string' },
      locations: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      publish: { type: 'boolean' },
    },
  });
  const defaults = values.large ? LARGE_SIZE : DEFAULT_SIZE;
  return {
    ...defaults,
    quick: values.quick,
    only: positionals,
    dataFolder: values.data,
    before: values.before && resolve(values.before),
    large: values.large,
    devices: Number(values.devices ?? defaults.devices),
    days: Number(values.days ?? defaults.days),
    locations: Number(values.locations ?? defaults.locations),
    rounds: Number(values.rounds ?? (values.quick ? 1 : 5)),
    seconds: Number(values.seconds ?? (values.quick ? 2 : 4)),
    publish: values.publish ?? (!values.quick && positionals.length === 0),
  };
}
