import { useCallback, useEffect, useRef, useState } from 'react';
import { outcomeOf, type Problem } from './problem.js';

/** The state of a task: its progress, or its result. */
export type LongWork<T> =
  { is: 'idle' } | { is: 'busy' | 'done'; soFar: T } | { is: 'failed'; problem: Problem };

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
