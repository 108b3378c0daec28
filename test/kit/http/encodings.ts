import { brotliDecompressSync, gunzipSync, inflateRawSync, type InputType } from 'node:zlib';
import type { Received } from './http.js';

const GZIP_HEADER_BYTES = 10;
const GZIP_TRAILER_BYTES = 8;

interface Told {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}
type Telling = (input: InputType, options: { readonly info: true }) => Told;
const inflateTelling = inflateRawSync as unknown as Telling;
const unbrotliTelling = brotliDecompressSync as unknown as Telling;

/** Decodes a response. Its encoding must be a single member or stream without trailing bytes. */
export function decoded({ bytes, headers }: Pick<Received, 'bytes' | 'headers'>): Buffer {
  const encoding = headers['content-encoding'];
  switch (encoding) {
    case undefined:
      return bytes;
    case 'gzip':
      return oneMember(bytes);
    case 'br':
      return oneStream(bytes);
    default:
      throw new Error(`An encoding that nobody asked for: ${encoding}`);
  }
}

function oneMember(bytes: Buffer): Buffer {
  const content = gunzipSync(bytes); // Checks header, checksum and length
  const { engine } = inflateTelling(bytes.subarray(GZIP_HEADER_BYTES), { info: true });
  requireEnd(GZIP_HEADER_BYTES + engine.bytesWritten + GZIP_TRAILER_BYTES, bytes);
  return content;
}

function oneStream(bytes: Buffer): Buffer {
  const { buffer, engine } = unbrotliTelling(bytes, { info: true });
  requireEnd(engine.bytesWritten, bytes);
  return buffer;
}

function requireEnd(end: number, { length }: Buffer): void {
  if (end !== length) throw new Error(`The encoding ends at byte ${end} of ${length}`);
}
