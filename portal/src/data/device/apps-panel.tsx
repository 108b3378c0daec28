import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Application } from '../../api/records.js';
import { type Column, momentColumn } from '../../design/table/column.js';
import { Load } from '../../design/notices/notice.js';
import { matches } from '../../design/table/sorting.js';
import type { Texts } from '../../texts/en.js';
import { useTexts } from '../../texts/language.js';
import { useYesOrNo } from '../device-values.js';
import { SearchedTable } from '../../design/table/searched.js';

type ListedApp = Pick<Application, (typeof SHOWN)[number]>;

const SHOWN = [
  'ID',
  'displayName',
  'packageName',
  'versionName',
  'isSystem',
  'hasLauncher',
  'updated_at',
] as const;

export function AppsPanel({ deviceId }: { deviceId: string }) {
  return (
    <Load read={api.applications(deviceId, SHOWN)}>
      {(apps) => <AppsList apps={apps} deviceId={deviceId} />}
    </Load>
  );
}

function AppsList({ apps, deviceId }: { apps: readonly ListedApp[]; deviceId: string }) {
  const { device } = useTexts();
  const yesOrNo = useYesOrNo();
  return (
    <SearchedTable
      searchLabel={device.searchApps}
      search={useState('')}
      isFound={({ displayName, packageName }, search) => matches(search, displayName, packageName)}
      total={device.appsTotal}
      label={device.apps}
      rows={apps}
      columns={columnsOf(device, yesOrNo)}
      rowId={({ ID: id }) => String(id)}
      sorting={{ column: 'app', descending: false }}
      empty={device.noApps}
      subject={{ of: deviceId }}
    />
  );
}

function columnsOf(
  device: Texts['device'],
  yesOrNo: ReturnType<typeof useYesOrNo>,
): readonly Column<ListedApp>[] {
  return [
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
    flagColumn('system', device.system, ({ isSystem }) => isSystem, yesOrNo),
    flagColumn('launcher', device.launcher, ({ hasLauncher }) => hasLauncher, yesOrNo),
    momentColumn('updated', device.updated, ({ updated_at: at }) => at),
  ];
}

const flagColumn = (
  id: string,
  label: string,
  flagOf: (app: ListedApp) => boolean | null,
  yesOrNo: ReturnType<typeof useYesOrNo>,
): Column<ListedApp> => ({
  id,
  label,
  sortBy: (app) => (flagOf(app) === null ? null : Number(flagOf(app))),
  inFile: [[label, flagOf]],
  cell: (app) => yesOrNo(flagOf(app)),
});
