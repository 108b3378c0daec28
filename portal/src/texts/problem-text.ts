import type { Problem } from '../api/problem.js';
import type { Texts } from './en.js';

/** Returns the translated message of an error, or the message of the service if there is none. */
export function problemText(problem: Problem, { problems, audit }: Texts): string {
  if (problem.code === 'rate_limited' && problem.retryAfterSeconds !== undefined)
    return problems.wait(problem.retryAfterSeconds);
  const known = problems.byCode[problem.code];
  if (known) return known;
  if (problem.status >= 500) return problems.other;
  const reason = audit.codes[problem.code];
  return reason ? problems.refused(reason) : problem.detail || problems.other;
}
