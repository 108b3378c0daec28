import type { Row } from '../../database/rows/reader.js';
import { NO_TIME } from '../../database/schema/columns.js';
import type { ByteBuffer } from '../fields/byte-buffer.js';
import type { FieldSelection, RowContext, SelectedField, WriteJson } from '../fields/field-selection.js';

const [QUOTE, COMMA, LINE_FEED] = [0x22, 0x2c, 0x0a];
const [OPENING_BRACKET, CLOSING_BRACKET, CLOSING_BRACE] = [0x5b, 0x5d, 0x7d];
const [TRUE, FALSE] = [Buffer.from('true'), Buffer.from('false')];

export interface RowsWriter {
  begin?(to: ByteBuffer): void;
  row(row: Row, to: ByteBuffer): void;
  end?(to: ByteBuffer): void;
}

/** Creates no JavaScript object per row (decision 0008). */
export class ObjectWriter {
  private static readonly made = new WeakMap<FieldSelection, ObjectWriter>();

  private readonly parts: readonly { readonly before: Uint8Array; readonly write: WriteJson }[];

  private constructor(fields: readonly SelectedField[]) {
    this.parts = fields.map((field, index) => ({
      before: Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(field.name)}:`),
      write: field.writeJson ?? writerOf(field),
    }));
  }

  static of(shape: FieldSelection): ObjectWriter {
    let writer = this.made.get(shape);
    if (!writer) this.made.set(shape, (writer = new ObjectWriter(shape.fields)));
    return writer;
  }

  write(row: Row, json: ByteBuffer, context: RowContext): void {
    for (const { before, write } of this.parts) {
      json.bytes(before, 0, before.length);
      write(row, json, context);
    }
    json.byte(CLOSING_BRACE);
  }
}

export class JsonWriter implements RowsWriter {
  private readonly writer: ObjectWriter;
  private isFirst = true;

  constructor(
    shape: FieldSelection,
    private readonly context: RowContext,
  ) {
    this.writer = ObjectWriter.of(shape);
  }

  begin(to: ByteBuffer): void {
    to.byte(OPENING_BRACKET);
  }

  row(row: Row, to: ByteBuffer): void {
    if (!this.isFirst) to.byte(COMMA);
    this.isFirst = false;
    this.writer.write(row, to, this.context);
  }

  end(to: ByteBuffer): void {
    to.byte(CLOSING_BRACKET);
  }
}

export class NdjsonWriter implements RowsWriter {
  private readonly writer: ObjectWriter;

  constructor(
    shape: FieldSelection,
    private readonly context: RowContext,
  ) {
    this.writer = ObjectWriter.of(shape);
  }

  row(row: Row, to: ByteBuffer): void {
    this.writer.write(row, to, this.context);
    to.byte(LINE_FEED);
  }
}

function writerOf({ kind, nullable }: SelectedField): WriteJson {
  switch (kind) {
    case 'text':
      return nullable ? (row, json) => row.writeTextOrNone(json) : (row, json) => row.writeText(json);
    case 'integer':
    case 'decimal':
    case 'object':
    case 'list':
      return (row, json) => row.writeJson(json);
    case 'boolean':
      return writeFlag;
    case 'time':
      return writeTime;
    case 'enterprise':
      return (_row, json, { enterpriseJson }) => json.bytes(enterpriseJson, 0, enterpriseJson.length);
    case 'device':
      return (_row, json, { deviceJson }) => json.bytes(deviceJson, 0, deviceJson.length);
  }
}

function writeFlag(row: Row, json: ByteBuffer): void {
  const value = row.readInteger();
  if (value === null) json.none();
  else if (value === 0) json.bytes(FALSE, 0, FALSE.length);
  else json.bytes(TRUE, 0, TRUE.length);
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
