import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Read } from './client.js';
import { outcomeOf, type Problem } from './problem.js';

/** A value or an error. Both are undefined while the first request runs. */
export interface Loading<T> {
  value?: T;
  problem?: Problem;
  /** Reloads the resource. The current value remains until the response arrives. */
  reload: () => void;
}

/** Loads a resource. A new address starts a new request and discards late responses. */
export function useResource<T>(read: Read<T>): Loading<T> {
  const { address } = read;
  const [shown, setShown] = useState<{ address: string; value?: T; problem?: Problem }>();
  const [round, setRound] = useState(0);
  const load = useEffectEvent((signal: AbortSignal) => outcomeOf(read.load(signal)));

  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    void load(signal).then((outcome) => {
      if (!signal.aborted && !outcome.problem?.isForSigningIn) setShown({ address, ...outcome });
    });
    return () => abort.abort();
  }, [address, round]);

  const reload = useCallback(() => setRound((last) => last + 1), []);
  const { value, problem } = shown?.address === address ? shown : {};
  return { value, problem, reload };
}

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

/** The state of a task: its progress, or its result. */
type LongWork<T> = { is: 'idle' } | { is: 'busy' | 'done'; soFar: T } | { is: 'failed'; problem: Problem };

/** Runs a task of many requests, with progress and cancellation. */
export function useLongWork<T>(
  begin: T,
  work: (signal: AbortSignal, tell: (soFar: T) => void) => Promise<void>,
) {
  const [state, setState] = useState<LongWork<T>>({ is: 'idle' });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const stop = useCallback(() => {
    abort.current?.abort();
    setState({ is: 'idle' });
  }, []);
  const run = async () => {
    const { signal } = (abort.current = new AbortController());
    let soFar = begin;
    const tell = (next: T) => {
      signal.throwIfAborted();
      soFar = next;
      setState({ is: 'busy', soFar });
    };
    tell(begin);
    const { problem } = await outcomeOf(work(signal, tell));
    if (!signal.aborted) setState(problem ? { is: 'failed', problem } : { is: 'done', soFar });
  };
  return { state, run: () => void run(), stop };
}
