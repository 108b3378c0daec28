import type { Row } from '../../database/rows/reader.js';
import type { AnswerBytes } from '../fields/byte-buffer.js';

/** Turns the rows of one answer into its bytes. They may go into another buffer from call to call. */
export interface RowsWriter {
  /** What stands before the first row. */
  begin?(to: AnswerBytes): void;
  row(row: Row, to: AnswerBytes): void;
  /** What stands behind the last. */
  end?(to: AnswerBytes): void;
}
