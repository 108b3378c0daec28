import type { CommonHeaders } from './common-headers.js';
import type { ApiError } from './api-error.js';

export const PROBLEM_TYPE = 'application/problem+json';

/** The body of an error answer (RFC 9457). */
export function problemOf(error: ApiError, instance: string, requestId: string): object {
  return {
    type: `urn:customer-device-api:problem:${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.detail,
    instance,
    code: error.code,
    request_id: requestId,
    ...(error.errors && { errors: error.errors }),
  };
}

export function problemBody(...problem: Parameters<typeof problemOf>): string {
  return JSON.stringify(problemOf(...problem));
}

/** Returns the headers and the body of a problem that Express does not send. */
export function rawProblem(
  error: ApiError,
  instance: string,
  requestId: string,
  common: CommonHeaders,
): { headers: [name: string, value: string][]; body: string } {
  const body = problemBody(error, instance, requestId);
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
