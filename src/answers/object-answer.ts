import type { Request, Response } from 'express';
import type { Row } from '../database/rows/row-reader.js';
import { Answer, sendWhole, type Format } from './answers.js';
import { JsonBytes } from './json-bytes.js';

/** One JSON object. */
export class ObjectAnswer extends Answer {
  private constructor(private readonly json: JsonBytes) {
    super();
  }

  static of(row: Row, { serializer, context }: Format): ObjectAnswer {
    const json = JsonBytes.borrow();
    serializer.write(row, json, context);
    return new ObjectAnswer(json);
  }

  /** The same for somebody else. */
  copy(): ObjectAnswer {
    const json = JsonBytes.borrow();
    json.bytes(this.json.written, 0, this.json.length);
    return new ObjectAnswer(json);
  }

  send(request: Request, response: Response): void {
    request.context.rows = 1;
    sendWhole(this.json, request, response);
  }
}
