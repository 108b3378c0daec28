import { startOfDayAgo } from '../../src/time/days.js';
import { ZonedTime } from '../../src/time/zoned-time.js';
import { TIME_SERIES_KINDS } from '../../src/database/record-tables.js';
import type { Export, ExportRecord } from '../kit/app/builders.js';
import { aRecord } from '../kit/sync/one-of-each.js';

export const ZONE = 'Europe/Berlin';

export const ago = (days: number, milliseconds = 0, zone = ZONE): string => {
  const time = ZonedTime.of(zone);
  return time.format(startOfDayAgo(days, Date.now(), time) + milliseconds);
};

export const agedRecords = (
  times: readonly (string | null)[],
  overrides: ExportRecord = {},
): Pick<Export, 'datausage' | 'screentime' | 'locations'> => {
  const of = (kind: (typeof TIME_SERIES_KINDS)[number]): ExportRecord[] =>
    times.map((time, at) =>
      aRecord(kind, at + 1, { [kind === 'locations' ? 'created_at' : 'start']: time, ...overrides }),
    );
  return { datausage: of('datausage'), screentime: of('screentime'), locations: of('locations') };
};
