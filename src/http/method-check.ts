import type { Application, NextFunction, Request, RequestHandler, Response } from 'express';
import { methodNotAllowed } from './api-error.js';

interface RouterLayer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

type RouteLayer = RouterLayer & Required<Pick<RouterLayer, 'route'>>;

/** Responds with 405 and `Allow`, where Express would respond with 404, or with 200 to OPTIONS. */
export function methodCheck(express: Application): RequestHandler {
  let withoutGet: ReturnType<typeof routesWithoutGet> | undefined;
  return (request: Request, _response: Response, next: NextFunction) => {
    // skips the route lookup for nearly all requests, which are a GET of a path with GET
    withoutGet ??= routesWithoutGet(express);
    const { path } = request;
    const lacksGet = withoutGet.some(({ begin, layer }) => path.startsWith(begin) && layer.match(path));
    if (request.method === 'GET' && !lacksGet) {
      next();
      return;
    }
    const methods = methodsOf(express, path);
    const isKnown = methods.length > 0;
    next(isKnown && !methods.includes(request.method) ? methodNotAllowed(methods.join(', ')) : undefined);
  };
}

/** Includes the static beginning of each path, because a string comparison is faster than a route match. */
function routesWithoutGet(express: Application): { begin: string; layer: RouteLayer }[] {
  return routesOf(express)
    .filter(({ route }) => route.methods.get !== true)
    .map((layer) => ({ begin: layer.route.path.split(/[:*{]/, 1)[0] ?? '', layer }));
}

function methodsOf(express: Application, path: string): string[] {
  const layers = routesOf(express).filter((layer) => layer.match(path));
  const methods = new Set(layers.flatMap(({ route }) => Object.keys(route.methods)));
  if (methods.has('get')) methods.add('head');
  return [...methods].map((method) => method.toUpperCase()).sort();
}

function routesOf(express: Application): RouteLayer[] {
  const { stack } = (express as unknown as { router: { stack: readonly RouterLayer[] } }).router;
  return stack.filter((layer): layer is RouteLayer => layer.route !== undefined);
}
