import { lazy } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, type Resource } from '../../api/client.js';
import type { DeviceListItem, LastPosition } from '../../api/types.js';
import { ResourceLoader } from '../../design/notices/notice.js';
import { Page, Tabs } from '../../design/page/page.js';
import { type Column, timeColumn } from '../../design/table/column.js';
import { SearchableTable, useSearch } from '../../design/table/searchable-table.js';
import { matchesSearch } from '../../design/table/sorting.js';
import { labelOf } from '../../texts/label-of.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { devicePath } from '../paths.js';
import { Battery, statusColumn } from '../device-values.js';

const FleetMap = lazy(async () => ({ default: (await import('./fleet-map.js')).FleetMap }));

export function FleetPage() {
  const { data } = useTexts();
  return (
    <Page title={data.title} intro={data.intro}>
      <Tabs
        label={data.title}
        tabs={[
          { id: 'devices', label: data.devices, panel: <DevicesTable /> },
          { id: 'map', label: data.map, panel: <FleetMapTab /> },
        ]}
      />
    </Page>
  );
}

/** Also loads the devices, because those without a location have no entry in the list of locations. */
function FleetMapTab() {
  const devices = api.devices(['id']);
  const locations = api.lastLocations();
  const both: Resource<[{ id: string }[], LastPosition[]]> = {
    key: locations.key,
    load: (signal) => Promise.all([devices.load(signal), locations.load(signal)]),
  };
  return (
    <ResourceLoader resource={both}>
      {([{ length }, last]) => <FleetMap locations={last} deviceCount={length} />}
    </ResourceLoader>
  );
}

/** The fields that the table needs, to keep the response of a large fleet small. */
const FIELDS = [
  'id',
  'last_connect',
  'imei',
  'status',
  'model',
  'brand',
  'android_version',
  'remaining_battery',
  'remaining_storage',
  'policy_name',
] as const;
type ListedDevice = Pick<DeviceListItem, (typeof FIELDS)[number]>;

function DevicesTable() {
  const { texts, locale } = useLanguage();
  const { data, device, none, never } = texts;
  const [parameters] = useSearchParams();
  const search = useSearch();
  const columns: Column<ListedDevice>[] = [
    {
      id: 'device',
      label: data.device,
      isHeader: true,
      sortBy: ({ id }) => id,
      csvColumns: [
        [data.device, ({ id }) => id],
        [device.imei, ({ imei }) => imei],
      ],
      cell: ({ id, imei }) => (
        <>
          <Link to={devicePath(id, parameters)}>{id}</Link>
          <span className="mono small muted nowrap">{imei}</span>
        </>
      ),
    },
    {
      id: 'model',
      label: data.model,
      sortBy: ({ brand, model }) => `${brand} ${model}`,
      csvColumns: [
        [data.model, ({ brand, model }) => `${brand} ${model}`],
        [device.android, ({ android_version: android }) => android],
      ],
      cell: ({ brand, model, android_version: android }) => (
        <>
          <span>
            {brand} {model}
          </span>
          {android && <span className="small muted">Android {android}</span>}
        </>
      ),
    },
    statusColumn(data),
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
      csvColumns: [[`${data.battery} (%)`, ({ remaining_battery: percent }) => percent]],
      cell: ({ remaining_battery: percent }) => <Battery percent={percent} />,
    },
    {
      id: 'storage',
      label: data.storage,
      isNumber: true,
      sortBy: ({ remaining_storage: free }) => free,
      csvColumns: [[`${data.storage} (GB)`, ({ remaining_storage: free }) => free]],
      cell: ({ remaining_storage: free }) => (free === null ? none : `${free.toLocaleString(locale)} GB`),
    },
    timeColumn('contact', data.lastConnect, ({ last_connect: at }) => at, never),
  ];
  return (
    <ResourceLoader resource={api.devices(FIELDS)}>
      {(devices) => (
        <SearchableTable
          searchLabel={data.search}
          search={search}
          isMatch={({ id, model, brand, imei, policy_name: policy, status }, text) =>
            matchesSearch(text, id, model, brand, imei, policy, status, labelOf(data.statuses, status))
          }
          formatTotal={data.total}
          label={data.devices}
          rows={devices}
          columns={columns}
          rowId={({ id }) => id}
          sorting={{ column: 'device', isDescending: false }}
          empty={data.empty}
        />
      )}
    </ResourceLoader>
  );
}
