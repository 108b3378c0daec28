import { lazy } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, type Read } from '../../api/client.js';
import type { DeviceListItem, LastPosition } from '../../api/records.js';
import { Load } from '../../design/notices/notice.js';
import { Page, Tabs } from '../../design/page/page.js';
import { type Column, momentColumn } from '../../design/table/column.js';
import { SearchedTable, useSearch } from '../../design/table/searched.js';
import { matches } from '../../design/table/sorting.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { deviceAddress } from '../back-link.js';
import { Battery, statusColumn } from '../device-values.js';

const FleetMap = lazy(async () => ({ default: (await import('./fleet-map.js')).FleetMap }));

export function FleetPage() {
  const { data } = useTexts();
  return (
    <Page title={data.title} intro={data.intro}>
      <Tabs
        label={data.title}
        tabs={[
          { id: 'devices', label: data.devices, panel: <AllDevices /> },
          { id: 'map', label: data.map, panel: <WholeFleet /> },
        ]}
      />
    </Page>
  );
}

/** Also loads the devices, because those without a location have no entry in the list of locations. */
function WholeFleet() {
  const [devices, positions] = [api.devices(['id']), api.lastPositions()];
  const both: Read<[{ id: string }[], LastPosition[]]> = {
    address: positions.address,
    load: (signal) => Promise.all([devices.load(signal), positions.load(signal)]),
  };
  return (
    <Load read={both}>{([{ length }, last]) => <FleetMap positions={last} deviceCount={length} />}</Load>
  );
}

/** The fields that the table needs, to keep the response of a large fleet small. */
const SHOWN = [
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
type ListedDevice = Pick<DeviceListItem, (typeof SHOWN)[number]>;

function AllDevices() {
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
      inFile: [
        [data.device, ({ id }) => id],
        [device.imei, ({ imei }) => imei],
      ],
      cell: ({ id, imei }) => (
        <>
          <Link to={deviceAddress(id, parameters)}>{id}</Link>
          <span className="mono small muted nowrap">{imei}</span>
        </>
      ),
    },
    {
      id: 'model',
      label: data.model,
      sortBy: ({ brand, model }) => `${brand} ${model}`,
      inFile: [
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
      inFile: [[`${data.battery} (%)`, ({ remaining_battery: percent }) => percent]],
      cell: ({ remaining_battery: percent }) => <Battery percent={percent} />,
    },
    {
      id: 'storage',
      label: data.storage,
      isNumber: true,
      sortBy: ({ remaining_storage: free }) => free,
      inFile: [[`${data.storage} (GB)`, ({ remaining_storage: free }) => free]],
      cell: ({ remaining_storage: free }) => (free === null ? none : `${free.toLocaleString(locale)} GB`),
    },
    momentColumn('contact', data.lastConnect, ({ last_connect: at }) => at, never),
  ];
  return (
    <Load read={api.devices(SHOWN)}>
      {(devices) => (
        <SearchedTable
          searchLabel={data.search}
          search={search}
          isFound={({ id, model, brand, imei, policy_name: policy, status }, text) =>
            matches(text, id, model, brand, imei, policy, status, data.statuses[status] ?? '')
          }
          total={data.total}
          label={data.devices}
          rows={devices}
          columns={columns}
          rowId={({ id }) => id}
          sorting={{ column: 'device', descending: false }}
          empty={data.empty}
        />
      )}
    </Load>
  );
}
