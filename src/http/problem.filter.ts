import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { whyDatabaseUnavailable } from '../database/driver-errors.js';
import { DatabaseUnavailable, ReceiverGone } from '../database/rows/reader.js';
import { LOGGER } from '../observability/logger.js';
import { requestFields } from '../observability/request-log.js';
import { ApiError, invalidParameter, methodNotAllowed, notFound, unavailable } from './api-error.js';
import type { CommonHeaders } from './middleware.js';
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
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly listener: ErrorListener,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.writableEnded) {
      logLateResponse(this.logger, request, thrown);
      return;
    }
    if (thrown instanceof ReceiverGone) {
      breakOff(request.socket);
      return;
    }
    const error = toApiError(thrown);
    if (error.status >= 500) this.report(error, request);
    else await this.listener.note(error, request);
    if (response.headersSent) breakOff(request.socket);
    else sendProblem(error, request, response);
  }

  /** Logs a 503 as a warning. Other errors need a fix. */
  private report(error: ApiError, request: Request): void {
    const level = error.status === 503 ? 'warn' : 'error';
    const { status, reason, cause } = error;
    this.logger[level]({ ...requestFields(request), status, reason, err: cause }, error.code);
  }
}

export function logLateResponse(logger: Logger, request: Request, failure?: unknown): void {
  logger.warn({ ...requestFields(request), err: failure }, 'request finished after its timeout');
}

/** Removed from errors, because a client that stores the sync token would miss records. */
const STATE_HEADERS = ['ETag', 'X-Sync-Token', 'Link'];

export function sendProblem(error: ApiError, request: Request, response: Response): void {
  for (const name of STATE_HEADERS) response.removeHeader(name);
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  const path = request.originalUrl.split('?', 1)[0] ?? '';
  const body = Buffer.from(
    JSON.stringify(problemOf(error, addressOf(request), path, request.context.requestId)),
  );
  request.context.errorCode = error.code;
  request.context.unavailable = error.reason;
  request.context.bytes = (request.context.bytes ?? 0) + body.length;
  response.statusCode = error.status;
  response.setHeader('Content-Type', PROBLEM_TYPE);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

export function sendEarlyProblem(
  error: ApiError,
  requestId: string,
  response: ServerResponse,
  common: CommonHeaders,
): void {
  const { url = '', method } = response.req;
  // Express gives its properties to all requests of the server
  const address = addressOf(response.req as Request);
  const { headers, body } = rawProblem(error, address, url.split('?', 1)[0] ?? '', requestId, common);
  response.writeHead(error.status, headers.flat()).end(method === 'HEAD' ? undefined : body);
}

const DEFAULT_URL = 'default url';

/** Sets the address of the error pages for requests without a valid host. */
export function setDefaultUrl(app: { set(name: string, value: unknown): unknown }, url: string): void {
  app.set(DEFAULT_URL, url);
}

const addressOf = (request: Request): string =>
  publicUrl(request) ?? (request.app.get(DEFAULT_URL) as string);

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

function rawProblem(
  error: ApiError,
  address: string,
  instance: string,
  requestId: string,
  common: CommonHeaders,
): { headers: [name: string, value: string][]; body: string } {
  const body = JSON.stringify(problemOf(error, address, instance, requestId));
  return {
    headers: [
      ['Content-Type', PROBLEM_TYPE],
      ['Content-Length', String(Buffer.byteLength(body))],
      ['X-Request-Id', requestId],
      ...common.map(([name, value]): [string, string] => [name, value]),
      ...Object.entries(error.headers),
    ],
    body,
  };
}

/**
 * Responds to malformed, oversized or slow requests and to CONNECT, for which Node emits no
 * `request` event.
 */
export function handleClientErrors(server: Server, common: CommonHeaders, address: string): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegunResponse(socket)) {
      endConnection(socket);
      return;
    }
    socket.end(rawResponse(toProblem(error.code), common, address));
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.end(rawResponse(methodNotAllowed('GET, HEAD'), common, address));
  });
  // ignores an `Expect` other than 100-continue
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function toProblem(code: string | undefined): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('headers_too_large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout');
    default:
      return invalidParameter('request', 'must be well-formed HTTP');
  }
}

function rawResponse(error: ApiError, common: CommonHeaders, address: string): string {
  const { headers, body } = rawProblem(error, address, '', randomUUID(), common);
  const lines = [...headers, ['Connection', 'close']].map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
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

function fromHttpStatus(status: number, error: Error): ApiError {
  switch (status) {
    case 400:
      return invalidParameter('body', 'must be well-formed JSON');
    case 404:
      return notFound();
    case 413:
      return new ApiError('payload_too_large');
    case 415:
      return new ApiError('unsupported_media_type');
    default:
      return new ApiError('internal_error', undefined, { cause: error });
  }
}

/**
 * Resets the connection (RST) in the middle of a response, because a FIN marks the end of an HTTP/1.0 response. nginx before
 * 1.29.7 uses HTTP/1.0 to upstreams by default, so a truncated response would look complete.
 */
export function breakOff(connection: Socket): void {
  // a closing socket cannot be reset, and its response is complete
  if (connection.writableEnded) connection.destroy();
  else if (!connection.destroyed) connection.resetAndDestroy();
}

export function endConnection(connection: Socket): void {
  if (hasBegunResponse(connection)) breakOff(connection);
  else connection.destroy();
}

/** Reads `_httpMessage`, in which Node stores the current response of a connection. */
export function hasBegunResponse(connection: Socket): boolean {
  const { _httpMessage: response } = connection as Socket & { _httpMessage?: ServerResponse | null };
  return response?.headersSent === true;
}
