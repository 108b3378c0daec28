import type { Request } from 'express';
import { ApiError, invalidParameter } from '../http/api-error.js';

/** Returns the Bearer token, which may be empty or malformed. Without one, throws the error that `missing` creates. */
export function bearerToken(request: Request, missing: () => Error): string {
  if (isAuthorizedTwice(request)) throw invalidParameter('Authorization', 'should be sent once');
  const token = shownToken(request);
  if (token === undefined) throw missing();
  return token;
}

/** Returns the Bearer token, or undefined if there is none. */
export function shownToken({ headers }: Request): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(headers.authorization ?? '');
  return match ? (match[1] ?? '') : undefined;
}

/** Node keeps only the first header. A proxy may have checked another one. */
function isAuthorizedTwice({ rawHeaders }: Request): boolean {
  const isName = (text: string, at: number): boolean =>
    at % 2 === 0 && text.length === 13 && text.toLowerCase() === 'authorization';
  return rawHeaders.filter(isName).length > 1;
}

/** Returns the enterprise id of the header, decoded in both ways in which clients send characters beyond ASCII. */
export function namedEnterprise(request: Request): readonly string[] {
  const value = request.headers['x-enterprise-id'];
  if (typeof value !== 'string' || value === '') throw new ApiError('missing_enterprise');
  const isAscii = /^[\x20-\x7e]*$/.test(value);
  return isAscii ? [value] : [value, Buffer.from(value, 'latin1').toString('utf8')];
}
