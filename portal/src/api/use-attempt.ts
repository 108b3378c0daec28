import { useEffect, useState } from 'react';
import { outcomeOf, type Problem } from './problem.js';

interface Attempt {
  isBusy: boolean;
  /** The error of the last attempt, until the next one starts. */
  problem: Problem | undefined;
  /** Returns true on success. Does nothing while an attempt runs. */
  attempt: () => Promise<boolean>;
  forget: () => void;
}

/**
 * Runs an action of the user and keeps its error. Ignores the error of an expired session, because the sign-in page
 * appears. Discards every error while the page is hidden, so that the next user does not see it.
 */
export function useAttempt(work: () => Promise<unknown>): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Problem>();
  useEffect(() => () => setFailure(undefined), []);
  const attempt = async () => {
    if (isBusy) return true;
    setBusy(true);
    setFailure(undefined);
    const { problem } = await outcomeOf(work());
    setBusy(false);
    setFailure(problem?.isForSigningIn ? undefined : problem);
    return problem === undefined;
  };
  return { isBusy, problem: failure, attempt, forget: () => setFailure(undefined) };
}
