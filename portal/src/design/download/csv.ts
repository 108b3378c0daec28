import type { DayRange } from '../../api/types.js';

export type CsvValue = string | number | boolean | null;

/** A column of a CSV file: its name and its value for a row. */
export type CsvColumn<Row> = readonly [name: string, valueOf: (row: Row) => CsvValue];

/** Characters that a spreadsheet may skip before a formula. The lookbehind keeps the search linear. */
const FORMULA_PREFIX = /(?<![;\s"\p{Cc}\p{Cf}])[;\s"\p{Cc}\p{Cf}]*(?=[=+\-@|%＝＋－＠])/gu;
/** Characters that a spreadsheet may interpret as the end of a cell. */
const CELL_SEPARATOR = /[;\t\r\n]/;

/** A byte order mark, without which Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

export const csvHeader = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  BYTE_ORDER_MARK + line(columns.map(([name]) => name));

/** Returns a line for each row, in the format of RFC 4180. */
export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => line(columns.map(([, valueOf]) => valueOf(row)))).join('');

const line = (values: readonly CsvValue[]): string => `${values.map(field).join(',')}\r\n`;

/**
 * Formats a value. A spreadsheet could run a formula in a text, so an apostrophe before the formula makes it plain text.
 */
function field(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return `"${escapeFormulas(value).replaceAll('"', '""')}"`;
}

/** Adds an apostrophe before each formula, and before a text that starts with a tab or carriage return. */
function escapeFormulas(text: string): string {
  const safe = text.replace(FORMULA_PREFIX, (skipped: string, offset: number) =>
    offset === 0 || CELL_SEPARATOR.test(skipped) ? `${skipped}'` : skipped,
  );
  const isHidden = /^[\t\r]/.test(text) && !new RegExp(FORMULA_PREFIX.source, 'uy').test(text);
  return isHidden ? `'${safe}` : safe;
}

/** The owner and the days in the name of a CSV file. */
export interface CsvFile {
  /** The device. Undefined for the whole enterprise. */
  deviceId?: string;
  /** Undefined for today. */
  days?: DayRange;
}

/**
 * Returns a name such as "data-used-per-day_van-01_2026-04-01_2026-04-07.csv". Replaces characters
 * that file names must not contain.
 */
export function csvFileName(label: string, owner: string, { startdate, enddate }: DayRange): string {
  const days = startdate === enddate ? [startdate] : [startdate, enddate];
  const parts = [label.toLocaleLowerCase(), owner, ...days];
  return `${parts.map((part) => part.replace(/[^\p{L}\p{M}\p{N}.]+/gu, '-')).join('_')}.csv`;
}

/** Saves a text file through the browser. `parts` are concatenated. */
export function downloadFile(name: string, type: 'text/csv' | 'text/plain', parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
