import type { ParameterProblem, Problem as ProblemBody } from '../../openapi.js';

/** The statuses of a proxy without a response from the service. */
const PROXY_ERRORS = [502, 504];

/** An error response, or a request without a response, which has the status 0. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly errors: readonly ParameterProblem[] = [],
    readonly retryAfterSeconds?: number,
  ) {
    super(detail);
  }

  static async fromResponse(response: Response): Promise<Problem> {
    const { code, detail, errors } = await bodyOf(response);
    return new Problem(
      response.status,
      code ?? 'internal_error',
      detail ?? response.statusText,
      errors,
      secondsUntilRetry(response),
    );
  }

  /**
   * True if the user must sign in. The sign-in page replaces the page, so no page shows this error.
   * A browser without a session gets the same status.
   */
  get requiresSignIn(): boolean {
    return this.status === 401 && this.code !== 'sign_in_failed';
  }

  /** True if the object does not exist. `not_found` can end: during an upgrade, older instances lack new paths. */
  get isPermanent(): boolean {
    return this.status === 404 && this.code !== 'not_found';
  }

  /** True if the outcome of the request is unknown. */
  get hasNoResponse(): boolean {
    return this.status === 0 || PROXY_ERRORS.includes(this.status);
  }

  /** Returns the error message of one field of the body. */
  detailOf(parameter: string): string | undefined {
    return this.errors.find((error) => error.parameter === parameter)?.detail;
  }
}

/** Maps the failure of a change. Without a response from the service it may have made the change. */
export function toMutationProblem(error: unknown): Problem {
  const isRefused = error instanceof Problem && !error.hasNoResponse;
  return isRefused ? error : new Problem(0, 'no_response', '');
}

type Outcome<T> = { value: T; problem?: undefined } | { value?: undefined; problem: Problem };

/** Returns the value or the error of a call. Never throws. */
export async function outcomeOf<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await call };
  } catch (error) {
    return { problem: error instanceof Problem ? error : new Problem(500, 'internal_error', String(error)) };
  }
}

/** Returns the seconds of `Retry-After`. Ignores a date, which a proxy may send. */
export function secondsUntilRetry({ headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}

async function bodyOf(response: Response): Promise<Partial<ProblemBody>> {
  try {
    return (await response.json()) as Partial<ProblemBody>;
  } catch {
    return {}; // a proxy responds in its own format
  }
}
