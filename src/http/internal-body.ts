import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { json, type NextFunction, type Request, type Response } from 'express';
import { ApiError, invalidParameter } from './api-error.js';

const NOT_UTF8 = 'body.not_utf8';
const parse = json({
  limit: '64kb',
  strict: false,
  type: () => true,
  verify: (_request, _response, bytes, charset) => {
    // the parser replaces invalid bytes silently
    if (charset !== 'utf-8' || !isUtf8(bytes)) throw Object.assign(new Error(), { type: NOT_UTF8 });
  },
});
const DEEPEST = 8;

/** Stores errors for the parameters guard, which reports them after authentication. */
export function internalBody(request: Request, response: Response, next: NextFunction): void {
  if (hasBody(request) && !request.is('application/json')) {
    request.context.messageFault = new ApiError('unsupported_media_type');
    next();
    return;
  }
  parse(request, response, (fault?: unknown) => {
    if (fault instanceof Error) request.context.messageFault = faultOf(fault);
    else if (isDeep(request.body)) request.context.messageFault = badBody('is nested too deeply');
    next();
  });
}

function faultOf(fault: Error & { readonly type?: unknown }): Error {
  if (fault.type === NOT_UTF8) return badBody('should be in UTF-8');
  return typeof fault.type === 'string'
    ? fault
    : badBody('should be compressed as its Content-Encoding says');
}

const badBody = (detail: string): Error => invalidParameter('body', detail);

/** Checks the headers only. The body may not have arrived yet. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Limits the nesting, because the validation of a very deep body overflows the stack. */
function isDeep(body: unknown): boolean {
  let values = [body];
  for (let depth = 0; values.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    values = values.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    );
  }
  return false;
}

/** Forbids storage, because responses of internal routes may contain a key. */
export function neverStored(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'private, no-store');
  next();
}
