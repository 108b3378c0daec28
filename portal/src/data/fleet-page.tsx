import { lazy, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useSearchParams } from 'react-router';
import { api } from '../api/client.js';
import type { Device, LastPosition } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { Loaded, Waiting } from '../design/loaded.js';
import { Page } from '../design/page.js';
import { useTexts } from '../texts/language.js';
import { DevicesList } from './devices-list.js';

const FleetMap = lazy(async () => ({ default: (await import('./fleet-map.js')).FleetMap }));

/** The whole fleet: what it is made of and where it is. */
export function FleetPage() {
  const { data } = useTexts();
  const [parameters, setParameters] = useSearchParams();
  const shown = parameters.get('show') === 'map' ? 'map' : 'devices';
  const show = (tab: string) =>
    setParameters(
      (before) => {
        before.set('show', tab);
        return before;
      },
      { replace: true },
    );
  return (
    <Page title={data.title} intro={data.intro}>
      <Tabs className="tabs" selectedKey={shown} onSelectionChange={(key) => show(String(key))}>
        <TabList className="tab-list" aria-label={data.title}>
          <Tab id="devices" className="tab">
            {data.devices}
          </Tab>
          <Tab id="map" className="tab">
            {data.map}
          </Tab>
        </TabList>
        <TabPanel id="devices" className="tab-panel">
          <AllDevices />
        </TabPanel>
        <TabPanel id="map" className="tab-panel">
          <WholeFleet />
        </TabPanel>
      </Tabs>
    </Page>
  );
}

function AllDevices() {
  const loading = useResource(api.devices);
  return <Loaded loading={loading}>{(devices) => <DevicesList devices={devices} />}</Loaded>;
}

interface Fleet {
  devices: readonly Device[];
  positions: readonly LastPosition[];
}

/** The devices too: those without a position are not among the positions. */
async function loadFleet(signal: AbortSignal): Promise<Fleet> {
  const [devices, positions] = await Promise.all([api.devices(signal), api.lastPositions(signal)]);
  return { devices, positions };
}

function WholeFleet() {
  const loading = useResource(loadFleet);
  return (
    <Loaded loading={loading}>
      {({ devices, positions }) => (
        <Suspense fallback={<Waiting />}>
          <FleetMap positions={positions} deviceCount={devices.length} />
        </Suspense>
      )}
    </Loaded>
  );
}
