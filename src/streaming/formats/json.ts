import type { ByteTarget, Row } from '../../database/rows/reader.js';
import { NO_TIME } from '../../database/schema/columns.js';
import { ByteBuffer } from '../fields/byte-buffer.js';
import type { FieldSelection, RowContext, SelectedField, WriteJson } from '../fields/field-selection.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');

export const JSON_TYPE = 'application/json; charset=utf-8';

export interface RowsWriter {
  begin?(to: ByteBuffer): void;
  row(row: Row, to: ByteBuffer): void;
  end?(to: ByteBuffer): void;
}

/** Creates no JavaScript object per row (decision 0008). */
export class ObjectWriter {
  private static readonly made = new WeakMap<FieldSelection, ObjectWriter>();

  private readonly parts: { readonly before: Uint8Array; readonly write: WriteJson }[] = [];
  private readonly end: Uint8Array;

  private constructor(fields: readonly SelectedField[]) {
    let text = '';
    for (const [index, field] of fields.entries()) {
      text += `${index === 0 ? '{' : ','}${JSON.stringify(field.name)}:`;
      // a blank field needs no row, so it becomes a part of the text before the next one
      if (field.kind === 'blank') {
        text += '""';
        continue;
      }
      const write = field.writeJson ?? WRITERS[field.kind] ?? valueWriterOf(field);
      this.parts.push({ before: Buffer.from(text), write });
      text = '';
    }
    this.end = Buffer.from(`${text}}`);
  }

  static of(selection: FieldSelection): ObjectWriter {
    let writer = this.made.get(selection);
    if (!writer) this.made.set(selection, (writer = new ObjectWriter(selection.fields)));
    return writer;
  }

  write(row: Row, json: ByteBuffer, context: RowContext): void {
    for (const { before, write } of this.parts) {
      json.bytes(before, 0, before.length);
      write(row, json, context);
    }
    json.bytes(this.end, 0, this.end.length);
  }
}

export class NdjsonWriter implements RowsWriter {
  protected readonly writer: ObjectWriter;

  constructor(
    fields: FieldSelection,
    protected readonly context: RowContext,
  ) {
    this.writer = ObjectWriter.of(fields);
  }

  row(row: Row, to: ByteBuffer): void {
    this.writer.write(row, to, this.context);
    to.byte(LINE_FEED);
  }
}

/** With `envelope`, writes an object with the array as its first member, `items`. */
export class JsonWriter extends NdjsonWriter {
  private isFirst = true;

  constructor(
    fields: FieldSelection,
    context: RowContext,
    private readonly envelope?: object,
  ) {
    super(fields, context);
  }

  begin(to: ByteBuffer): void {
    if (this.envelope) to.text('{"items":');
    to.byte(OPENING_BRACKET);
  }

  override row(row: Row, to: ByteBuffer): void {
    if (!this.isFirst) to.byte(COMMA);
    this.isFirst = false;
    this.writer.write(row, to, this.context);
  }

  end(to: ByteBuffer): void {
    to.byte(CLOSING_BRACKET);
    if (this.envelope) to.text(`,${JSON.stringify(this.envelope).slice(1)}`);
  }
}

const NULL = Buffer.from('null');

/** Passes the JSON of a field to a format that stores it as text. Returns undefined for null. */
export function useJson<T>(
  writeJson: WriteJson,
  row: Row,
  context: RowContext,
  use: (json: ByteBuffer) => T,
): T | undefined {
  const json = ByteBuffer.borrow();
  try {
    writeJson(row, json, context);
    return json.written.equals(NULL) ? undefined : use(json);
  } finally {
    json.release();
  }
}

const WRITERS: Readonly<Partial<Record<SelectedField['kind'], WriteJson>>> = {
  time: writeTime,
  day: writeDay,
  enterprise: (_row, json, { enterpriseJson }) => json.bytes(enterpriseJson, 0, enterpriseJson.length),
  device: (_row, json, { deviceJson }) => json.bytes(deviceJson, 0, deviceJson.length),
};

/** Returns a writer for stored values. CSV uses those of texts, numbers and booleans too. */
export function valueWriterOf({ kind, nullable }: SelectedField): (row: Row, to: ByteTarget) => void {
  if (kind === 'text')
    return nullable ? (row, to) => row.writeTextOrNone(to) : (row, to) => row.writeText(to);
  if (kind === 'boolean') return writeFlag;
  return (row, to) => row.writeJson(to);
}

function writeFlag(row: Row, to: ByteTarget): void {
  const value = row.readInteger();
  if (value === null) to.none();
  else if (value === 0) to.bytes(FALSE, 0, FALSE.length);
  else to.bytes(TRUE, 0, TRUE.length);
}

function writeTime(row: Row, json: ByteBuffer, { time }: RowContext): void {
  const instant = row.readInteger();
  if (instant === null || instant === NO_TIME) {
    json.none();
    return;
  }
  json.byte(QUOTE);
  time.write(instant, json);
  json.byte(QUOTE);
}

function writeDay(row: Row, json: ByteBuffer, { time }: RowContext): void {
  const instant = row.readInteger();
  if (instant === null || instant === NO_TIME) {
    json.none();
    return;
  }
  json.byte(QUOTE);
  time.writeDay(instant, json);
  json.byte(QUOTE);
}
