import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Read } from './client.js';
import { outcomeOf, type Problem } from './problem.js';

export type Resource<T> =
  { state: 'loading' } | { state: 'failed'; problem: Problem } | { state: 'ready'; value: T };

export interface Loading<T> {
  resource: Resource<T>;
  /** Asks again; what is shown stays until the answer is there. */
  reload: () => void;
}

/** What is read from an address. Another address starts afresh; answers that come too late are dropped. */
export function useResource<T>(read: Read<T>): Loading<T> {
  const { address } = read;
  const [shown, setShown] = useState<{ address: string; resource: Resource<T> }>();
  const [round, setRound] = useState(0);
  const load = useEffectEvent((signal: AbortSignal) => outcomeOf(read.load(signal)));

  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    void load(signal).then(({ problem, value }) => {
      if (signal.aborted || problem?.isForSigningIn) return;
      setShown({ address, resource: problem ? { state: 'failed', problem } : { state: 'ready', value } });
    });
    return () => abort.abort();
  }, [address, round]);

  const reload = useCallback(() => setRound((last) => last + 1), []);
  return { resource: shown?.address === address ? shown.resource : { state: 'loading' }, reload };
}
