import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { ApiError, invalidParameter, methodNotAllowed } from './api-error.js';
import { endConnection, hasBegunToAnswer } from './break-off.js';
import type { CommonHeaders } from './common-headers.js';
import { PROBLEM_TYPE, problemBody } from './problem.js';

/** Answers what never becomes a request: malformed, oversized or slow headers, and CONNECT. */
export function answerClientErrors(server: Server, common: CommonHeaders): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) {
      endConnection(socket);
      return;
    }
    socket.end(rawAnswer(toProblem(error.code), common));
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.end(rawAnswer(methodNotAllowed('GET, HEAD'), common));
  });
  // an `Expect` other than 100-continue is ignored
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

function rawAnswer(error: ApiError, common: CommonHeaders): string {
  const requestId = randomUUID();
  const body = problemBody(error, '', requestId);
  const headers = [
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...[...common, ...Object.entries(error.headers)].map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  const { status } = error;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}
