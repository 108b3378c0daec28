import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.js';
import { useLongWork } from '../../api/hooks.js';
import { outcomeOf, type Problem } from '../../api/problem.js';
import type { AuditEvent, AuditFilter } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { type CsvColumn, csvHead, csvLines, handOutCsv } from '../../design/download/csv.js';
import { Icon } from '../../design/icons/icon.js';
import { Notice, ProblemNotice } from '../../design/notices/notice.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';

/** Exports all events of the query as a CSV file. Saves the file only if every page was read. */
export function useAuditExport(query: AuditQuery) {
  const { enterprise_id: enterprise } = useSession();
  const work = useLongWork(0, async (signal, tell) => {
    const parts = [csvHead(AUDIT_COLUMNS)];
    let events = 0;
    let cursor: string | undefined;
    do {
      const page = await api.auditEvents({ ...query, cursor, limit: '1000' }).load(signal);
      parts.push(csvLines(AUDIT_COLUMNS, page.events));
      events += page.events.length;
      cursor = page.cursor;
      tell(events);
    } while (cursor !== undefined);
    handOutCsv(`audit-${enterprise}.csv`, parts);
  });
  const { stop } = work;
  useEffect(() => stop, [query, stop]);
  return work;
}

type Export = ReturnType<typeof useAuditExport>;

export function ExportButton({ state, run, isEmpty }: Export & { isEmpty: boolean }) {
  const { audit } = useTexts();
  return (
    <Button isDisabled={isEmpty || state.is === 'busy'} onPress={run}>
      <Icon name="download" />
      {audit.export}
    </Button>
  );
}

/** Shows the progress of the export or its error. */
export function ExportState({ state, run, stop }: Export) {
  const texts = useTexts();
  const { audit } = texts;
  if (state.is === 'idle') return null;
  if (state.is === 'failed')
    return (
      <ProblemNotice problem={state.problem} onRetry={run}>
        {audit.exportFailed}
      </ProblemNotice>
    );
  if (state.is === 'done') return <Notice kind="success">{audit.exported(state.soFar)}</Notice>;
  return (
    <Notice kind="info">
      {audit.exporting} <span aria-hidden="true">{audit.total(state.soFar)}</span>
      <Button kind="quiet" onPress={stop}>
        {texts.cancel}
      </Button>
    </Notice>
  );
}

const FIELDS = [
  'sequence',
  'at',
  'actor',
  'action',
  'api_key_id',
  'application',
  'details',
  'address',
  'request_id',
] as const;

/** The fields of the events as the service returns them, all as text. */
const AUDIT_COLUMNS = FIELDS.map((name): CsvColumn<AuditEvent> => [
  name,
  ({ [name]: value }) => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
]);

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
