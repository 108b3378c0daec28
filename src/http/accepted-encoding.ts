import type { Request } from 'express';

export type EncodingName = 'br' | 'gzip';

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
