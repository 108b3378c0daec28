import { useCallback, useEffect, useState } from 'react';
import { toProblem, type Problem } from './problem.js';

export type Resource<T> =
  { state: 'loading' } | { state: 'failed'; problem: Problem } | { state: 'ready'; value: T };

export interface Loading<T> {
  resource: Resource<T>;
  /** Asks again; what is shown stays until the answer is there. */
  reload: () => void;
}

/** What `load` answers. A new `load` starts afresh; answers that come too late are dropped. */
export function useResource<T>(load: (signal: AbortSignal) => Promise<T>): Loading<T> {
  const [shown, setShown] = useState<{ by: typeof load; resource: Resource<T> }>();
  const [round, setRound] = useState(0);

  useEffect(() => {
    const abort = new AbortController();
    const show = (resource: Resource<T>) => {
      if (!abort.signal.aborted) setShown({ by: load, resource });
    };
    load(abort.signal).then(
      (value) => show({ state: 'ready', value }),
      (error: unknown) => {
        const problem = toProblem(error);
        if (!problem.isForSigningIn) show({ state: 'failed', problem });
      },
    );
    return () => abort.abort();
  }, [load, round]);

  const reload = useCallback(() => setRound((last) => last + 1), []);
  return { resource: shown?.by === load ? shown.resource : { state: 'loading' }, reload };
}
