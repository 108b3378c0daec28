import type { components } from './schemas.js';

/** A problem document (RFC 9457). */
export type Problem = components['schemas']['Problem'];

/** Statuses after which the same request can succeed. 0 is a lost connection. */
const RETRYABLE_STATUSES = [0, 408, 429, 500, 502, 503, 504];

/** A failed request. For a lost connection, an error of a proxy, or a repeated token, the client creates the problem document. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly problem: Problem,
    /** The seconds of `Retry-After`. */
    readonly retryAfter?: number,
    cause?: unknown,
  ) {
    const id = problem.request_id && ` (request ${problem.request_id})`;
    super(`${problem.code}: ${problem.detail}${id}`, { cause });
  }

  /** The HTTP status, or 0 for a lost connection. */
  get status(): number {
    return this.problem.status;
  }

  get code(): string {
    return this.problem.code;
  }

  get isTemporary(): boolean {
    return RETRYABLE_STATUSES.includes(this.status);
  }

  static lostConnection(url: string, cause: unknown): ApiError {
    const { message, cause: reason } = cause as Error;
    const detail = reason instanceof Error ? `${message}: ${reason.message}` : message;
    const problem = { status: 0, code: 'connection_lost', title: 'Connection lost', detail };
    return new ApiError({ ...problem, ...commonMembers(url) }, undefined, cause);
  }

  static repeatedToken(url: string): ApiError {
    const detail = 'The feed has more items, but returned the sync token of the request. Tell the operator.';
    const problem = { status: 200, code: 'repeated_token', title: 'Repeated sync token', detail };
    return new ApiError({ ...problem, ...commonMembers(url) });
  }

  static async of(response: Response, url: string): Promise<ApiError> {
    const { status, headers } = response;
    const text = await response.text();
    const fallback: Problem = {
      ...{ status, code: 'http_error', title: `HTTP status ${status}`, detail: text.slice(0, 200) },
      ...commonMembers(url),
    };
    return new ApiError(parseProblem(text) ?? fallback, parseRetryAfter(headers.get('retry-after') ?? ''));
  }
}

const commonMembers = (url: string) => ({
  type: 'about:blank',
  instance: new URL(url).pathname,
  request_id: '',
});

/** `Retry-After` is a number of seconds or a date. */
function parseRetryAfter(retryAfter: string): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const then = retryAfter.endsWith('GMT') ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(then) ? undefined : Math.max((then - Date.now()) / 1000, 0);
}

function parseProblem(text: string): Problem | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<Problem> | null;
    return typeof parsed?.code === 'string' && typeof parsed.status === 'number'
      ? (parsed as Problem)
      : undefined;
  } catch {
    return undefined;
  }
}
