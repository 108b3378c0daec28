import type { Request } from 'express';
import { missingCredentials, missingEnterprise } from '../http/api-error.js';

/** The token of a Bearer authorization. It may be empty or nonsense: who checks it says so. */
export function bearerToken(request: Request): string {
  const match = /^bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '');
  if (!match) throw missingCredentials();
  return match[1] ?? '';
}

/** The enterprise that the request names, in the two ways in which clients send letters beyond ASCII. */
export function namedEnterprise(request: Request): readonly string[] {
  const value = request.headers['x-enterprise-id'];
  if (typeof value !== 'string' || value === '') throw missingEnterprise();
  return isAscii(value) ? [value] : [value, Buffer.from(value, 'latin1').toString('utf8')];
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
