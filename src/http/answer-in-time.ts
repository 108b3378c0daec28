import type { NextFunction, Request, Response } from 'express';
import { unavailable } from './api-error.js';
import { sendProblem } from './problem-filter.js';

/** What has not begun to be answered by then is told to come back later. */
const ANSWER_WITHIN_MS = 1_900;
const RETRY_SECONDS = 2;
/** Signing in waits for a turn at a costly hash or for a provider elsewhere, and each has a limit of its own. */
const SIGNING_IN = /^\/portal\/api\//i;

/**
 * Every step of the work has its own limit; this is the limit of all together. Stands behind the reading of the body,
 * whose pace is the client's. Late results are dropped: see `AnswerAdapter` and `ProblemFilter`.
 */
export function answerInTime(request: Request, response: Response, next: NextFunction): void {
  if (SIGNING_IN.test(request.path)) {
    next();
    return;
  }
  const timer = setTimeout(() => {
    if (!response.headersSent) sendProblem(unavailable(RETRY_SECONDS), request, response);
  }, ANSWER_WITHIN_MS);
  response.once('close', () => clearTimeout(timer));
  next();
}
