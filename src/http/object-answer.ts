import type { Request, Response } from 'express';
import type { Row, RowSink } from '../database/row-reader.js';
import { Answer, sendWhole, type Format } from './answers.js';
import { JsonBytes } from './json-bytes.js';

/** One JSON object, made of one row. */
export class ObjectAnswer extends Answer implements RowSink {
  isThere = false;
  readonly isLong = false;
  readonly isGone = false;
  onGone: (() => void) | undefined;
  private readonly json = JsonBytes.borrow();

  constructor(private readonly format: Format) {
    super();
  }

  take(row: Row): boolean {
    this.isThere = true;
    this.format.serializer.write(row, this.json, this.format.context);
    return false;
  }

  async pause(): Promise<void> {
    // one row fills nothing
  }

  send(request: Request, response: Response): void {
    request.context.rows = 1;
    sendWhole(this.json, request, response);
  }
}
