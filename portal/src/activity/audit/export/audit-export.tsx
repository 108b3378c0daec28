import { useEffect } from 'react';
import { useSession } from '../../../session/session.js';
import { Icon } from '../../../design/signs/icon.js';
import { Notice, ProblemNotice } from '../../../design/notices/notice.js';
import { useTexts } from '../../../texts/language.js';
import { csvHead, csvLines } from '../../../design/download/csv.js';
import { handOutCsv } from '../../../design/download/hand-out.js';
import { AUDIT_COLUMNS } from './audit-csv.js';
import { allFound, type Question } from '../search/found-events.js';
import { Button } from '../../../design/controls/button.js';
import { useLongWork } from '../../../api/use-long-work.js';

/** Makes a file of all that is found, also of what is not shown yet. A file of which a part is missing is never handed out. */
export function useAuditExport(question: Question) {
  const { enterprise_id: enterprise } = useSession();
  const work = useLongWork(0, async (signal, tell) => {
    const parts = [csvHead(AUDIT_COLUMNS)];
    let events = 0;
    for await (const page of allFound(question, signal)) {
      parts.push(csvLines(AUDIT_COLUMNS, page));
      events += page.length;
      tell(events);
    }
    handOutCsv(`audit-${enterprise}.csv`, parts);
  });
  const { stop } = work;
  useEffect(() => stop, [question, stop]);
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

/** How far the file is, or why there is none. */
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
