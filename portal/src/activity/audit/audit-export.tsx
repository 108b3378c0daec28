import { type ReactNode, useEffect } from 'react';
import { api } from '../../api/client.js';
import { useLongTask } from '../../api/hooks.js';
import type { AuditEvent, AuditFilter, AuditPage } from '../../api/types.js';
import { Button } from '../../design/controls/button.js';
import { type CsvColumn, csvHeader, csvLines, downloadFile } from '../../design/download/csv.js';
import { Notice, ProblemNotice } from '../../design/notices/notice.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';

export interface AuditQuery extends AuditFilter {
  readonly search?: string;
}

const NOTHING_EXPORTED = { events: 0, isSearchLimited: false };

/** Exports all events of the query as a CSV file. Saves the file only if every page was read. */
export function useAuditExport(query: AuditQuery) {
  const { enterprise_id: enterprise } = useSession();
  const task = useLongTask(NOTHING_EXPORTED, async (signal, reportProgress) => {
    const parts = [csvHeader(AUDIT_COLUMNS)];
    let events = 0;
    let page: AuditPage | undefined;
    do {
      page = await api.auditEvents({ ...query, cursor: page?.cursor, limit: '1000' }).load(signal);
      parts.push(csvLines(AUDIT_COLUMNS, page.events));
      events += page.events.length;
      reportProgress({ events, isSearchLimited: page.isSearchLimited });
    } while (page.cursor !== undefined);
    downloadFile(`audit-${enterprise}.csv`, 'text/csv', parts);
  });
  const { stop } = task;
  useEffect(() => stop, [query, stop]);
  return task;
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
  task: ReturnType<typeof useLongTask<T>>;
  /** A text before the error. */
  errorPrefix?: string;
  renderProgress: (soFar: T) => ReactNode;
  renderResult: (result: T) => ReactNode;
}

/** Shows the progress of a task with a button that cancels it, and then its result or error. */
export function TaskStatus<T>({
  task: { state, run, stop },
  errorPrefix,
  renderProgress,
  renderResult,
}: Props<T>) {
  const { cancel } = useTexts();
  if (state.status === 'idle') return null;
  if (state.status === 'done') return renderResult(state.progress);
  if (state.status === 'failed')
    return (
      <ProblemNotice problem={state.problem} onRetry={run}>
        {errorPrefix}
      </ProblemNotice>
    );
  return (
    <Notice kind="info">
      {renderProgress(state.progress)}
      <Button kind="quiet" onPress={stop}>
        {cancel}
      </Button>
    </Notice>
  );
}
