import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { ApiError, invalidParameters } from './api-error.js';
import type { CommonHeaders } from './common-headers.js';
import { PROBLEM_TYPE, problemBody } from './problem.js';

/** Answers what never becomes a request: malformed, oversized or endless headers. */
export function answerClientErrors(server: Server, common: CommonHeaders): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const begun =
      (socket as Duplex & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent === true;
    if (error.code === 'ECONNRESET' || !socket.writable || begun) {
      socket.destroy();
      return;
    }
    const { status, text } = rawAnswer(toProblem(error.code), common);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${text}`);
  });
}

function toProblem(code: string | undefined): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('headers_too_large', 'Headers and path together may have 16 kB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'The request did not arrive in time.');
    default:
      return invalidParameters([{ parameter: 'request', detail: 'should be well-formed HTTP' }]);
  }
}

function rawAnswer(error: ApiError, common: CommonHeaders): { status: number; text: string } {
  const requestId = randomUUID();
  const body = problemBody(error, '', requestId);
  const headers = [
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...common.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  return { status: error.status, text: `${headers.join('\r\n')}\r\n\r\n${body}` };
}
