import { ByteWriter, ParquetWriter, type ColumnSource } from 'hyparquet-writer';
import type { SchemaElement } from 'hyparquet';
import { NO_TIME } from '../../database/schema/columns.js';
import type { Row } from '../../database/rows/reader.js';
import type { ByteBuffer } from '../fields/byte-buffer.js';
import type { RowContext, FieldSelection, SelectedField } from '../fields/field-selection.js';
import { useJson, type RowsWriter } from './json.js';

/** Limits a row group, which stays in memory and is written in one iteration of the event loop. */
const MAX_ROWS_IN_GROUP = 4_096;
const MAX_CHARACTERS_IN_GROUP = 4 * 1024 * 1024;

type Cell = string | number | bigint | boolean | null;
type ReadCell = (row: Row, context: RowContext) => Cell;

interface Column extends ColumnSource {
  readonly read: ReadCell;
  data: Cell[];
}

interface ColumnKind {
  readonly type: Omit<SchemaElement, 'name'>;
  readonly read: ReadCell;
}

const TEXT: ColumnKind = {
  type: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  read: (row) => row.readTextOrNull(),
};

/** Replaces the type of a text in the footer. The library would parse a column that has it from the start. */
const JSON_TYPE = { converted_type: 'JSON', logical_type: { type: 'JSON' } } as const;

const COLUMNS: Readonly<Record<SelectedField['kind'], ColumnKind>> = {
  text: TEXT,
  object: TEXT,
  list: TEXT,
  enterprise: { ...TEXT, read: (_row, { enterpriseId }) => enterpriseId },
  device: { ...TEXT, read: (_row, { deviceId }) => deviceId },
  blank: { ...TEXT, read: () => '' },
  integer: { type: { type: 'INT64' }, read: (row) => asBigInt(row.readInteger()) },
  decimal: {
    type: { type: 'DOUBLE' },
    read: (row) => {
      const text = row.readTextOrNull();
      return text === null ? null : Number(text);
    },
  },
  boolean: {
    type: { type: 'BOOLEAN' },
    read: (row) => {
      const value = row.readInteger();
      return value === null ? null : value !== 0;
    },
  },
  time: {
    type: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    },
    read: (row) => {
      const instant = row.readInteger();
      return instant === NO_TIME ? null : asBigInt(instant);
    },
  },
  day: {
    type: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
    read: (row, { time }) => {
      const instant = row.readInteger();
      return instant === null || instant === NO_TIME ? null : time.dayAt(instant);
    },
  },
};

function asBigInt(value: number | null): bigint | null {
  return value === null ? null : BigInt(value);
}

function cellReaderOf({ kind, nullable, writeJson }: SelectedField): ReadCell {
  if (writeJson)
    return (row, context) => useJson(writeJson, row, context, ({ written }) => written.toString()) ?? null;
  return kind === 'text' && !nullable ? (row) => row.readText() : COLUMNS[kind].read;
}

export class ParquetRowsWriter implements RowsWriter {
  private readonly columns: Column[];
  private readonly out = new DrainedWriter();
  private readonly file: ParquetWriter;
  private rows = 0;
  private characters = 0;

  constructor(
    private readonly selection: FieldSelection,
    private readonly context: RowContext,
  ) {
    const { fields } = selection;
    this.columns = fields.map((field) => ({
      name: field.name,
      read: cellReaderOf(field),
      statistics: field.kind === 'time' || field.kind === 'day', // minimum and maximum per row group, so that readers can skip groups
      data: [],
    }));
    const elements = fields.map(({ name, kind, nullable }): SchemaElement => ({
      name,
      repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
      ...COLUMNS[kind].type,
    }));
    const schema = [{ name: 'root', num_children: fields.length }, ...elements];
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
    const [, ...elements] = this.file.schema; // the first is the root
    for (const [at, { kind }] of this.selection.fields.entries())
      if (kind === 'object' || kind === 'list') Object.assign(elements[at] ?? {}, JSON_TYPE);
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
