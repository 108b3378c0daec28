import type { ReactNode } from 'react';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import { useToday } from '../../time/now.js';
import { Button, type ButtonKind } from '../controls/button.js';
import { type CsvColumn, csvFileName, csvHead, csvLines, type FileSubject, handOut } from './csv.js';

interface Props<Row> {
  /** The name of the data, because a page may have several downloads. */
  what: string;
  subject: FileSubject;
  columns: readonly CsvColumn<Row>[];
  rows: readonly Row[];
  kind?: ButtonKind;
}

export function DownloadCsv<Row>({ what, subject, columns, rows, kind }: Props<Row>): ReactNode {
  const { downloadCsv, downloadCsvOf } = useTexts();
  const { enterprise_id: enterprise } = useSession();
  const today = useToday();
  const { of = enterprise, days = { startdate: today, enddate: today } } = subject;
  return (
    <Button
      kind={kind}
      icon="download"
      aria-label={downloadCsvOf(what)}
      onPress={() =>
        handOut(csvFileName(what, of, days), 'text/csv', [csvHead(columns), csvLines(columns, rows)])
      }
    >
      {downloadCsv}
    </Button>
  );
}
