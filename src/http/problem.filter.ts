import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  Catch,
  HttpException,
  Inject,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { whyDatabaseUnavailable } from '../database/rows/driver-errors.js';
import { DatabaseUnavailable, ReceiverGone } from '../database/rows/reader.js';
import { LOGGER, RepeatedWarnings } from '../observability/logger.js';
import { ApiError, invalidParameter, methodNotAllowed, unavailable } from './api-error.js';
import { resetConnection } from './connection.js';
import { type CommonHeaders, methodsOf, requestFields } from './middleware.js';
import { publicUrl } from './public-url.js';

export const PROBLEM_TYPE = 'application/problem+json';

const RETRY_SECONDS = 2;

export abstract class ErrorListener {
  /** The response waits for the returned promise, which must never reject. */
  abstract note(error: ApiError, request: Request): Promise<void>;
}

/** Resets a response that has begun, so that it does not look complete. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly warnings: RepeatedWarnings;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly listener: ErrorListener,
  ) {
    this.warnings = new RepeatedWarnings(logger);
  }

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.writableEnded) {
      this.reportLate(thrown, request);
      return;
    }
    if (thrown instanceof ReceiverGone) {
      resetConnection(request.socket);
      return;
    }
    const error = thrown instanceof NotFoundException ? noRoute(request) : toApiError(thrown);
    if (error.status >= 500) this.report(error, request);
    else await this.listener.note(error, request);
    if (error.status === 400) await this.refundBulk(request);
    this.respond(error, request, response);
  }

  /** Load shedding may have responded since the error. */
  private respond(error: ApiError, request: Request, response: Response): void {
    if (response.writableEnded) this.reportLate(error, request);
    else if (response.headersSent) resetConnection(request.socket);
    else sendProblem(error, request, response);
  }

  /** Never rejects, because Nest does not catch errors of a filter. */
  private async refundBulk({ context }: Request): Promise<void> {
    await context.refundBulk?.().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'bulk request not returned to the rate limit');
    });
  }

  /** Logs a 503 as a warning, once for each reason in 10 s. Other errors need a fix. */
  private report({ status, reason, code, cause }: ApiError, request: Request): void {
    const fields = { ...requestFields(request), status, err: cause };
    if (status === 503) this.warnings.warn(reason ?? code, fields, code);
    else this.logger.error(fields, code);
  }

  private reportLate(failure: unknown, request: Request): void {
    const { status, reason, code } = toApiError(failure);
    const fields = { ...requestFields(request), err: failure };
    if (status === 503) this.warnings.warn(reason ?? code, fields, LATE);
    else this.logger.warn(fields, LATE);
  }
}

const LATE = 'request finished after its timeout';

export function logLateResponse(logger: Logger, request: Request): void {
  logger.warn(requestFields(request), LATE);
}

/** Headers that are removed from errors, because a client that stores the sync token would miss records. */
const STATE_HEADERS = ['ETag', 'X-Sync-Token', 'Link'];

export function sendProblem(error: ApiError, request: Request, response: Response): void {
  const { context, originalUrl } = request;
  for (const name of STATE_HEADERS) response.removeHeader(name);
  const { headers, body } = writeProblem(error, publicUrl(request), originalUrl, context.requestId);
  context.error = error;
  context.bytes = (context.bytes ?? 0) + Buffer.byteLength(body);
  response.writeHead(error.status, headers).end(body);
}

/** Responds before the request has a context. */
export function sendEarlyProblem(
  error: ApiError,
  requestId: string,
  response: ServerResponse,
  common: CommonHeaders,
): void {
  // Express gives its properties to all requests of the server
  const address = publicUrl(response.req as Request);
  const { headers, body } = writeProblem(error, address, response.req.url, requestId);
  response.writeHead(error.status, { ...common, ...headers }).end(body);
}

/** Returns the body of a problem document (RFC 9457). `address` is that of the service. */
export function problemOf(error: ApiError, address: string, instance: string, requestId: string): object {
  return {
    type: `${address}/docs/errors/${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.detail,
    instance,
    code: error.code,
    request_id: requestId,
    ...(error.errors && { errors: error.errors }),
  };
}

export function writeProblem(
  error: ApiError,
  address: string,
  url = '',
  requestId: string = randomUUID(),
): { headers: Readonly<Record<string, string>>; body: string } {
  const body = JSON.stringify(problemOf(error, address, url.split('?', 1)[0] ?? '', requestId));
  const headers = {
    ...error.headers,
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
  };
  return { headers, body };
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable(RETRY_SECONDS, error.reason, error);
  if (error instanceof HttpException) return fromHttpStatus(error.getStatus(), error);
  if (error instanceof Error) {
    const { status, type } = error as Error & { status?: unknown; type?: unknown };
    // errors of the body parser
    if (typeof status === 'number' && typeof type === 'string') return fromHttpStatus(status, error);
    const reason = whyDatabaseUnavailable(error);
    if (reason) return unavailable(RETRY_SECONDS, reason, error);
  }
  return new ApiError('internal_error', undefined, { cause: error });
}

/** Nest throws the same error for an unknown path and for an unknown method. */
function noRoute(request: Request): ApiError {
  const methods = methodsOf(request);
  return methods.length > 0 ? methodNotAllowed(methods.join(', ')) : new ApiError('not_found');
}

const OF_STATUS: Readonly<Partial<Record<number, () => ApiError>>> = {
  400: () => invalidParameter('body', 'must be well-formed JSON'),
  413: () => new ApiError('payload_too_large'),
  415: () => new ApiError('unsupported_media_type'),
};

function fromHttpStatus(status: number, error: Error): ApiError {
  return OF_STATUS[status]?.() ?? new ApiError('internal_error', undefined, { cause: error });
}
