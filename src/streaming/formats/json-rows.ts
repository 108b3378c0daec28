import type { Row } from '../../database/rows/reader.js';
import type { AnswerBytes } from '../fields/byte-buffer.js';
import type { AnswerContext, Shape } from '../fields/field-selection.js';
import { ObjectWriter } from './json.js';
import type { RowsWriter } from './rows-writer.js';

const [OPENING, COMMA, CLOSING, LINE_FEED] = [0x5b, 0x2c, 0x5d, 0x0a];

/** One array of objects. */
export class JsonRows implements RowsWriter {
  private readonly writer: ObjectWriter;
  private isFirst = true;

  constructor(
    shape: Shape,
    private readonly context: AnswerContext,
  ) {
    this.writer = ObjectWriter.of(shape);
  }

  begin(to: AnswerBytes): void {
    to.byte(OPENING);
  }

  row(row: Row, to: AnswerBytes): void {
    if (!this.isFirst) to.byte(COMMA);
    this.isFirst = false;
    this.writer.write(row, to, this.context);
  }

  end(to: AnswerBytes): void {
    to.byte(CLOSING);
  }
}

/** An object a line. */
export class NdjsonRows implements RowsWriter {
  private readonly writer: ObjectWriter;

  constructor(
    shape: Shape,
    private readonly context: AnswerContext,
  ) {
    this.writer = ObjectWriter.of(shape);
  }

  row(row: Row, to: AnswerBytes): void {
    this.writer.write(row, to, this.context);
    to.byte(LINE_FEED);
  }
}
