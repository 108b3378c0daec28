import type { DayRange } from '../../api/records.js';

export type CsvValue = string | number | boolean | null;

/** A column of a CSV file: its name and its value for a row. */
export type CsvColumn<Row> = readonly [name: string, valueOf: (row: Row) => CsvValue];

/** Characters that a spreadsheet may skip before a formula. The lookbehind keeps the search linear. */
const BEFORE_SIGN = /(?<![;\s"\p{Cc}\p{Cf}])[;\s"\p{Cc}\p{Cf}]*(?=[=+\-@|%＝＋－＠])/gu;
/** Characters that a spreadsheet may take for the end of a cell. */
const END_OF_CELL = /[;\t\r\n]/;

/** A byte order mark, without which Excel does not read the file as UTF-8. */
const MARK_OF_UTF_8 = '\uFEFF';

export const csvHead = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  MARK_OF_UTF_8 + line(columns.map(([name]) => name));

/** Returns a line for each row, in the format of RFC 4180. */
export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => line(columns.map(([, valueOf]) => valueOf(row)))).join('');

const line = (values: readonly CsvValue[]): string => `${values.map(field).join(',')}\r\n`;

/**
 * Formats a value. A spreadsheet could run a formula in a text, so an apostrophe before its sign makes it plain text.
 */
function field(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return `"${withoutFormulas(value).replaceAll('"', '""')}"`;
}

/** Handles a tab or line break at the start, which hides a formula after it. */
function withoutFormulas(text: string): string {
  const safe = text.replace(BEFORE_SIGN, (skipped: string, at: number) =>
    at === 0 || END_OF_CELL.test(skipped) ? `${skipped}'` : skipped,
  );
  const isHidden = /^[\t\r]/.test(text) && !new RegExp(BEFORE_SIGN.source, 'uy').test(text);
  return isHidden ? `'${safe}` : safe;
}

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

/** Saves a text file through the browser. `parts` are concatenated. */
export function handOut(name: string, type: 'text/csv' | 'text/plain', parts: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
