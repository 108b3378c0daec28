export type CsvValue = string | number | boolean | null;

/** A column of a CSV file: its name and its value for a row. */
export type CsvColumn<Row> = readonly [name: string, valueOf: (row: Row) => CsvValue];

/** Characters that a spreadsheet may skip before the sign of a formula. The lookbehind keeps the search linear. */
const BEFORE_SIGN = /(?<![;\s"\p{Cc}\p{Cf}])[;\s"\p{Cc}\p{Cf}]*(?=[=+\-@|%＝＋－＠])/gu;
/** Characters that a spreadsheet may take for the end of a cell. */
const END_OF_CELL = /[;\t\r\n]/;

/** Without this mark Excel takes UTF-8 for the code page of the machine, and umlauts for something else. */
const MARK_OF_UTF_8 = '\uFEFF';

/** The first line of a file. */
export const csvHead = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  MARK_OF_UTF_8 + line(columns.map(([name]) => name));

/** The rows as RFC 4180 has it, a line for each. */
export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => line(columns.map(([, valueOf]) => valueOf(row)))).join('');

const line = (values: readonly CsvValue[]): string => `${values.map(field).join(',')}\r\n`;

/**
 * Numbers stay what they are. Of a text a spreadsheet would run what somebody put into a name: an apostrophe before the
 * sign makes it a text.
 */
function field(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return `"${withoutFormulas(value).replaceAll('"', '""')}"`;
}

/** A tab or a line break at the start hides what comes after it. */
function withoutFormulas(text: string): string {
  const safe = text.replace(BEFORE_SIGN, (skipped: string, at: number) =>
    at === 0 || END_OF_CELL.test(skipped) ? `${skipped}'` : skipped,
  );
  const isHidden = /^[\t\r]/.test(text) && !new RegExp(BEFORE_SIGN.source, 'uy').test(text);
  return isHidden ? `'${safe}` : safe;
}
