import { lazy, Suspense } from 'react';
import { api, type Read } from '../../api/client.js';
import type { LastPosition } from '../../api/records.js';
import { Load, Waiting } from '../../design/notices/notice.js';
import { Page } from '../../design/page/page.js';
import { useTexts } from '../../texts/language.js';
import { DevicesList, SHOWN } from './devices-list.js';
import { Tabs } from '../../design/page/tabs.js';

const FleetMap = lazy(async () => ({ default: (await import('./fleet-map.js')).FleetMap }));

/** The page with all devices, as a list and on a map. */
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

function AllDevices() {
  return <Load read={api.devices(SHOWN)}>{(devices) => <DevicesList devices={devices} />}</Load>;
}

/** Also loads the devices, because those without a location have no entry in the list of locations. */
function WholeFleet() {
  const [devices, positions] = [api.devices(['id']), api.lastPositions()];
  const both: Read<[{ id: string }[], LastPosition[]]> = {
    address: positions.address,
    load: (signal) => Promise.all([devices.load(signal), positions.load(signal)]),
  };
  return (
    <Load read={both}>
      {([{ length }, last]) => (
        <Suspense fallback={<Waiting />}>
          <FleetMap positions={last} deviceCount={length} />
        </Suspense>
      )}
    </Load>
  );
}
