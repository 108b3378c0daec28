import type { Request, Response } from 'express';
import type { Row } from '../database/rows/row-reader.js';
import { Answer, sendWhole } from './answers.js';
import { AnswerBytes } from './fields/answer-bytes.js';
import type { AnswerContext, Shape } from './fields/shape.js';
import { FORMATS } from './formats/formats.js';
import { ObjectWriter } from './formats/object-writer.js';

const { contentType } = FORMATS.json;

/** One JSON object. */
export class ObjectAnswer extends Answer {
  private constructor(
    private readonly json: AnswerBytes,
    private readonly isCompressible: boolean,
  ) {
    super();
  }

  static of(row: Row, shape: Shape, context: AnswerContext, isCompressible: boolean): ObjectAnswer {
    const json = AnswerBytes.borrow();
    ObjectWriter.of(shape).write(row, json, context);
    return new ObjectAnswer(json, isCompressible);
  }

  /** For a second caller: each gives the buffer of its own back. */
  copy(): ObjectAnswer {
    const json = AnswerBytes.borrow();
    json.bytes(this.json.written, 0, this.json.length);
    return new ObjectAnswer(json, this.isCompressible);
  }

  send(request: Request, response: Response): Promise<void> {
    request.context.rows = 1;
    return sendWhole([this.json], { contentType, isCompressible: this.isCompressible }, request, response);
  }
}
