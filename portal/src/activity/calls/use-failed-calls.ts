import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.js';
import { outcomeOf, type Problem } from '../../api/problem.js';
import type { CallFilter, KeyCall } from '../../api/records.js';

interface Loaded {
  readonly filter: CallFilter;
  readonly calls: readonly KeyCall[];
  readonly cursor?: string;
  readonly isLoading: boolean;
  readonly problem?: Problem;
}

const nothingOf = (filter: CallFilter): Loaded => ({ filter, calls: [], isLoading: true });

/** Loads the failed calls of all keys, page by page. A new filter starts again and discards responses to the old one. */
export function useFailedCalls(filter: CallFilter) {
  const [last, setLast] = useState<Loaded>();
  const [round, setRound] = useState(0);
  const abort = useRef<AbortController>(undefined);
  const load = useCallback(
    async (from: Loaded, { signal }: AbortController) => {
      setLast({ ...from, isLoading: true, problem: undefined });
      const page = api.failedCalls({ ...filter, cursor: from.cursor, limit: '100' });
      const { value, problem } = await outcomeOf(page.load(signal));
      if (signal.aborted || problem?.isForSigningIn) return;
      setLast({
        filter,
        calls: [...from.calls, ...(value?.calls ?? [])],
        cursor: value ? (value.next_cursor ?? undefined) : from.cursor,
        isLoading: false,
        problem,
      });
    },
    [filter],
  );
  useEffect(() => {
    const controller = (abort.current = new AbortController());
    void load(nothingOf(filter), controller);
    return () => controller.abort();
  }, [load, filter, round]);
  const loaded = last?.filter === filter ? last : nothingOf(filter);
  const loadMore = () => {
    if (abort.current && !loaded.isLoading) void load(loaded, abort.current);
  };
  return { ...loaded, loadMore, reload: () => setRound((before) => before + 1) };
}
