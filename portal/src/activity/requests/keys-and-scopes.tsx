import type { ActivityHour } from '../../api/records.js';
import { formatBytes, formatCount } from '../../charts/amounts.js';
import type { FileSubject } from '../../design/download/csv-file.js';
import type { Column } from '../../design/table/column.js';
import { DataTable } from '../../design/table/data-table.js';
import { useLanguage } from '../../texts/language.js';
import type { PresentKeys } from '../names/key-names.js';
import { KeyName } from '../names/key-name.js';
import { byKeyAndScope, type KeyAndScope } from './activity-sums.js';
import { useScopeLabel } from './scope-label.js';

interface Props {
  hours: readonly ActivityHour[];
  present: PresentKeys;
  subject: FileSubject;
}

export function KeysAndScopes({ hours, present, subject }: Props) {
  const { texts, locale } = useLanguage();
  const scopeLabel = useScopeLabel();
  const { activity, keys } = texts;
  const counted = (id: 'requests' | 'errors' | 'refused' | 'feeds' | 'rows'): Column<KeyAndScope> => ({
    id,
    label: activity[id],
    isNumber: true,
    sortBy: (row) => row[id],
    cell: (row) => formatCount(row[id], locale),
  });
  return (
    <DataTable
      label={activity.detail}
      rows={byKeyAndScope(hours)}
      rowId={({ keyId, scope }) => `${keyId} ${scope}`}
      subject={subject}
      sorting={{ column: 'requests', descending: true }}
      columns={[
        {
          id: 'application',
          label: activity.key,
          isHeader: true,
          sortBy: (row) => row.application,
          cell: (row) => <KeyName id={row.keyId} name={row.application} present={present} />,
        },
        { id: 'scope', label: keys.scope, sortBy: (row) => scopeLabel(row.scope) },
        counted('requests'),
        counted('errors'),
        counted('refused'),
        counted('feeds'),
        counted('rows'),
        {
          id: 'bytes',
          label: activity.bytes,
          isNumber: true,
          sortBy: (row) => row.bytes,
          inFile: [[`${activity.bytes} (${activity.inBytes})`, (row) => row.bytes]],
          cell: (row) => formatBytes(row.bytes, locale),
        },
      ]}
    />
  );
}
