import type { Request } from 'express';

export type EncodingName = 'br' | 'gzip';

/** The encoding that a client prefers; of those that it likes equally, as browsers do, br: the smaller and the cheaper one. */
export function acceptedEncoding({ headers }: Request): EncodingName | undefined {
  const liked = qualities(headers['accept-encoding'] ?? '');
  const quality = (name: EncodingName): number => liked.get(name) ?? liked.get('*') ?? 0;
  const preferred = quality('gzip') > quality('br') ? 'gzip' : 'br';
  const isWanted = quality(preferred) > 0 && quality(preferred) >= (liked.get('identity') ?? 0);
  return isWanted ? preferred : undefined;
}

/** How much a client likes each encoding that it names; what is malformed, not at all. */
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
