import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Application } from '../../api/types.js';
import { type Column, timeColumn } from '../../design/table/column.js';
import { ResourceLoader } from '../../design/notices/notice.js';
import { matchesSearch } from '../../design/table/sorting.js';
import { useTexts } from '../../texts/language.js';
import { useFormatBoolean } from '../device-values.js';
import { SearchableTable } from '../../design/table/searchable-table.js';

const FIELDS = [
  'ID',
  'displayName',
  'packageName',
  'versionName',
  'isSystem',
  'hasLauncher',
  'updated_at',
] as const;
type ListedApp = Pick<Application, (typeof FIELDS)[number]>;

export function AppsPanel({ deviceId }: { deviceId: string }) {
  const { device } = useTexts();
  const search = useState('');
  const formatBoolean = useFormatBoolean();
  const flagColumn = (flag: 'isSystem' | 'hasLauncher', label: string): Column<ListedApp> => ({
    id: flag,
    label,
    sortBy: ({ [flag]: value }) => (value === null ? null : Number(value)),
    csvColumns: [[label, ({ [flag]: value }) => value]],
    cell: ({ [flag]: value }) => formatBoolean(value),
  });
  const columns: Column<ListedApp>[] = [
    {
      id: 'app',
      label: device.app,
      isHeader: true,
      sortBy: ({ displayName, packageName }) => displayName || packageName,
      csvColumns: [
        [device.app, ({ displayName }) => displayName],
        [device.package, ({ packageName }) => packageName],
      ],
      cell: ({ displayName, packageName }) => (
        <>
          <span className="strong">{displayName || packageName}</span>
          <span className="mono small muted">{packageName}</span>
        </>
      ),
    },
    { id: 'version', label: device.version, sortBy: ({ versionName }) => versionName },
    flagColumn('isSystem', device.system),
    flagColumn('hasLauncher', device.launcher),
    timeColumn('updated', device.updated, ({ updated_at: at }) => at),
  ];
  return (
    <ResourceLoader resource={api.applications(deviceId, FIELDS)}>
      {(apps) => (
        <SearchableTable
          searchLabel={device.searchApps}
          search={search}
          isMatch={({ displayName, packageName }, text) => matchesSearch(text, displayName, packageName)}
          formatTotal={device.appsTotal}
          label={device.apps}
          rows={apps}
          columns={columns}
          rowId={({ ID: id }) => String(id)}
          sorting={{ column: 'app', isDescending: false }}
          empty={device.noApps}
          csvFile={{ deviceId }}
        />
      )}
    </ResourceLoader>
  );
}
