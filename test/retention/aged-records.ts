import { startOfDayAgo } from '../../src/time/days.js';
import { ZonedTime } from '../../src/time/zoned-time.js';
import { HISTORY_KINDS } from '../../src/database/record-tables.js';
import type { Export, ExportRecord } from '../kit/app/builders.js';
import { aRecord } from '../kit/sync/one-of-each.js';

export const ZONE = 'Europe/Berlin';
const DAY_MS = 86_400_000;

/** The beginning of the day so many days ago, moved by so many milliseconds. */
export const ago = (days: number, milliseconds = 0, zone = ZONE): string => {
  const time = ZonedTime.of(zone);
  return time.format(startOfDayAgo(days, Date.now(), time) + milliseconds);
};

/** Days of the last year that had other than 24 hours there, as how long they are ago. */
export const oddDays = (zone: string): number[] => {
  const start = (days: number): number => startOfDayAgo(days, Date.now(), ZonedTime.of(zone));
  const days = Array.from({ length: 366 }, (_none, at) => at + 1);
  return days.filter((some) => start(some - 1) - start(some) !== DAY_MS);
};

/** A record of each kind that grows with time, for each of these times; a record is called by its place in the list. */
export const agedRecords = (
  times: readonly (string | null)[],
  over: ExportRecord = {},
): Pick<Export, 'datausage' | 'screentime' | 'locations'> => {
  const of = (kind: (typeof HISTORY_KINDS)[number]): ExportRecord[] =>
    times.map((time, at) =>
      aRecord(kind, at + 1, { [kind === 'locations' ? 'created_at' : 'start']: time, ...over }),
    );
  return { datausage: of('datausage'), screentime: of('screentime'), locations: of('locations') };
};
