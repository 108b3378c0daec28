import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { EntityManager } from 'typeorm';
import type { ChangeKind } from '../database/change-log.js';
import {
  invalidParameter,
  notFound,
  type ApiError,
  type ErrorCode,
  type UnavailableReason,
} from './api-error.js';

export interface CallerEnterprise {
  readonly key: number;
  readonly id: string;
  readonly timeZone: string;
}

export interface RequestContext {
  readonly requestId: string;
  readonly startedAt: bigint;
  apiKeyId?: string;
  application?: string;
  /** Enterprise of the API key, even if the request names another one. */
  keyOwner?: CallerEnterprise;
  enterprise?: CallerEnterprise;
  actor?: string;
  /** Checks the session again inside the transaction of a change. */
  checkAgain?: (manager: EntityManager) => Promise<void>;
  scope?: string;
  bulk?: boolean;
  /** Counts the request against the bulk limit. Not called if the response is 304. */
  countAsBulk?: () => Promise<void>;
  /** `readUntil` is the time up to which the client has all changes, or null until it has read the whole table. */
  feed?: { readonly kind: ChangeKind; readonly readUntil?: number | null };
  waitsForSlot?: boolean;
  rows?: number;
  bytes?: number;
  errorCode?: ErrorCode;
  unavailable?: UnavailableReason;
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
  }
}

export const SANE_ID = /^[\w.:~-]{1,128}$/;

export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
}

export type CommonHeaders = readonly (readonly [string, string])[];

const TWO_YEARS = 63_072_000;

/** Returns the headers that helmet would set. Pages replace the Content-Security-Policy with their own. */
export function commonHeaders(publicUrl: string): CommonHeaders {
  const headers: [string, string][] = [
    ['Cache-Control', 'private'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Origin-Agent-Cluster', '?1'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-DNS-Prefetch-Control', 'off'],
    ['X-Download-Options', 'noopen'],
    ['X-Frame-Options', 'DENY'],
    ['X-Permitted-Cross-Domain-Policies', 'none'],
    ['X-XSS-Protection', '0'],
  ];
  // browsers store this for two years, so it needs an https address
  if (publicUrl.startsWith('https:'))
    headers.push(['Strict-Transport-Security', `max-age=${TWO_YEARS}; includeSubDomains`]);
  return headers;
}

/** Must be the first middleware, because the others use the context. */
export function beginRequest(headers: CommonHeaders): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const requestId = requestIdOf(request);
    request.context = { requestId, startedAt: process.hrtime.bigint() };
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of headers) response.setHeader(name, value);
    next(targetProblem(request));
  };
}

/** Requires one Host (RFC 9112). Rejects targets in absolute form, which could name another host. */
function targetProblem({ url = '', httpVersion, rawHeaders }: IncomingMessage): ApiError | undefined {
  if (!url.startsWith('/') && url !== '*')
    return invalidParameter('request target', 'must be a path, such as /api/v1/device');
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) hosts++;
  if (hosts > 1) return invalidParameter('Host', 'must be sent once');
  return hosts === 0 && httpVersion === '1.1' ? invalidParameter('Host', 'is required') : undefined;
}

export function belowBasePath(basePath: string): RequestHandler {
  return (request, _response, next) => {
    const rest = request.url.slice(basePath.length);
    if (!request.url.startsWith(basePath) || /^[^/?]/.test(rest)) {
      next(notFound());
      return;
    }
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    next();
  };
}

/**
 * Escapes a path that cannot be decoded, because the router would respond with 400 before authentication. The guards reject it in
 * the order of the checks (docs/contract.md, 2.6).
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

/** Compares the length first, because every header of every request comes through here. */
const isHost = (name = ''): boolean => name.length === 4 && name.toLowerCase() === 'host';
