import type { NextFunction, Request, Response } from 'express';
import { invalidParameters } from '../errors/api-error.js';

/**
 * A path with a malformed percent escape cannot be decoded. The router would say so before anybody knows who asks: it gets a path
 * that it can read instead, and the guards say what is wrong with it when its turn has come (docs/contract.md, 2.6).
 */
export function mendMalformedPath(request: Request, _response: Response, next: NextFunction): void {
  const [path = ''] = request.url.split('?', 1);
  if (path.includes('%') && !isDecodable(path)) {
    request.context.messageFault = invalidParameters([
      { parameter: 'path', detail: 'has a malformed percent escape' },
    ]);
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
