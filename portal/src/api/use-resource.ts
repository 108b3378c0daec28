import { useCallback, useEffect, useEffectEvent, useState } from 'react';
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
