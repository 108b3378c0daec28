import type { Contender } from '../contenders/contenders.js';
import type { Lab } from '../lab.js';
import { BULK_TEN_DAYS, LIST, USAGE_MONTH } from './comparisons.js';
import { median, ratiosToFirst } from './measure.js';
import { atLeast, type Finding, type Scenario } from './scenario.js';

const TURN_SECONDS = 1;

const ROUNDS = 15;

const FORMATS = ['json', 'ndjson', 'csv', 'parquet'] as const;
type Format = (typeof FORMATS)[number];

interface FormatRoute {
  readonly title: string;
  readonly path: string;
  readonly bounds: Readonly<Record<Exclude<Format, 'json'>, number>>;
}

/** NDJSON differs from JSON by one byte a row. The bound allows for noise. */
const AS_FAST = 0.98;

const ROUTES: readonly FormatRoute[] = [
  { title: 'Locations', path: `${BULK_TEN_DAYS}&`, bounds: { ndjson: AS_FAST, csv: 1, parquet: 0.25 } },
  { title: 'Data usage', path: `${USAGE_MONTH}&`, bounds: { ndjson: AS_FAST, csv: 1, parquet: 0.25 } },
  { title: 'All devices', path: `${LIST}?`, bounds: { ndjson: 0.7, csv: 0.7, parquet: 0.25 } },
];

export const formats: Scenario = {
  name: 'formats',
  async run(lab) {
    const product = await lab.start('product');
    const findings: Finding[] = [];
    for (const { title, path, bounds } of ROUTES) {
      const times = await ratiosToFirst(lab.options.quick ? 1 : ROUNDS, FORMATS, (format) =>
        timeOf(lab, product, `${path}format=${format}`),
      );
      for (const format of ['ndjson', 'csv', 'parquet'] as const) {
        const rate = 1 / times.get(format)!;
        findings.push(
          atLeast(`${title} as ${format}: rows per second, relative to JSON`, rate, 'times', bounds[format]),
        );
      }
    }
    return findings;
  },
};

export const fewFields: Scenario = {
  name: 'few-fields',
  async run(lab) {
    const product = await lab.start('product');
    const some = `${LIST}?fields=id,last_connect,remaining_battery`;
    const times = await ratiosToFirst(lab.options.rounds, [LIST, some], (path) => timeOf(lab, product, path));
    const devices = lab.options.devices.toLocaleString('en-US');
    return [
      atLeast(
        `List of ${devices} devices: rate with three fields, relative to all fields`,
        1 / times.get(some)!,
        'times',
        4,
      ),
    ];
  },
};

async function timeOf(lab: Lab, { port }: Contender, path: string): Promise<number> {
  const responses = await lab.downloads({ port, path, seconds: TURN_SECONDS });
  if (responses.some(({ status }) => status !== 200)) throw new Error(`No response to ${path}`);
  return median(responses.map(({ ms }) => ms));
}
