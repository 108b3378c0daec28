import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, invalidParameter, methodNotAllowed } from './api-error.js';
import { endConnection, hasBegunResponse } from './break-off.js';
import type { CommonHeaders } from './request-context.js';
import { rawProblem } from './problem.filter.js';

/** Responds to malformed, oversized or slow requests and to CONNECT, for which Node emits no `request` event. */
export function handleClientErrors(server: Server, common: CommonHeaders): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegunResponse(socket)) {
      endConnection(socket);
      return;
    }
    socket.end(rawResponse(toProblem(error.code), common));
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.end(rawResponse(methodNotAllowed('GET, HEAD'), common));
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
      return invalidParameter('request', 'should be well-formed HTTP');
  }
}

function rawResponse(error: ApiError, common: CommonHeaders): string {
  const { headers, body } = rawProblem(error, '', randomUUID(), common);
  const lines = [...headers, ['Connection', 'close']].map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
