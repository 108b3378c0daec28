interface ProblemBody {
  code?: string;
  detail?: string;
  errors?: { parameter: string; detail: string }[];
}

/** The statuses of a proxy without a response from the service. */
const ANSWERS_OF_A_PROXY = [502, 504];

/** A response with an error status. `status` is 0 without a response. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly errors: readonly { parameter: string; detail: string }[] = [],
    readonly retryAfterSeconds?: number,
  ) {
    super(detail);
  }

  static noConnection(): Problem {
    return new Problem(0, 'no_connection', '');
  }

  /** For a change that may have been made although nothing came back. */
  static answerLost(): Problem {
    return new Problem(0, 'answer_lost', '');
  }

  static async of(response: Response): Promise<Problem> {
    const { code, detail, errors } = await bodyOf(response);
    const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
    return new Problem(
      response.status,
      code ?? 'internal_error',
      detail ?? response.statusText,
      errors,
      Number.isFinite(retryAfter) ? retryAfter : undefined,
    );
  }

  /**
   * Nothing to show on a page: signing in stands before it, and what is done afterwards is done anew. A browser that holds no
   * session any more is told that credentials are missing, which is the same.
   */
  get isForSigningIn(): boolean {
    return this.status === 401 && this.code !== 'sign_in_failed';
  }

  /** True if the outcome of the request is unknown. */
  get isWithoutAnswer(): boolean {
    return this.status === 0 || ANSWERS_OF_A_PROXY.includes(this.status);
  }

  /** Returns the error of one field of the body. */
  about(parameter: string): string | undefined {
    return this.errors.find((error) => error.parameter === parameter)?.detail;
  }
}

/** Maps the failure of a change. Without a response from the service the outcome is unknown. */
export function toProblemOfChange(error: unknown): Problem {
  const isRefused = error instanceof Problem && !error.isWithoutAnswer;
  return isRefused ? error : Problem.answerLost();
}

type Outcome<T> = { value: T; problem?: undefined } | { value?: undefined; problem: Problem };

/** How a call went, whatever was thrown. */
export async function outcomeOf<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await call };
  } catch (error) {
    return { problem: error instanceof Problem ? error : new Problem(500, 'internal_error', String(error)) };
  }
}

async function bodyOf(response: Response): Promise<ProblemBody> {
  try {
    return (await response.json()) as ProblemBody;
  } catch {
    return {}; // a proxy responds in its own format
  }
}
