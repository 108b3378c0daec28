import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { notFound } from '../errors/api-error.js';

/** Serves everything below a path, and nothing beside it. */
export function belowBasePath(basePath: string): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    if (!request.url.startsWith(basePath)) {
      next(notFound());
      return;
    }
    const rest = request.url.slice(basePath.length);
    if (rest !== '' && !/^[/?]/.test(rest)) {
      next(notFound());
      return;
    }
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    next();
  };
}
