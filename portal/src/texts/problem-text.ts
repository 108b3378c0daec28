import type { Problem } from '../api/problem.js';
import type { Texts } from './en.js';

/** A problem in words for the reader. What we have no words for, the service describes itself. */
export function problemText(problem: Problem, { problems }: Texts): string {
  if (problem.code === 'rate_limited' && problem.retryAfterSeconds !== undefined)
    return problems.wait(problem.retryAfterSeconds);
  const known = problems.byCode[problem.code];
  if (known) return known;
  return problem.status >= 500 || problem.detail === '' ? problems.other : problem.detail;
}
