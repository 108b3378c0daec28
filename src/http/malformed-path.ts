import type { NextFunction, Request, Response } from 'express';
import { invalidParameter } from './api-error.js';

/**
 * A path with a malformed percent escape cannot be decoded. The router would answer 400 before authentication: it gets an escaped
 * path instead, and the guards refuse it in the order of the checks (docs/contract.md, 2.6).
 */
export function escapeMalformedPath(request: Request, _response: Response, next: NextFunction): void {
  const [path = ''] = request.url.split('?', 1);
  if (path.includes('%') && !isDecodable(path)) {
    request.context.messageFault = invalidParameter('path', 'has a malformed percent escape');
    request.url = path.replaceAll('%', '%25') + request.url.slice(path.length);
  }
  next();
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
