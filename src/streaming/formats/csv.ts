import { NO_TIME } from '../../database/schema/columns.js';
import type { ByteTarget, Row } from '../../database/rows/reader.js';
import type { ByteBuffer } from '../fields/byte-buffer.js';
import type { RowContext, FieldSelection, SelectedField, WriteJson } from '../fields/field-selection.js';
import { useJson, valueWriterOf, type RowsWriter } from './json.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const NEEDS_QUOTES = /[",\r\n]|^$/;

type WriteCell = (row: Row, cells: CsvCells, context: RowContext) => void;

/** Writes CSV (RFC 4180) with a header line. */
export class CsvWriter implements RowsWriter {
  private readonly cells = new CsvCells();
  private readonly writers: readonly WriteCell[];

  constructor(
    private readonly selection: FieldSelection,
    private readonly context: RowContext,
  ) {
    this.writers = selection.fields.map((field) =>
      field.writeJson ? jsonCell(field.writeJson) : (WRITERS[field.kind] ?? valueWriterOf(field)),
    );
  }

  begin(to: ByteBuffer): void {
    to.text(`${this.selection.fields.map(({ name }) => name).join(',')}\r\n`);
  }

  row(row: Row, to: ByteBuffer): void {
    const { cells, writers, context } = this;
    cells.to = to;
    for (let at = 0; at < writers.length; at++) {
      if (at > 0) to.byte(COMMA);
      writers[at]?.(row, cells, context);
    }
    to.byte(CARRIAGE_RETURN);
    to.byte(LINE_FEED);
  }
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes null as an empty cell and an empty string as `""`. */
class CsvCells implements ByteTarget {
  to: ByteBuffer;

  text(value: string): void {
    this.to.text(value);
  }

  bytes(source: Uint8Array, start: number, end: number): void {
    this.to.bytes(source, start, end);
  }

  quoted(text: string): void {
    this.to.text(quoted(text));
  }

  quotedBytes(source: Uint8Array, start: number, end: number): void {
    if (!needsQuotes(source, start, end)) {
      this.to.bytes(source, start, end);
      return;
    }
    this.to.byte(QUOTE);
    this.to.bytesDoubling(QUOTE, source, start, end);
    this.to.byte(QUOTE);
  }

  none(): void {
    // a null is an empty cell
  }
}

function needsQuotes(source: Uint8Array, start: number, end: number): boolean {
  if (start === end) return true;
  for (let at = start; at < end; at++) {
    const byte = source[at];
    if (byte === QUOTE || byte === COMMA || byte === CARRIAGE_RETURN || byte === LINE_FEED) return true;
  }
  return false;
}

const jsonCell =
  (writeJson: WriteJson): WriteCell =>
  (row, cells, context) => {
    useJson(writeJson, row, context, ({ written, length }) => {
      cells.quotedBytes(written, 0, length);
    });
  };

const writeStoredJson: WriteCell = (row, cells) => row.writeTextOrNone(cells);

const WRITERS: Readonly<Partial<Record<SelectedField['kind'], WriteCell>>> = {
  object: writeStoredJson,
  list: writeStoredJson,
  time: (row, cells, { time }) => {
    const instant = row.readInteger();
    if (instant !== null && instant !== NO_TIME) time.write(instant, cells);
  },
  day: (row, cells, { time }) => {
    const instant = row.readInteger();
    if (instant !== null && instant !== NO_TIME) time.writeDay(instant, cells);
  },
  enterprise: (_row, cells, { enterpriseId }) => cells.quoted(enterpriseId),
  device: (_row, cells, { deviceId }) => cells.quoted(deviceId),
  blank: (_row, cells) => cells.quoted(''),
};
