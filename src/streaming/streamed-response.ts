import type { Writable } from 'node:stream';
import type { Request, Response } from 'express';
import { encodingFor, WORTH_COMPRESSING_BYTES, type Encoding } from './compression.js';
import type { ByteBuffer } from './fields/byte-buffer.js';

/** An answer that a handler returns and the adapter sends. */
export abstract class StreamedResponse {
  abstract send(request: Request, response: Response): Promise<void> | void;
}

/** What the headers of an answer say of its body. */
export interface Head {
  readonly contentType: string;
  /** The name of the file that it is to be kept as. */
  readonly fileName?: string;
  /** Whether it gets smaller by an encoding. */
  readonly isCompressible: boolean;
}

export function setHead(response: Response, { contentType, fileName }: Head): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', contentType);
  if (fileName !== undefined) response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
}

export function lengthOf(pieces: readonly ByteBuffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** Sends the answer at once, and gives its buffers back as soon as the system has taken them. */
export async function sendWhole(
  pieces: readonly ByteBuffer[],
  head: Head,
  request: Request,
  response: Response,
): Promise<void> {
  let length = lengthOf(pieces);
  let body = pieces.map(({ written }) => written);
  const encoding = length > WORTH_COMPRESSING_BYTES ? chosen(head, request) : undefined;
  if (encoding) {
    const encoded = await encoding.whole(Buffer.concat(body));
    if (response.writableEnded) return; // it was answered for us meanwhile, or nobody is there any more
    response.setHeader('Content-Encoding', encoding.name);
    [length, body] = [encoded.length, [encoded]];
  }
  request.context.bytes = length;
  setHead(response, head);
  // of HEAD no body says how long it would be
  if (request.method !== 'HEAD') response.setHeader('Content-Length', length);
  const last = body.pop();
  for (const bytes of body) response.write(bytes);
  response.end(last, () => {
    for (const piece of pieces) piece.giveBack();
  });
}

/** Begins an answer that is sent in pieces: where they go. */
export function beginPieces(head: Head, request: Request, response: Response): Writable {
  const encoding = chosen(head, request);
  setHead(response, head);
  if (!encoding) return response;
  response.setHeader('Content-Encoding', encoding.name);
  response.flushHeaders(); // from here on a failure breaks the answer off, whether or not an encoded byte has left
  const encoder = encoding.stream();
  encoder.pipe(response);
  return encoder;
}

function chosen({ isCompressible }: Head, request: Request): Encoding | undefined {
  return isCompressible ? encodingFor(request) : undefined;
}
