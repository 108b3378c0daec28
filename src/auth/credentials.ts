import type { Request } from 'express';
import { ApiError, invalidParameter } from '../http/api-error.js';

export function bearerToken(request: Request, missing: () => Error): string {
  if (isAuthorizedTwice(request)) throw invalidParameter('Authorization', 'should be sent once');
  const token = shownToken(request);
  if (token === undefined) throw missing();
  return token;
}

export function shownToken({ headers }: Request): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(headers.authorization ?? '');
  return match ? (match[1] ?? '') : undefined;
}

/** Node keeps only the first header, but a proxy may have checked another one. */
function isAuthorizedTwice({ rawHeaders }: Request): boolean {
  const isName = (text: string, at: number): boolean =>
    at % 2 === 0 && text.length === 13 && text.toLowerCase() === 'authorization';
  return rawHeaders.filter(isName).length > 1;
}

/** Decodes the header as Latin-1 and as UTF-8, because clients send non-ASCII characters in both ways. */
export function namedEnterprise(request: Request): readonly string[] {
  const value = request.headers['x-enterprise-id'];
  if (typeof value !== 'string' || value === '') throw new ApiError('missing_enterprise');
  const isAscii = /^[\x20-\x7e]*$/.test(value);
  return isAscii ? [value] : [value, Buffer.from(value, 'latin1').toString('utf8')];
}
