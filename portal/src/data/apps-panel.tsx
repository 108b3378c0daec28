import { useCallback, useState } from 'react';
import { api } from '../api/client.js';
import type { Application } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { DataTable } from '../design/data-table.js';
import { Loaded } from '../design/loaded.js';
import { SearchBox } from '../design/search-box.js';
import { matches } from '../design/sorting.js';
import { useTexts } from '../texts/language.js';
import { Moment } from '../time/moment.js';
import { useAnswer } from './use-answer.js';

export function AppsPanel({ deviceId }: { deviceId: string }) {
  const loading = useResource(
    useCallback((signal: AbortSignal) => api.applications(deviceId)(signal), [deviceId]),
  );
  return <Loaded loading={loading}>{(apps) => <AppsList apps={apps} />}</Loaded>;
}

function AppsList({ apps }: { apps: readonly Application[] }) {
  const texts = useTexts();
  const { device } = texts;
  const [search, setSearch] = useState('');
  const found = apps.filter(({ displayName, packageName }) => matches(search, displayName, packageName));
  return (
    <section className="card flush">
      <div className="toolbar">
        <SearchBox label={device.searchApps} value={search} onChange={setSearch} />
        <span className="muted" role="status">
          {found.length < apps.length
            ? texts.shownOf(found.length, apps.length)
            : device.appsTotal(apps.length)}
        </span>
      </div>
      <AppsTable apps={found} empty={apps.length === 0 ? device.noApps : undefined} />
    </section>
  );
}

const orderOf = (flag: boolean | null): number | null => (flag === null ? null : Number(flag));

function AppsTable({ apps, empty }: { apps: readonly Application[]; empty: string | undefined }) {
  const { device } = useTexts();
  const answer = useAnswer();
  return (
    <DataTable
      label={device.apps}
      rows={apps}
      rowId={({ ID: id }) => String(id)}
      sorting={{ column: 'app', descending: false }}
      empty={empty}
      columns={[
        {
          id: 'app',
          label: device.app,
          isHeader: true,
          sortBy: ({ displayName, packageName }) => displayName || packageName,
          cell: ({ displayName, packageName }) => (
            <>
              <span className="strong">{displayName || packageName}</span>
              <span className="mono small muted">{packageName}</span>
            </>
          ),
        },
        {
          id: 'version',
          label: device.version,
          sortBy: ({ versionName }) => versionName,
          cell: ({ versionName }) => versionName,
        },
        {
          id: 'system',
          label: device.system,
          sortBy: ({ isSystem }) => orderOf(isSystem),
          cell: ({ isSystem }) => answer(isSystem),
        },
        {
          id: 'launcher',
          label: device.launcher,
          sortBy: ({ hasLauncher }) => orderOf(hasLauncher),
          cell: ({ hasLauncher }) => answer(hasLauncher),
        },
        {
          id: 'updated',
          label: device.updated,
          sortBy: ({ updated_at: at }) => (at === null ? null : Date.parse(at)),
          cell: ({ updated_at: at }) => <Moment at={at} />,
        },
      ]}
    />
  );
}
