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

/** Response that writes itself. Handlers return it, and the HTTP adapter sends it (decision 0008). */
export abstract class StreamedResponse {
  abstract send(request: Request, response: Response): Promise<void> | void;
}

export interface Head {
  readonly contentType: string;
  readonly fileName?: string;
  readonly isCompressible: boolean;
}

/** Smaller responses take few packets even without compression. */
const WORTH_COMPRESSING_BYTES = 32_768;

/** Levels from decision 0026. zlib compresses in other threads. */
const BROTLI: BrotliOptions = { chunkSize: 65_536, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const GZIP: ZlibOptions = { chunkSize: 65_536, level: 1 };

interface Encoding {
  readonly name: EncodingName;
  /** Writes one gzip member, because many clients read only the first. */
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

/** Returns the buffers to the pool after the operating system has taken the bytes. */
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
  // HEAD reads no body, so its length is unknown
  if (request.method !== 'HEAD') response.setHeader('Content-Length', length);
  const last = body.pop();
  for (const bytes of body) response.write(bytes);
  response.end(last, () => {
    for (const chunk of chunks) chunk.giveBack();
  });
}

export function beginChunks(head: Head, request: Request, response: Response): Writable {
  const encoding = encodingFor(head, request);
  setHead(response, head);
  if (!encoding) return response;
  response.setHeader('Content-Encoding', encoding.name);
  response.flushHeaders(); // makes a later failure reset the connection, even before the first compressed byte
  const encoder = encoding.stream();
  encoder.pipe(response);
  return encoder;
}
