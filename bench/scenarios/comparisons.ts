import { measureDownload, measureLoad, type Comparison } from './comparison.js';
import type { ContenderName } from '../contenders/contenders.js';
import { DEVICES_WITH_USAGE, deviceId } from '../database/fleet.js';
import { FLEET_USAGE } from '../database/fleet-usage.js';
import { customer, type Lab } from '../lab.js';

const ALL: readonly ContenderName[] = ['baseline', 'product', 'typical'];
const CONNECTIONS = 48;

/** Spreads requests over many devices, so that no cache of one response helps. */
function requests(
  { keys }: Pick<Lab, 'keys'>,
  path: (device: string) => string,
  devices: number,
  callers = 1,
) {
  return Array.from({ length: 997 }, (_, at) => {
    const caller = keys[at % callers]!;
    const device = deviceId(1 + ((at * 7) % Math.min(devices, caller.enterprise.devices)));
    return { path: path(device), ...customer(caller) };
  });
}

const small = (
  name: string,
  title: string,
  path: (device: string) => string,
  devices: number,
  keys?: (lab: Lab) => number,
): Comparison => ({
  ...{ name, title, unit: 'requests', contenders: ALL },
  measure: (lab, contender) =>
    measureLoad(lab, contender, {
      connections: CONNECTIONS,
      requests: requests(lab, path, devices, keys?.(lab)),
    }),
});

interface ExpectedRows {
  readonly rows: (lab: Lab) => number;
  readonly times: number;
}

const long = (
  name: string,
  title: string,
  unit: 'rows' | 'requests',
  path: string,
  { rows, times }: ExpectedRows,
): Comparison => ({
  ...{ name, title, unit, contenders: ALL },
  measure: (lab, contender) => measureDownload(lab, contender, path, { rows: rows(lab), times }),
});

const fleetUsage = (name: string, title: string, path: string, expected: ExpectedRows): Comparison => ({
  ...long(name, title, 'rows', path, expected),
  ...{ contenders: ['baseline', 'product'], database: FLEET_USAGE },
});

const DETAIL = (device: string): string => `/api/v1/device/id/${device}`;
export const detailRequests = (lab: Pick<Lab, 'keys'>): ReturnType<typeof requests> =>
  requests(lab, DETAIL, 5000);
export const BULK_MONTH = '/api/v1/device-location/bulk?startdate=2026-06-01&enddate=2026-06-30';
export const BULK_TEN_DAYS = '/api/v1/device-location/bulk?startdate=2026-06-11&enddate=2026-06-20';
export const BULK_DAY = '/api/v1/device-location/bulk?startdate=2026-06-29&enddate=2026-06-29';
export const bulkRows = ({ options }: Lab): number => Math.floor(options.locations / 3);

export const USAGE_MONTH = FLEET_USAGE.month;
export const LIST = '/api/v1/device';

const USAGE = (device: string): string => `/api/v1/device/datausage/id/${device}`;
export const usageRequests = (lab: Lab): ReturnType<typeof requests> =>
  requests(lab, USAGE, DEVICES_WITH_USAGE);

export const COMPARISONS: readonly Comparison[] = [
  small('detail', 'One device', DETAIL, 5000),
  small('usage', 'Data usage of one device, 160 rows', USAGE, DEVICES_WITH_USAGE),
  small(
    'locations',
    'Locations of one device, 200 rows',
    (device) => `/api/v1/device-location/id/${device}`,
    5000,
  ),
  small('many-keys', 'One device, all keys of all enterprises', DETAIL, 5000, ({ keys }) => keys.length),
  long('list', 'All 5,000 devices', 'requests', LIST, { rows: () => 1, times: 5 }),
  long('bulk-day', 'All locations of a day', 'rows', BULK_DAY, {
    rows: (lab) => Math.floor(bulkRows(lab) / lab.options.days),
    times: 8,
  }),
  long('bulk-month', 'All locations of 30 days', 'rows', BULK_MONTH, { rows: bulkRows, times: 1 }),
  fleetUsage('usage-day', 'Data usage of all devices, a day out of a year', FLEET_USAGE.day, {
    rows: FLEET_USAGE.dayRows,
    times: 8,
  }),
  fleetUsage('usage-month', 'Data usage of all devices, 30 days', FLEET_USAGE.month, {
    rows: FLEET_USAGE.monthRows,
    times: 1,
  }),
];
