import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { toProblem, type Problem } from '../api/problem.js';
import { useSession } from '../session/session.js';
import { Icon } from '../design/icon.js';
import { Notice } from '../design/notice.js';
import { useTexts } from '../texts/language.js';
import { problemText } from '../texts/problem-text.js';
import { AUDIT_CSV_HEAD, auditCsvLines } from './audit-csv.js';
import { download } from './download.js';
import { allFound, type Question } from './found-events.js';

type Making =
  | { is: 'idle' }
  | { is: 'busy'; events: number }
  | { is: 'failed'; problem: Problem }
  | { is: 'done'; events: number };

/** Makes a file of all that is found, also of what is not shown yet. A file of which a part is missing is never handed out. */
export function useAuditExport(question: Question) {
  const { enterprise_id: enterprise } = useSession();
  const [making, setMaking] = useState<Making>({ is: 'idle' });
  const abort = useRef<AbortController>(undefined);
  const stop = () => {
    abort.current?.abort();
    setMaking({ is: 'idle' });
  };
  useEffect(() => stop, [question]);

  const make = async () => {
    const { signal } = (abort.current = new AbortController());
    const parts = [AUDIT_CSV_HEAD];
    let events = 0;
    setMaking({ is: 'busy', events });
    try {
      for await (const page of allFound(question, signal)) {
        signal.throwIfAborted();
        parts.push(auditCsvLines(page));
        events += page.length;
        setMaking({ is: 'busy', events });
      }
      download(`audit-${enterprise}.csv`, 'text/csv', parts);
      setMaking({ is: 'done', events });
    } catch (error) {
      if (!signal.aborted) setMaking({ is: 'failed', problem: toProblem(error) });
    }
  };
  return { making, make, stop };
}

type Export = ReturnType<typeof useAuditExport>;

export function ExportButton({ making, make, isEmpty }: Export & { isEmpty: boolean }) {
  const { audit } = useTexts();
  return (
    <Button className="button" isDisabled={isEmpty || making.is === 'busy'} onPress={() => void make()}>
      <Icon name="download" />
      {audit.export}
    </Button>
  );
}

/** How far the file is, or why there is none. */
export function ExportState({ making, make, stop }: Export) {
  const texts = useTexts();
  const { audit } = texts;
  if (making.is === 'idle') return null;
  if (making.is === 'failed')
    return (
      <Notice kind="problem">
        {audit.exportFailed} {problemText(making.problem, texts)}
        <Button className="button quiet" onPress={() => void make()}>
          {texts.retry}
        </Button>
      </Notice>
    );
  if (making.is === 'done') return <Notice kind="success">{audit.exported(making.events)}</Notice>;
  return (
    <Notice kind="info">
      {audit.exporting} <span aria-hidden="true">{audit.total(making.events)}</span>
      <Button className="button quiet" onPress={stop}>
        {texts.cancel}
      </Button>
    </Notice>
  );
}
