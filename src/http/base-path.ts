import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { notFound } from './api-error.js';

/** Serves everything below a path, and nothing beside it. */
export function belowBasePath(basePath: string): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    const rest = request.url.slice(basePath.length);
    if (!request.url.startsWith(basePath) || /^[^/?]/.test(rest)) {
      next(notFound());
      return;
    }
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    next();
  };
}
