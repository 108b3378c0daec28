import type { DayRange } from '../../api/records.js';

/** The owner and the days in the name of a CSV file. */
export interface FileSubject {
  /** The device. Undefined for the whole enterprise. */
  of?: string;
  /** Undefined for today. */
  days?: DayRange;
}

/**
 * Returns a name such as "data-used-per-day_van-01_2026-04-01_2026-04-07.csv". Replaces characters
 * that file names must not contain.
 */
export function csvFileName(what: string, of: string, { startdate, enddate }: DayRange): string {
  const days = startdate === enddate ? [startdate] : [startdate, enddate];
  const parts = [what.toLocaleLowerCase(), of, ...days];
  return `${parts.map((part) => part.replace(/[^\p{L}\p{M}\p{N}.]+/gu, '-')).join('_')}.csv`;
}

/** Saves a CSV file through the browser. `parts` are concatenated. */
export const handOutCsv = (name: string, parts: readonly string[]): void =>
  handOut(name, new Blob([...parts], { type: 'text/csv;charset=utf-8' }));

/** Saves a text file through the browser. */
export const handOutText = (name: string, text: string): void =>
  handOut(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));

function handOut(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
