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
