import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { json, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { ApiError, invalidParameter } from './api-error.js';
import { requestIdOf } from './request-context.js';

export type CommonHeaders = Readonly<Record<string, string>>;

/** Returns the headers that helmet would set. Pages use another Content-Security-Policy. */
export function commonHeaders(publicUrl: string): CommonHeaders {
  return {
    'Cache-Control': 'private',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'DENY',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-XSS-Protection': '0',
    // browsers store this for two years, so it needs an https address
    ...(publicUrl.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    }),
  };
}

/** Must be the first middleware, because the others use the context. */
export function beginRequest(common: CommonHeaders): RequestHandler {
  const headers = Object.entries(common);
  return (request: Request, response: Response, next: NextFunction) => {
    const requestId = requestIdOf(request);
    request.context = { requestId, startedAt: performance.now() };
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of headers) response.setHeader(name, value);
    next(targetProblem(request));
  };
}

/** Requires one Host (RFC 9112). Rejects absolute targets, which could name another host, and targets with a fragment. */
function targetProblem({ url = '', httpVersion, rawHeaders }: IncomingMessage): ApiError | undefined {
  if ((!url.startsWith('/') && url !== '*') || url.includes('#')) return malformedTarget();
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) hosts++;
  if (hosts > 1) return invalidParameter('Host', 'must be sent once');
  return hosts === 0 && httpVersion === '1.1' ? invalidParameter('Host', 'is required') : undefined;
}

export const malformedTarget = (): ApiError =>
  invalidParameter('request target', 'must be a path, such as /api/v1/device');

/** Compares the length first, because every header of every request comes through here. */
const isHost = (name = ''): boolean => name.length === 4 && name.toLowerCase() === 'host';

/** Returns the route template, because paths contain identifiers, and the tool that an agent calls. */
export function routeOf({ route, context }: Request): string | undefined {
  const path = (route as { path: string } | undefined)?.path;
  return path === undefined || context.tool === undefined ? path : `${path} ${context.tool}`;
}

export function requestFields(request: Request): Record<string, string | undefined> {
  const { context, method } = request;
  return {
    request_id: context.requestId,
    method,
    route: routeOf(request),
    key_id: context.key?.id,
    enterprise: (context.enterprise ?? context.key?.enterprise)?.id,
  };
}

interface RequestEnd {
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly isComplete: boolean;
}

export type RequestObserver = (request: Request, end: RequestEnd) => void;

export function observeRequests(...observers: readonly RequestObserver[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    response.on('close', () => {
      const { bytes = Number(response.getHeader('Content-Length') ?? 0), startedAt } = request.context;
      const end: RequestEnd = {
        status: response.statusCode,
        milliseconds: performance.now() - startedAt,
        bytes: request.method === 'HEAD' ? 0 : bytes,
        isComplete: response.writableFinished,
      };
      for (const observe of observers) observe(request, end);
    });
    next();
  };
}

export function accessLog(logger: Logger): RequestObserver {
  return (request, { status, milliseconds, bytes, isComplete }) => {
    logger[levelOf(request, status, isComplete)](
      Object.assign(requestFields(request), {
        status,
        reason: request.context.error?.reason,
        ms: Math.round(milliseconds * 100) / 100,
        bytes,
        rows: request.context.rows,
        broken_off: isComplete ? undefined : true,
      }),
      'request',
    );
  };
}

/** Health checks would be most lines of an idle service. `problem.filter.ts` warns of those that fail. */
function levelOf(request: Request, status: number, isComplete: boolean): 'debug' | 'info' | 'warn' {
  if (routeOf(request)?.startsWith('/health/')) return 'debug';
  return status >= 500 || !isComplete ? 'warn' : 'info';
}

export function belowBasePath(basePath: string): RequestHandler {
  return (request, _response, next) => {
    const rest = request.url.slice(basePath.length);
    const isBelow = request.url.startsWith(basePath) && !/^[^/?]/.test(rest);
    if (isBelow) request.url = rest.startsWith('/') ? rest : `/${rest}`;
    next(isBelow ? undefined : new ApiError('not_found'));
  };
}

/**
 * Escapes a path that cannot be decoded, because the router would respond with 400 before authentication. The guards
 * reject it in the order of the checks (docs/contract.md, 2.6). A path without a route has no guards.
 */
export function escapeMalformedPath(request: Request, _response: Response, next: NextFunction): void {
  const [path = ''] = request.url.split('?', 1);
  try {
    decodeURIComponent(path);
  } catch {
    const fault = invalidParameter('path', 'must have valid percent escapes');
    request.url = path.replaceAll('%', '%25') + request.url.slice(path.length);
    if (methodsOf(request).length === 0) {
      next(fault);
      return;
    }
    request.context.messageFault = fault;
  }
  next();
}

interface RouterLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** Returns the methods of the routes that match the path of the request. */
export function methodsOf({ app, path }: Request): string[] {
  const { stack } = (app as unknown as { router: { stack: readonly RouterLayer[] } }).router;
  const routes = stack.flatMap((layer) => (layer.route && layer.match(path) ? [layer.route] : []));
  const methods = new Set(routes.flatMap((route) => Object.keys(route.methods)));
  if (methods.has('get')) methods.add('head');
  return [...methods].map((method) => method.toUpperCase()).sort();
}

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
const MOST_MEMBERS = 100;

/** Stores errors for the parameters guard, which reports them after authentication. */
export function internalBody(request: Request, response: Response, next: NextFunction): void {
  if (hasBody(request) && !request.is('application/json')) {
    request.context.messageFault = new ApiError('unsupported_media_type');
    next();
    return;
  }
  parse(request, response, (fault?: unknown) => {
    if (fault instanceof Error) request.context.messageFault = faultOf(fault);
    else if (isDeepOrWide(request.body))
      request.context.messageFault = badBody(
        `must have at most ${DEEPEST} levels of nesting, and ${MOST_MEMBERS} members in each object`,
      );
    next();
  });
}

function faultOf(fault: Error & { readonly type?: unknown }): Error {
  if (fault.type === NOT_UTF8) return badBody('must be in UTF-8');
  return typeof fault.type === 'string' ? fault : badBody('must be compressed as `Content-Encoding` states');
}

const badBody = (detail: string): Error => invalidParameter('body', detail);

/** Checks the headers only. The body may not have arrived yet. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Limits the nesting, because the validation of a very deep body overflows the stack, and the members of an object,
 * because its time grows with their square.
 */
function isDeepOrWide(body: unknown, depth = 0): boolean {
  if (depth > DEEPEST) return true;
  if (typeof body !== 'object' || body === null) return false;
  const members: unknown[] = Object.values(body);
  const isWide = !Array.isArray(body) && members.length > MOST_MEMBERS;
  return isWide || members.some((value) => isDeepOrWide(value, depth + 1));
}

/** Forbids storage, because responses of internal routes may contain a key. */
export function neverStored(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'private, no-store');
  next();
}
