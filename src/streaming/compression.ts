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
import type { Transform } from 'node:stream';
import type { Request } from 'express';
import { acceptedEncoding, type EncodingName } from '../http/accepted-encoding.js';

/** What is smaller fits into few packets as it is. */
export const WORTH_COMPRESSING_BYTES = 32_768;

/** As small as is cheap: docs/decisions/0026. */
const BROTLI: BrotliOptions = { chunkSize: 65_536, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const GZIP: ZlibOptions = { chunkSize: 65_536, level: 1 };

/** A way to make an answer smaller; its work is done in other threads. */
export interface Encoding {
  readonly name: EncodingName;
  /** One member from the first byte to the last: many clients read no second. */
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

/** What makes an answer smaller for a client that accepts it. */
export function encodingFor(request: Request): Encoding | undefined {
  const accepted = acceptedEncoding(request);
  return accepted && ENCODINGS[accepted];
}
