import type { EncodingName } from '../client/downloads.js';
import { DATABASE, type Lab } from '../lab.js';
import { BULK_DAY, BULK_MONTH, bulkRows } from './comparisons.js';
import { median, ProcessMeter } from './measure.js';
import { atMost, type Finding, type Scenario } from './scenario.js';

interface Form {
  readonly title: string;
  readonly query?: string;
  readonly encoding?: EncodingName;
  readonly megabytes: number;
}

const FORMS: readonly Form[] = [
  { title: 'Memory growth', megabytes: 32 },
  { title: 'Memory growth as NDJSON', query: '&format=ndjson', megabytes: 32 },
  { title: 'Memory growth as CSV', query: '&format=csv', megabytes: 32 },
  { title: 'Memory growth as Parquet', query: '&format=parquet', megabytes: 64 },
  { title: 'Memory growth in br', encoding: 'br', megabytes: 32 },
  { title: 'Memory growth in gzip', encoding: 'gzip', megabytes: 32 },
];

export const fiveMillion: Scenario = {
  name: 'five-million',
  async run(lab) {
    const rows = bulkRows(lab).toLocaleString('en-US');
    const once = await growths(lab, DATABASE, `${rows} rows`);
    if (lab.options.quick) return once;
    await makeFiveTimes(lab, 'bench_long');
    const fiveTimes = await growths(lab, 'bench_long', 'five times as many rows');
    await lab.server.query('DROP DATABASE bench_long');
    return [...once, ...fiveTimes];
  },
};

async function makeFiveTimes(lab: Lab, database: string): Promise<void> {
  await lab.derive(database, ['locations', 'data_usage']);
  const copies = Array.from({ length: 5 }, (_, copy) => [
    `INSERT INTO locations SELECT enterprise_key, created_at + ${copy}, id + ${copy} * 10000000, device_key, imei, accuracy, altitude,`,
    `lat, lng, provider, geofence_id, inside_geofence, using_mock_location, change_number FROM ${DATABASE}.locations WHERE enterprise_key = 1`,
  ]);
  const statements = [
    'ALTER TABLE locations DROP INDEX locations_id, DROP INDEX locations_device', // Unused here, and slow to fill
    ...copies.map((lines) => lines.join(' ')),
    'ANALYZE TABLE locations',
  ];
  for (const statement of statements) await lab.server.query(statement, database);
}

async function growths(lab: Lab, database: string, rows: string): Promise<Finding[]> {
  const findings = [];
  for (const form of FORMS) {
    const grown = await growthOf(lab, database, form);
    findings.push(atMost(`${form.title}, ${rows}`, grown, 'MB', form.megabytes));
  }
  return findings;
}

/** Returns the median of three new servers, because the memory growth varies. */
async function growthOf(lab: Lab, database: string, { query = '', encoding }: Form): Promise<number> {
  const growths = [];
  for (let server = 0; server < 3; server++) {
    const product = await lab.start('product', database);
    const job = { port: product.port, ...(encoding && { encoding }) };
    await lab.download({ ...job, path: BULK_DAY + query });
    const memory = new ProcessMeter(product.program.pid);
    await lab.download({ ...job, path: BULK_MONTH + query });
    growths.push(memory.grownMegabytes);
    await product.program.kill();
  }
  return median(growths);
}
