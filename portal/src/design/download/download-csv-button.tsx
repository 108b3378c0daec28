import type { ReactNode } from 'react';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import { useToday } from '../../time/now.js';
import { Button, type ButtonKind } from '../controls/button.js';
import { type CsvColumn, csvFileName, csvHeader, csvLines, type CsvFile, downloadFile } from './csv.js';

interface Props<Row> {
  /** The name of the data, because a page may have several downloads. */
  label: string;
  csvFile: CsvFile;
  columns: readonly CsvColumn<Row>[];
  rows: readonly Row[];
  kind?: ButtonKind;
}

export function DownloadCsvButton<Row>({ label, csvFile, columns, rows, kind }: Props<Row>): ReactNode {
  const { downloadCsv, downloadCsvOf } = useTexts();
  const { enterprise_id: enterprise } = useSession();
  const today = useToday();
  const { deviceId: owner = enterprise, days = { startdate: today, enddate: today } } = csvFile;
  return (
    <Button
      kind={kind}
      icon="download"
      aria-label={downloadCsvOf(label)}
      onPress={() =>
        downloadFile(csvFileName(label, owner, days), 'text/csv', [
          csvHeader(columns),
          csvLines(columns, rows),
        ])
      }
    >
      {downloadCsv}
    </Button>
  );
}
