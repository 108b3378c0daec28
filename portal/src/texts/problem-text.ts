import type { Problem } from '../api/problem.js';
import type { Texts } from './en.js';

/** A problem in words for the reader. What we have no words for at all, the service describes itself. */
export function problemText(problem: Problem, { problems, audit }: Texts): string {
  if (problem.code === 'rate_limited' && problem.retryAfterSeconds !== undefined)
    return problems.wait(problem.retryAfterSeconds);
  const known = problems.byCode[problem.code];
  if (known) return known;
  if (problem.status >= 500) return problems.other;
  const reason = audit.codes[problem.code];
  return reason ? problems.refused(reason) : problem.detail || problems.other;
}
