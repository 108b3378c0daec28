import { useEffect, useState } from 'react';
import { outcomeOf, type Problem } from './problem.js';

interface Attempt {
  isBusy: boolean;
  /** Why it failed, until it is tried again. */
  problem: Problem | undefined;
  /** Returns true on success. Does nothing while an attempt runs. */
  attempt: () => Promise<boolean>;
  forget: () => void;
}

/**
 * Something that is done on a press. Where it fails because nobody is signed in any more, the way in stands before it; any failure is
 * forgotten while the page waits behind that, for somebody who has yet to try.
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
