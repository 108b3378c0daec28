import type { Value } from '../../src/database/rows/reader.js';
import type { Lab } from '../lab.js';
import { usageOfDevice } from './fleet.js';
import { loadTable } from './seed.js';

const DATABASE = 'bench_usage';
const MONTH = { day: 0, days: 30, perDay: 8 };
const MONTHS_BEFORE = { day: -335, days: 335, perDay: 2 };

const bulk = (from: string, to: string): string =>
  `/api/v1/device/datausage/bulk?startdate=2026-06-${from}&enddate=2026-06-${to}`;

/** The month, in rows of the usual shape: 1.2 million for 5,000 devices. */
export function* usageOfMonth(devices: number): Generator<Value[]> {
  for (let device = 1; device <= devices; device++) yield* usageOfDevice(1, device, MONTH);
}

const month = bulk('01', '30');
const day = bulk('17', '17');

export const FLEET_USAGE = {
  name: DATABASE,
  paths: [month, day],
  month,
  monthRows: ({ options }: Lab): number => options.devices * MONTH.perDay * MONTH.days,
  day,
  dayRows: ({ options }: Lab): number => options.devices * MONTH.perDay,
  async make(lab: Lab): Promise<void> {
    await lab.derive(DATABASE, ['locations', 'data_usage']);
    await loadTable(lab.server, DATABASE, 'data_usage', fleetRows(lab.options.devices));
  },
};

function* fleetRows(devices: number): Generator<Value[]> {
  for (let device = 1; device <= devices; device++) yield* usageOfDevice(1, device, MONTHS_BEFORE, MONTH);
}
