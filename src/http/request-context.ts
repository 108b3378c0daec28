import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { EntityManager } from 'typeorm';
import type { ChangeKind } from '../database/change-log.js';
import { invalidParameter, type ApiError, type ErrorCode, type UnavailableReason } from './api-error.js';
import type { CommonHeaders } from './common-headers.js';

/** Whom a request acts for. */
export interface CallerEnterprise {
  readonly key: number;
  readonly id: string;
  readonly timeZone: string;
}

/** What is known of a request beside its message: for answers, logs and the audit trail. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedAt: bigint;
  apiKeyId?: string;
  /** The name that the key's entry has. */
  application?: string;
  /** Whose the key is, also where the request names another enterprise. */
  keyOwner?: CallerEnterprise;
  enterprise?: CallerEnterprise;
  /** Who acts on an internal route. */
  actor?: string;
  /** Checks the session of the request once more, inside the transaction of a change. */
  checkAgain?: (manager: EntityManager) => Promise<void>;
  scope?: string;
  /** Whether the answer is known to be long. */
  bulk?: boolean;
  /** Counts it as such where that was left open: the answer may be that nothing has changed. */
  countAsBulk?: () => Promise<void>;
  /** The feed that the request follows, and until when it has everything after it; null where it is not there yet. */
  feed?: { readonly kind: ChangeKind; readonly readUntil?: number | null };
  /** Whether it waits for one of the slots for long answers, and for nothing else. */
  waitsForSlot?: boolean;
  rows?: number;
  bytes?: number;
  /** What it was answered, where that was an error. */
  errorCode?: ErrorCode;
  /** Why it was answered 503. */
  unavailable?: UnavailableReason;
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
  }
}

export const SANE_ID = /^[\w.:~-]{1,128}$/;

/** The id that the caller gave to the request, if it is sane, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
}

/** The first middleware: gives every request its context and every answer the headers that all have. */
export function beginRequest(headers: CommonHeaders): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const requestId = requestIdOf(request);
    request.context = { requestId, startedAt: process.hrtime.bigint() };
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of headers) response.setHeader(name, value);
    next(targetProblem(request));
  };
}

/** RFC 9112 wants one Host, and a request names its path alone: another form could name another host. */
function targetProblem({ url = '', httpVersion, rawHeaders }: IncomingMessage): ApiError | undefined {
  if (!url.startsWith('/') && url !== '*')
    return invalidParameter('request target', 'must be a path, such as /api/v1/device');
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  if (hosts > 1) return invalidParameter('Host', 'must be sent once');
  return hosts === 0 && httpVersion === '1.1' ? invalidParameter('Host', 'is required') : undefined;
}
