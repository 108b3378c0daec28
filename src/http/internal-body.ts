import { json, type NextFunction, type Request, type Response } from 'express';
import { ApiError } from './api-error.js';

const parse = json({ limit: '64kb', strict: false, type: () => true });

/**
 * Reads the bodies of the internal routes. The customer API has none, so its requests do not pay for a parser. What is wrong
 * with one is for the guards to say, after they know who sends it.
 */
export function internalBody(request: Request, response: Response, next: NextFunction): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (hasBody && !request.is('application/json')) {
    request.context.bodyFault = new ApiError(
      'unsupported_media_type',
      'Send the body as application/json in UTF-8.',
    );
    next();
    return;
  }
  parse(request, response, (fault?: unknown) => {
    if (fault instanceof Error) request.context.bodyFault = fault;
    next();
  });
}

/** What the internal routes answer is for nobody's cache: it may hold a key. */
export function neverStored(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'private, no-store');
  next();
}
