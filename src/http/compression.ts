import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Request } from 'express';

const brotliOptions = (level: number) => ({
  chunkSize: 65_536,
  params: { [constants.BROTLI_PARAM_QUALITY]: level },
});
const gzipOptions = (level: number) => ({ chunkSize: 65_536, level });

/**
 * Encodings of responses. zlib compresses in other threads. `gzip` writes one member, because many clients read only
 * the first.
 */
export const ENCODINGS = {
  br: {
    stream: (level: number) => createBrotliCompress(brotliOptions(level)),
    whole: (bytes: Buffer, level: number) => promisify(brotliCompress)(bytes, brotliOptions(level)),
  },
  gzip: {
    stream: (level: number) => createGzip(gzipOptions(level)),
    whole: (bytes: Buffer, level: number) => promisify(gzip)(bytes, gzipOptions(level)),
  },
};

export type EncodingName = keyof typeof ENCODINGS;

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
