import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.js';
import { outcomeOf, type Problem } from '../../api/problem.js';
import type { AuditEvent, AuditFilter } from '../../api/records.js';

export interface AuditQuery extends AuditFilter {
  readonly search?: string;
}

interface Loaded {
  readonly query: AuditQuery;
  readonly events: readonly AuditEvent[];
  readonly cursor?: string;
  readonly isSearchLimited: boolean;
  readonly isLoading: boolean;
  readonly problem?: Problem;
}

const nothingOf = (query: AuditQuery): Loaded => ({
  query,
  events: [],
  isSearchLimited: false,
  isLoading: true,
});

/** Loads the events of a query, page by page. A new query starts again and discards responses to the old one. */
export function useAuditEvents(query: AuditQuery) {
  const [last, setLast] = useState<Loaded>();
  const abort = useRef<AbortController>(undefined);
  const load = useCallback(
    async (from: Loaded, { signal }: AbortController) => {
      setLast({ ...from, isLoading: true, problem: undefined });
      const page = api.auditEvents({ ...query, cursor: from.cursor, limit: '100' });
      const { value, problem } = await outcomeOf(page.load(signal));
      if (signal.aborted || problem?.isForSigningIn) return;
      const events = [...from.events, ...(value?.events ?? [])];
      setLast({ ...from, ...value, events, isLoading: false, problem });
    },
    [query],
  );
  useEffect(() => {
    const controller = (abort.current = new AbortController());
    void load(nothingOf(query), controller);
    return () => controller.abort();
  }, [load, query]);
  const loaded = last?.query === query ? last : nothingOf(query);
  const loadMore = () => {
    if (abort.current && !loaded.isLoading) void load(loaded, abort.current);
  };
  return { ...loaded, loadMore };
}
