import type { Request } from 'express';
import { ApiError, invalidParameter } from '../http/api-error.js';

/** The token of a Bearer authorization. It may be empty or nonsense: who checks it says so. Where there is none, `missing` does. */
export function bearerToken(request: Request, missing: () => Error): string {
  if (isAuthorizedTwice(request)) throw invalidParameter('Authorization', 'should be sent once');
  const token = shownToken(request);
  if (token === undefined) throw missing();
  return token;
}

/** The same without a judgement. */
export function shownToken({ headers }: Request): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(headers.authorization ?? '');
  return match ? (match[1] ?? '') : undefined;
}

/** Node keeps the first and drops the others: what stands between may have judged the request by another one. */
function isAuthorizedTwice({ rawHeaders }: Request): boolean {
  const isName = (text: string, at: number): boolean =>
    at % 2 === 0 && text.length === 13 && text.toLowerCase() === 'authorization';
  return rawHeaders.filter(isName).length > 1;
}

/** The enterprise that the request names, in the two ways in which clients send letters beyond ASCII. */
export function namedEnterprise(request: Request): readonly string[] {
  const value = request.headers['x-enterprise-id'];
  if (typeof value !== 'string' || value === '') throw new ApiError('missing_enterprise');
  const isAscii = /^[\x20-\x7e]*$/.test(value);
  return isAscii ? [value] : [value, Buffer.from(value, 'latin1').toString('utf8')];
}
