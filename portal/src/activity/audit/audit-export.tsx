import { type ReactNode, useEffect } from 'react';
import { api } from '../../api/client.js';
import { useLongWork } from '../../api/hooks.js';
import type { AuditEvent, AuditFilter } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { type CsvColumn, csvHead, csvLines, handOut } from '../../design/download/csv.js';
import { Notice, ProblemNotice } from '../../design/notices/notice.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';

export interface AuditQuery extends AuditFilter {
  readonly search?: string;
}

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
    handOut(`audit-${enterprise}.csv`, 'text/csv', parts);
  });
  const { stop } = work;
  useEffect(() => stop, [query, stop]);
  return work;
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

interface Props<T> {
  work: ReturnType<typeof useLongWork<T>>;
  /** A text before the error. */
  failed?: string;
  busy: (soFar: T) => ReactNode;
  done: (result: T) => ReactNode;
}

/** Shows the progress of a task with a button that cancels it, and then its result or error. */
export function WorkNews<T>({ work: { state, run, stop }, failed, busy, done }: Props<T>) {
  const { cancel } = useTexts();
  if (state.is === 'idle') return null;
  if (state.is === 'done') return done(state.soFar);
  if (state.is === 'failed')
    return (
      <ProblemNotice problem={state.problem} onRetry={run}>
        {failed}
      </ProblemNotice>
    );
  return (
    <Notice kind="info">
      {busy(state.soFar)}
      <Button kind="quiet" onPress={stop}>
        {cancel}
      </Button>
    </Notice>
  );
}
