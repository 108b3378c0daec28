import type { ExportRecord } from '../app/builders.js';
import { decoded } from '../http/encodings.js';
import type { HttpResponse } from '../http/http.js';
import { inZone } from '../specification/expected-responses.js';
import type { FieldTable, Rule } from '../specification/field-tables.js';
import { readCsv, type CsvCell } from './csv.js';
import { readParquet } from './parquet.js';

export const FORMATS = ['json', 'ndjson', 'csv', 'parquet'] as const;
export type Format = (typeof FORMATS)[number];

const DAY_MS = 86_400_000;

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
};

/** Reads the rows of a response, or the items of a feed, in any format with third-party parsers. */
export async function readRows(
  format: Format,
  received: HttpResponse,
  table: FieldTable,
  zone: string,
): Promise<ExportRecord[]> {
  const bytes = decoded(received);
  switch (format) {
    case 'json': {
      const body = JSON.parse(textOf(bytes)) as ExportRecord[] | { readonly items: ExportRecord[] };
      return 'items' in body ? body.items : body;
    }
    case 'ndjson':
      return linesOf(textOf(bytes)).map((line) => JSON.parse(line) as ExportRecord);
    case 'csv': {
      const { names, lines } = readCsv(textOf(bytes));
      const valueOf = (cells: readonly CsvCell[]) => (name: string, at: number) =>
        fromCell(cells[at] ?? null, ruleOf(table, name));
      return lines.map((cells) => asRecord(names, valueOf(cells)));
    }
    case 'parquet': {
      const { columns, rows } = await readParquet(bytes);
      const names = columns.map(([name]) => name);
      return rows.map((values) =>
        asRecord(names, (name, at) => fromColumn(values[at], ruleOf(table, name), zone)),
      );
    }
  }
}

const textOf = (bytes: Buffer): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('The last line does not end with a line feed');
  return lines;
}

const asRecord = (names: readonly string[], valueOf: (name: string, at: number) => unknown): ExportRecord =>
  Object.fromEntries(names.map((name, at) => [name, valueOf(name, at)]));

function ruleOf(table: FieldTable, name: string): Rule {
  const rule = table[name];
  if (rule === undefined) throw new Error(`No such field: ${name}`);
  return rule;
}

function fromCell(cell: CsvCell, rule: Rule): unknown {
  if (cell === null) return null;
  if (rule === 'integer' || rule === 'decimal') return Number(cell);
  if (rule === 'boolean') return { true: true, false: false }[cell];
  return isJson(rule) ? JSON.parse(cell) : cell;
}

function fromColumn(value: unknown, rule: Rule, zone: string): unknown {
  if (value === null) return null;
  if (rule === 'timestamp') return inZone(value as number, zone);
  if (rule === 'day') return new Date((value as number) * DAY_MS).toISOString().slice(0, 10);
  return value;
}

const isJson = (rule: Rule): boolean => rule === 'array' || typeof rule === 'object';
