import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Application } from '../../api/records.js';
import { type Column, momentColumn } from '../../design/table/column.js';
import { Load } from '../../design/notices/notice.js';
import { matches } from '../../design/table/sorting.js';
import { useTexts } from '../../texts/language.js';
import { useYesOrNo } from '../device-values.js';
import { SearchedTable } from '../../design/table/searched.js';

const SHOWN = [
  'ID',
  'displayName',
  'packageName',
  'versionName',
  'isSystem',
  'hasLauncher',
  'updated_at',
] as const;
type ListedApp = Pick<Application, (typeof SHOWN)[number]>;

export function AppsPanel({ deviceId }: { deviceId: string }) {
  const { device } = useTexts();
  const search = useState('');
  const yesOrNo = useYesOrNo();
  const flagColumn = (flag: 'isSystem' | 'hasLauncher', label: string): Column<ListedApp> => ({
    id: flag,
    label,
    sortBy: ({ [flag]: value }) => (value === null ? null : Number(value)),
    inFile: [[label, ({ [flag]: value }) => value]],
    cell: ({ [flag]: value }) => yesOrNo(value),
  });
  const columns: Column<ListedApp>[] = [
    {
      id: 'app',
      label: device.app,
      isHeader: true,
      sortBy: ({ displayName, packageName }) => displayName || packageName,
      inFile: [
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
    momentColumn('updated', device.updated, ({ updated_at: at }) => at),
  ];
  return (
    <Load read={api.applications(deviceId, SHOWN)}>
      {(apps) => (
        <SearchedTable
          searchLabel={device.searchApps}
          search={search}
          isFound={({ displayName, packageName }, text) => matches(text, displayName, packageName)}
          total={device.appsTotal}
          label={device.apps}
          rows={apps}
          columns={columns}
          rowId={({ ID: id }) => String(id)}
          sorting={{ column: 'app', descending: false }}
          empty={device.noApps}
          subject={{ of: deviceId }}
        />
      )}
    </Load>
  );
}
