import type { DayRange } from '../../api/records.js';

/** The owner and the days in the name of a CSV file. */
export interface FileSubject {
  /** A device; without it the enterprise. */
  of?: string;
  /** Today, if there are no days. */
  days?: DayRange;
}

/** "data-used-per-day_van-01_2026-04-01_2026-04-07.csv": a device may be called as no file can be. */
export function csvFileName(what: string, of: string, { startdate, enddate }: DayRange): string {
  const days = startdate === enddate ? [startdate] : [startdate, enddate];
  const parts = [what.toLocaleLowerCase(), of, ...days];
  return `${parts.map((part) => part.replace(/[^\p{L}\p{M}\p{N}.]+/gu, '-')).join('_')}.csv`;
}
