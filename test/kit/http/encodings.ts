import { brotliDecompressSync, gunzipSync, inflateRawSync, type InputType } from 'node:zlib';
import type { HttpResponse } from './http.js';

const GZIP_HEADER_BYTES = 10;
const GZIP_TRAILER_BYTES = 8;

interface DecodedWithInfo {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}
type DecodeWithInfo = (input: InputType, options: { readonly info: true }) => DecodedWithInfo;
const inflateRawWithInfo = inflateRawSync as unknown as DecodeWithInfo;
const brotliDecompressWithInfo = brotliDecompressSync as unknown as DecodeWithInfo;

/** Decodes a response. Its encoding must be a single member or stream without trailing bytes. */
export function decoded({ bytes, headers }: Pick<HttpResponse, 'bytes' | 'headers'>): Buffer {
  const encoding = headers['content-encoding'];
  switch (encoding) {
    case undefined:
      return bytes;
    case 'gzip':
      return decodeGzipMember(bytes);
    case 'br':
      return decodeBrotliStream(bytes);
    default:
      throw new Error(`Unexpected Content-Encoding: ${encoding}`);
  }
}

function decodeGzipMember(bytes: Buffer): Buffer {
  const content = gunzipSync(bytes); // Checks header, checksum and length
  const { engine } = inflateRawWithInfo(bytes.subarray(GZIP_HEADER_BYTES), { info: true });
  requireEnd(GZIP_HEADER_BYTES + engine.bytesWritten + GZIP_TRAILER_BYTES, bytes);
  return content;
}

function decodeBrotliStream(bytes: Buffer): Buffer {
  const { buffer, engine } = brotliDecompressWithInfo(bytes, { info: true });
  requireEnd(engine.bytesWritten, bytes);
  return buffer;
}

function requireEnd(end: number, { length }: Buffer): void {
  if (end !== length) throw new Error(`The encoding ends at byte ${end} of ${length}`);
}
