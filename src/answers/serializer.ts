import { NO_TIME } from '../database/schema/columns.js';
import type { Row } from '../database/rows/row-reader.js';
import { fieldsOf, type Field } from './fields.js';
import type { JsonBytes } from './json-bytes.js';
import { quote } from './json-bytes.js';
import { ZonedTime } from '../time/zoned-time.js';

/** What an answer needs beside its rows. The ids are JSON already. */
export interface AnswerContext {
  readonly time: ZonedTime;
  readonly enterpriseId: Uint8Array;
  readonly deviceId: Uint8Array;
}

export function answerContext(enterprise: { id: string; timeZone: string }, deviceId = ''): AnswerContext {
  return {
    time: ZonedTime.of(enterprise.timeZone),
    enterpriseId: Buffer.from(quote(enterprise.id)),
    deviceId: Buffer.from(quote(deviceId)),
  };
}

/** Takes the columns of a field from a row and writes its value. */
type WriteField = (row: Row, json: JsonBytes, context: AnswerContext) => void;

/** Turns rows into the JSON of a DTO class without an object in between. Made once per class. */
export class Serializer {
  /** The columns to select, in the order in which `write` takes them. */
  readonly columns: readonly string[];
  private readonly parts: readonly { readonly before: Uint8Array; readonly write: WriteField }[];

  constructor(type: new () => object, special: Readonly<Record<string, WriteField>> = {}) {
    const fields = fieldsOf(type);
    this.columns = fields.flatMap((field) => field.columns);
    this.parts = fields.map((field, index) => ({
      before: Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(field.name)}:`),
      write: special[field.name] ?? writerOf(field),
    }));
  }

  write(row: Row, json: JsonBytes, context: AnswerContext): void {
    for (const { before, write } of this.parts) {
      json.bytes(before, 0, before.length);
      write(row, json, context);
    }
    json.byte(CLOSING_BRACE);
  }

  /** The select list, each column under a table alias. */
  select(alias: string): string {
    return this.columns.map((column) => `${alias}.${column}`).join(', ');
  }
}

const CLOSING_BRACE = 0x7d;
const [NULL, TRUE, FALSE] = ['null', 'true', 'false'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

function writerOf(field: Field): WriteField {
  switch (field.kind) {
    case 'text':
      return (row, json) => row.writeText(json);
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
      return (_row, json, { enterpriseId }) => json.bytes(enterpriseId, 0, enterpriseId.length);
    case 'device':
      return (_row, json, { deviceId }) => json.bytes(deviceId, 0, deviceId.length);
  }
}

function writeFlag(row: Row, json: JsonBytes): void {
  const value = row.readInteger();
  const text = value === null ? NULL : value === 0 ? FALSE : TRUE;
  json.bytes(text, 0, text.length);
}

function writeTime(row: Row, json: JsonBytes, { time }: AnswerContext): void {
  const instant = row.readInteger();
  if (instant === null || instant === NO_TIME) json.bytes(NULL, 0, NULL.length);
  else time.write(instant, json);
}
