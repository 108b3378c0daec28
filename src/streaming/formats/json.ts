import type { Row } from '../../database/rows/reader.js';
import { NO_TIME } from '../../database/schema/columns.js';
import type { AnswerContext, Shape, ShownField, WriteJson } from '../fields/field-selection.js';
import type { AnswerBytes } from '../fields/byte-buffer.js';

const [QUOTE, CLOSING_BRACE] = [0x22, 0x7d];
const [TRUE, FALSE] = [Buffer.from('true'), Buffer.from('false')];

/** Turns rows into JSON objects, without a JavaScript object in between. */
export class ObjectWriter {
  private static readonly made = new WeakMap<Shape, ObjectWriter>();

  private readonly parts: readonly { readonly before: Uint8Array; readonly write: WriteJson }[];

  private constructor(fields: readonly ShownField[]) {
    this.parts = fields.map((field, index) => ({
      before: Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(field.name)}:`),
      write: field.writeJson ?? writerOf(field),
    }));
  }

  /** Made once for each shape: those without a choice of fields serve every answer. */
  static of(shape: Shape): ObjectWriter {
    let writer = this.made.get(shape);
    if (!writer) this.made.set(shape, (writer = new ObjectWriter(shape.fields)));
    return writer;
  }

  write(row: Row, json: AnswerBytes, context: AnswerContext): void {
    for (const { before, write } of this.parts) {
      json.bytes(before, 0, before.length);
      write(row, json, context);
    }
    json.byte(CLOSING_BRACE);
  }
}

function writerOf({ kind, nullable }: ShownField): WriteJson {
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

function writeFlag(row: Row, json: AnswerBytes): void {
  const value = row.readInteger();
  if (value === null) json.none();
  else if (value === 0) json.bytes(FALSE, 0, FALSE.length);
  else json.bytes(TRUE, 0, TRUE.length);
}

function writeTime(row: Row, json: AnswerBytes, { time }: AnswerContext): void {
  const instant = row.readInteger();
  if (instant === null || instant === NO_TIME) {
    json.none();
    return;
  }
  json.byte(QUOTE);
  time.write(instant, json);
  json.byte(QUOTE);
}
