import {
  aDataUsage as aUsageOf,
  aDevice,
  aLocation as aLocationOf,
  anApplication as anApplicationOf,
  anEnterprise,
  aScreenTime as aScreenTimeOf,
  type ExportRecord,
} from '../kit/app/builders.js';

/** Lines of an export, each complete by itself and the first of its kind; name what matters. */

export { aDevice, anEnterprise };

export const aUsage = (more: ExportRecord = {}): ExportRecord => aUsageOf({ id: 1, ...more });
export const aScreenTime = (more: ExportRecord = {}): ExportRecord => aScreenTimeOf({ id: 1, ...more });
export const anApplication = (more: ExportRecord = {}): ExportRecord => anApplicationOf({ ID: 1, ...more });
export const aLocation = (more: ExportRecord = {}): ExportRecord => aLocationOf({ id: 1, ...more });

/** A file of each kind with a record. */
export const anExport = () => ({
  enterprises: [anEnterprise()],
  devices: [aDevice()],
  datausage: [aUsage()],
  screentime: [aScreenTime()],
  applications: [anApplication()],
  locations: [aLocation()],
});

/** One a second. */
export const manyLocations = (count: number): ExportRecord[] =>
  Array.from({ length: count }, (_, at) =>
    aLocation({ id: at + 1, created_at: new Date(1_774_771_200_000 + at * 1000).toISOString() }),
  );
