import { MEDIA_TYPES, type FormatName } from '../../http/parameters/formats.js';
import type { AnswerContext, Shape } from '../fields/field-selection.js';
import { CsvRows } from './csv.js';
import { JsonRows, NdjsonRows } from './json-rows.js';
import { ParquetRows } from './parquet.js';
import type { RowsWriter } from './rows-writer.js';

/** One of the forms in which rows are served. */
interface Format {
  readonly contentType: string;
  /** The ending of the file that it is to be kept as. */
  readonly ending?: string;
  /** Whether it is compressed inside already. */
  readonly isCompressed?: true;
  readonly writer: new (shape: Shape, context: AnswerContext) => RowsWriter;
}

/** The only place that knows them all. */
export const FORMATS: Readonly<Record<FormatName, Format>> = {
  json: { contentType: `${MEDIA_TYPES.json}; charset=utf-8`, writer: JsonRows },
  ndjson: { contentType: MEDIA_TYPES.ndjson, writer: NdjsonRows },
  csv: { contentType: `${MEDIA_TYPES.csv}; charset=utf-8; header=present`, ending: 'csv', writer: CsvRows },
  parquet: { contentType: MEDIA_TYPES.parquet, ending: 'parquet', isCompressed: true, writer: ParquetRows },
};
