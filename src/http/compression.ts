import { promisify } from 'node:util';
import type { Transform } from 'node:stream';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';
import type { Request } from 'express';

export type EncodingName = 'br' | 'gzip';

interface Encoding {
  /** Writes one gzip member, because many clients read only the first. */
  stream(level: number): Transform;
  whole(bytes: Buffer, level: number): Promise<Buffer>;
}

const brotliOptions = (level: number): BrotliOptions => ({
  chunkSize: 65_536,
  params: { [constants.BROTLI_PARAM_QUALITY]: level },
});
const gzipOptions = (level: number): ZlibOptions => ({ chunkSize: 65_536, level });

/** Encodings of responses. zlib compresses in other threads. */
export const ENCODINGS: Readonly<Record<EncodingName, Encoding>> = {
  br: {
    stream: (level) => createBrotliCompress(brotliOptions(level)),
    whole: (bytes, level) => promisify(brotliCompress)(bytes, brotliOptions(level)),
  },
  gzip: {
    stream: (level) => createGzip(gzipOptions(level)),
    whole: (bytes, level) => promisify(gzip)(bytes, gzipOptions(level)),
  },
};

/** Prefers br at equal quality, because it is smaller and cheaper. */
export function acceptedEncoding({ headers }: Request): EncodingName | undefined {
  const accepted = qualities(headers['accept-encoding'] ?? '');
  const quality = (name: EncodingName): number => accepted.get(name) ?? accepted.get('*') ?? 0;
  const preferred = quality('gzip') > quality('br') ? 'gzip' : 'br';
  const isWanted = quality(preferred) > 0 && quality(preferred) >= (accepted.get('identity') ?? 0);
  return isWanted ? preferred : undefined;
}

function qualities(accept: string): Map<string, number> {
  const parts = accept.toLowerCase().split(',');
  return new Map(
    parts.map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? '1';
      return [name, Number(quality) || 0];
    }),
  );
}
