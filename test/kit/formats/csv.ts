import { parse } from 'csv-parse/sync';

/** A missing value is null. An empty text is not. */
export type CsvCell = string | null;

export interface Csv {
  readonly names: readonly string[];
  readonly lines: readonly (readonly CsvCell[])[];
}

/** Reads RFC 4180 strictly: lines of equal length, each with CRLF at its end. */
export function readCsv(text: string): Csv {
  if (!text.endsWith('\r\n')) throw new Error('The last line does not end with CRLF');
  const [names, ...lines] = parse(text, {
    record_delimiter: '\r\n',
    skip_empty_lines: false,
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  }) as CsvCell[][];
  if (!names || names.includes(null)) throw new Error('The header line is missing');
  return { names: names as string[], lines };
}
