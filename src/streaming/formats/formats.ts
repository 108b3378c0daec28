import { MEDIA_TYPES, type FormatName } from '../../http/parameters/formats.js';
import type { RowContext, FieldSelection } from '../fields/field-selection.js';
import { CsvWriter } from './csv.js';
import { JsonWriter, NdjsonWriter, type RowsWriter } from './json.js';
import { ParquetRowsWriter } from './parquet.js';

interface Format {
  readonly contentType: string;
  readonly extension?: string;
  readonly isCompressed?: true;
  readonly writer: new (shape: FieldSelection, context: RowContext) => RowsWriter;
}

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  json: { contentType: `${MEDIA_TYPES.json}; charset=utf-8`, writer: JsonWriter },
  ndjson: { contentType: MEDIA_TYPES.ndjson, writer: NdjsonWriter },
  csv: {
    contentType: `${MEDIA_TYPES.csv}; charset=utf-8; header=present`,
    extension: 'csv',
    writer: CsvWriter,
  },
  parquet: {
    contentType: MEDIA_TYPES.parquet,
    extension: 'parquet',
    isCompressed: true,
    writer: ParquetRowsWriter,
  },
};
