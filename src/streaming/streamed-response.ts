import type { Transform, Writable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';
import type { Request, Response } from 'express';
import { acceptedEncoding, type EncodingName } from '../http/accepted-encoding.js';
import type { ByteBuffer } from './fields/byte-buffer.js';

/** A response that writes itself. A handler returns it, and `app/answer-adapter.ts` sends it. */
export abstract class StreamedResponse {
  abstract send(request: Request, response: Response): Promise<void> | void;
}

/** Describes the body in the headers. */
export interface Head {
  readonly contentType: string;
  /** The file name of a download. */
  readonly fileName?: string;
  readonly isCompressible: boolean;
}

/** Smaller responses are not compressed: they take few packets anyway. */
const WORTH_COMPRESSING_BYTES = 32_768;

/** The fastest levels: decision 0026. zlib compresses in other threads. */
const BROTLI: BrotliOptions = { chunkSize: 65_536, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const GZIP: ZlibOptions = { chunkSize: 65_536, level: 1 };

interface Encoding {
  readonly name: EncodingName;
  /** Writes one gzip member. Many clients read no second one. */
  stream(): Transform;
  whole(bytes: Buffer): Promise<Buffer>;
}

const ENCODINGS: Readonly<Record<EncodingName, Encoding>> = {
  br: {
    name: 'br',
    stream: () => createBrotliCompress(BROTLI),
    whole: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  },
  gzip: {
    name: 'gzip',
    stream: () => createGzip(GZIP),
    whole: (bytes) => promisify(gzip)(bytes, GZIP),
  },
};

function encodingFor({ isCompressible }: Head, request: Request): Encoding | undefined {
  const accepted = isCompressible ? acceptedEncoding(request) : undefined;
  return accepted && ENCODINGS[accepted];
}

export function setHead(response: Response, { contentType, fileName }: Head): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', contentType);
  if (fileName !== undefined) response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
}

export function lengthOf(chunks: readonly ByteBuffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

/** Sends a whole body, and returns its buffers to the pool when the operating system has taken them. */
export async function sendWhole(
  chunks: readonly ByteBuffer[],
  head: Head,
  request: Request,
  response: Response,
): Promise<void> {
  let length = lengthOf(chunks);
  let body = chunks.map(({ written }) => written);
  const encoding = length > WORTH_COMPRESSING_BYTES ? encodingFor(head, request) : undefined;
  if (encoding) {
    const encoded = await encoding.whole(Buffer.concat(body));
    if (response.writableEnded) return; // timed out, or the client disconnected
    response.setHeader('Content-Encoding', encoding.name);
    [length, body] = [encoded.length, [encoded]];
  }
  request.context.bytes = length;
  setHead(response, head);
  // the length of a body that HEAD did not read is unknown
  if (request.method !== 'HEAD') response.setHeader('Content-Length', length);
  const last = body.pop();
  for (const bytes of body) response.write(bytes);
  response.end(last, () => {
    for (const chunk of chunks) chunk.giveBack();
  });
}

/** Sends the headers of a chunked body, and returns the stream to write it to. */
export function beginChunks(head: Head, request: Request, response: Response): Writable {
  const encoding = encodingFor(head, request);
  setHead(response, head);
  if (!encoding) return response;
  response.setHeader('Content-Encoding', encoding.name);
  response.flushHeaders(); // from here on a failure resets the connection, even if no compressed byte was sent yet
  const encoder = encoding.stream();
  encoder.pipe(response);
  return encoder;
}
