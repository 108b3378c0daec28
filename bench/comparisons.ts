import { downloadTurn, loadTurn, type Comparison } from './comparison.js';
import type { ContenderName } from './contenders.js';
import { DEVICES_WITH_USAGE, deviceId } from './fleet.js';
import type { Lab } from './lab.js';

const ALL: readonly ContenderName[] = ['baseline', 'product', 'typical'];
const CONNECTIONS = 48;

/** Requests for many devices, so that no cache of one answer would help. */
function requests(lab: Lab, path: (device: string) => string, devices: number, keys = 1) {
  return Array.from({ length: 997 }, (_, at) => {
    const { key, enterprise } = lab.keys[at % keys]!;
    const device = deviceId(1 + ((at * 7) % Math.min(devices, enterprise.devices)));
    return { path: path(device), key, enterprise: enterprise.id };
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
  turn: (lab, contender) =>
    loadTurn(lab, contender, {
      connections: CONNECTIONS,
      requests: requests(lab, path, devices, keys?.(lab)),
    }),
});

const long = (
  name: string,
  title: string,
  unit: 'rows' | 'requests',
  path: string,
  { rows, times }: { rows: (lab: Lab) => number; times: number },
): Comparison => ({
  ...{ name, title, unit, contenders: ALL },
  turn: (lab, contender) => {
    const { key, enterprise } = lab.keys[0]!;
    return downloadTurn(lab, contender, { path, key, enterprise: enterprise.id }, { rows: rows(lab), times });
  },
});

const DETAIL = (device: string): string => `/api/v1/device/id/${device}`;
export const detailRequests = (lab: Lab): ReturnType<typeof requests> => requests(lab, DETAIL, 5000);
export const BULK_MONTH = '/api/v1/device-location/bulk?startdate=2026-06-01&enddate=2026-06-30';
export const BULK_DAY = '/api/v1/device-location/bulk?startdate=2026-06-29&enddate=2026-06-29';
export const bulkRows = ({ options }: Lab): number => Math.floor(options.fixes / 3);

const USAGE = (device: string): string => `/api/v1/device/datausage/id/${device}`;
export const usageRequests = (lab: Lab): ReturnType<typeof requests> =>
  requests(lab, USAGE, DEVICES_WITH_USAGE);

/** The questions that all contenders answer. */
export const COMPARISONS: readonly Comparison[] = [
  small('detail', 'One device', DETAIL, 5000),
  small('usage', 'Data usage of one device, 160 rows', USAGE, DEVICES_WITH_USAGE),
  small(
    'locations',
    'Positions of one device, 200 rows',
    (device) => `/api/v1/device-location/id/${device}`,
    5000,
  ),
  small('many-keys', 'One device, all keys of all enterprises', DETAIL, 5000, ({ keys }) => keys.length),
  long('list', 'All 5,000 devices', 'requests', '/api/v1/device', { rows: () => 1, times: 5 }),
  long('bulk-day', 'All positions of a day', 'rows', BULK_DAY, {
    rows: (lab) => Math.floor(bulkRows(lab) / lab.options.days),
    times: 8,
  }),
  long('bulk-month', 'All positions of 30 days', 'rows', BULK_MONTH, { rows: bulkRows, times: 1 }),
];
