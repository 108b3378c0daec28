import { ByteWriter, ParquetWriter, type ColumnSource } from 'hyparquet-writer';
import type { SchemaElement } from 'hyparquet';
import { NO_TIME } from '../../database/schema/columns.js';
import type { Row } from '../../database/rows/reader.js';
import type { ByteBuffer } from '../fields/byte-buffer.js';
import type { RowContext, FieldSelection, SelectedField } from '../fields/field-selection.js';
import type { RowsWriter } from './json.js';

/** Limits a row group, which stays in memory and is written in one iteration of the event loop. */
const MAX_ROWS_IN_GROUP = 4_096;
const MAX_CHARACTERS_IN_GROUP = 4 * 1024 * 1024;

type Cell = string | number | bigint | boolean | null;
type ReadCell = (row: Row, context: RowContext) => Cell;

interface Column extends ColumnSource {
  readonly read: ReadCell;
  data: Cell[];
}

export class ParquetRowsWriter implements RowsWriter {
  private readonly columns: Column[];
  private readonly out = new DrainedWriter();
  private readonly file: ParquetWriter;
  private rows = 0;
  private characters = 0;

  constructor(
    { fields }: FieldSelection,
    private readonly context: RowContext,
  ) {
    this.columns = fields.map((field) => ({
      name: field.name,
      read: readerOf(field),
      statistics: field.kind === 'time' || field.kind === 'day', // minimum and maximum per row group, so that readers can skip groups
      data: [],
    }));
    const schema = [{ name: 'root', num_children: fields.length }, ...fields.map(elementOf)];
    this.file = new ParquetWriter({ writer: this.out, schema, createdBy: 'customer-device-api' });
  }

  begin(to: ByteBuffer): void {
    this.out.drain(to);
  }

  row(row: Row, to: ByteBuffer): void {
    for (const { read, data } of this.columns) {
      const cell = read(row, this.context);
      if (typeof cell === 'string') this.characters += cell.length;
      data.push(cell);
    }
    this.rows++;
    if (this.rows === MAX_ROWS_IN_GROUP || this.characters > MAX_CHARACTERS_IN_GROUP) this.endGroup(to);
  }

  end(to: ByteBuffer): void {
    if (this.rows > 0) this.endGroup(to);
    void this.file.finish();
    this.out.drain(to);
  }

  private endGroup(to: ByteBuffer): void {
    void this.file.write({ columnData: this.columns, rowGroupSize: this.rows });
    this.out.drain(to);
    this.rows = this.characters = 0;
    for (const column of this.columns) column.data = [];
  }
}

/** Passes on each finished row group, so that the file does not accumulate in memory. */
class DrainedWriter extends ByteWriter {
  drain(to: ByteBuffer): void {
    const written = this.getBytes();
    to.bytes(written, 0, written.length);
    this.index = 0;
  }
}

function elementOf({ name, kind, nullable }: SelectedField): SchemaElement {
  const repetition_type = nullable ? 'OPTIONAL' : 'REQUIRED';
  switch (kind) {
    case 'integer':
      return { name, repetition_type, type: 'INT64' };
    case 'decimal':
      return { name, repetition_type, type: 'DOUBLE' };
    case 'boolean':
      return { name, repetition_type, type: 'BOOLEAN' };
    case 'time':
      return {
        name,
        repetition_type,
        type: 'INT64',
        converted_type: 'TIMESTAMP_MILLIS',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
      };
    case 'day':
      return {
        name,
        repetition_type,
        type: 'INT32',
        converted_type: 'DATE',
        logical_type: { type: 'DATE' },
      };
    case 'text':
    case 'object':
    case 'list':
    case 'enterprise':
    case 'device':
      return { name, repetition_type, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
  }
}

function readerOf({ kind, nullable }: SelectedField): ReadCell {
  switch (kind) {
    case 'text':
      return nullable ? (row) => row.readTextOrNull() : (row) => row.readText();
    case 'integer':
      return (row) => asBigInt(row.readInteger());
    case 'decimal':
      return (row) => {
        const text = row.readTextOrNull();
        return text === null ? null : Number(text);
      };
    case 'boolean':
      return (row) => {
        const value = row.readInteger();
        return value === null ? null : value !== 0;
      };
    case 'time':
      return (row) => {
        const instant = row.readInteger();
        return instant === NO_TIME ? null : asBigInt(instant);
      };
    case 'day':
      return (row, { time }) => {
        const instant = row.readInteger();
        return instant === null || instant === NO_TIME ? null : time.dayAt(instant);
      };
    case 'object':
    case 'list':
      return (row) => row.readTextOrNull();
    case 'enterprise':
      return (_row, { enterpriseId }) => enterpriseId;
    case 'device':
      return (_row, { deviceId }) => deviceId;
  }
}

function asBigInt(value: number | null): bigint | null {
  return value === null ? null : BigInt(value);
}
