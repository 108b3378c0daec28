import { Link, useSearchParams } from 'react-router';
import type { Device } from '../api/records.js';
import { DataTable, type Column } from '../design/data-table.js';
import { SearchBox } from '../design/search-box.js';
import { matches } from '../design/sorting.js';
import { useSearch } from '../design/use-search.js';
import type { Texts } from '../texts/en.js';
import { useLanguage } from '../texts/language.js';
import { Moment } from '../time/moment.js';
import { Battery } from './battery.js';
import { StatusBadge } from './status-badge.js';
import { deviceAddress } from './way-back.js';

export function DevicesList({ devices }: { devices: readonly Device[] }) {
  const { texts, locale } = useLanguage();
  const [search, setSearch] = useSearch();
  const [parameters] = useSearchParams();
  const found = devices.filter(({ id, model, brand, imei, policy_name: policy, status }) =>
    matches(search, id, model, brand, imei, policy, status, texts.data.statuses[status] ?? ''),
  );
  return (
    <section className="card flush">
      <div className="toolbar">
        <SearchBox label={texts.data.search} value={search} onChange={setSearch} />
        <span className="muted" role="status">
          {found.length < devices.length
            ? texts.shownOf(found.length, devices.length)
            : texts.data.total(devices.length)}
        </span>
      </div>
      <DataTable
        label={texts.data.devices}
        rows={found}
        columns={columnsOf(texts, locale, (id) => deviceAddress(id, parameters))}
        rowId={({ id }) => id}
        sorting={{ column: 'device', descending: false }}
        empty={devices.length === 0 ? texts.data.empty : undefined}
      />
    </section>
  );
}

const timeOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));

function columnsOf(
  { data, none, never }: Texts,
  locale: string,
  addressOf: (id: string) => string,
): Column<Device>[] {
  return [
    {
      id: 'device',
      label: data.device,
      isHeader: true,
      sortBy: ({ id }) => id,
      cell: ({ id, imei }) => (
        <>
          <Link to={addressOf(id)}>{id}</Link>
          <span className="mono small muted nowrap">{imei}</span>
        </>
      ),
    },
    {
      id: 'model',
      label: data.model,
      sortBy: ({ brand, model }) => `${brand} ${model}`,
      cell: ({ brand, model, android_version: android }) => (
        <>
          <span>
            {brand} {model}
          </span>
          {android && <span className="small muted">Android {android}</span>}
        </>
      ),
    },
    {
      id: 'status',
      label: data.status,
      sortBy: ({ status }) => status,
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'policy',
      label: data.policy,
      sortBy: ({ policy_name: policy }) => policy,
      cell: ({ policy_name: policy }) => policy || none,
    },
    {
      id: 'battery',
      label: data.battery,
      sortBy: ({ remaining_battery: percent }) => percent,
      cell: ({ remaining_battery: percent }) => <Battery percent={percent} />,
    },
    {
      id: 'storage',
      label: data.storage,
      isNumber: true,
      sortBy: ({ remaining_storage: free }) => free,
      cell: ({ remaining_storage: free }) => (free === null ? none : `${free.toLocaleString(locale)} GB`),
    },
    {
      id: 'contact',
      label: data.lastConnect,
      sortBy: ({ last_connect: at }) => timeOf(at),
      cell: ({ last_connect: at }) => <Moment at={at} missing={never} />,
    },
  ];
}
