import type { Request, Response } from 'express';
import type { JsonBytes } from './json-bytes.js';
import type { AnswerContext, Serializer } from './serializer.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer that a handler returns and the adapter sends. */
export abstract class Answer {
  abstract send(request: Request, response: Response): Promise<void> | void;
}

/** What makes JSON of a row. */
export interface Format {
  readonly serializer: Serializer;
  readonly context: AnswerContext;
}

/** Sends the answer in one piece, and gives its buffer back as soon as the system has taken it. */
export function sendWhole(json: JsonBytes, request: Request, response: Response): void {
  const body = json.written;
  request.context.bytes = body.length;
  response.statusCode = 200;
  response.setHeader('Content-Type', JSON_TYPE);
  // the length of a HEAD answer is that of its one row, not of what GET would send: better none
  if (request.method !== 'HEAD') response.setHeader('Content-Length', body.length);
  response.end(body, () => {
    json.giveBack();
  });
}
