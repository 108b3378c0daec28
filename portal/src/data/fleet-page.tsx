import { lazy, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useSearchParams } from 'react-router';
import { api } from '../api/client.js';
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
  return (
    <Page title={data.title} intro={data.intro}>
      <Tabs
        className="tabs"
        selectedKey={shown}
        onSelectionChange={(key) => setParameters({ show: String(key) }, { replace: true })}
      >
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
          <LastPositions />
        </TabPanel>
      </Tabs>
    </Page>
  );
}

function AllDevices() {
  const loading = useResource(api.devices);
  return <Loaded loading={loading}>{(devices) => <DevicesList devices={devices} />}</Loaded>;
}

function LastPositions() {
  const loading = useResource(api.lastPositions);
  return (
    <Loaded loading={loading}>
      {(positions) => (
        <Suspense fallback={<Waiting />}>
          <FleetMap positions={positions} />
        </Suspense>
      )}
    </Loaded>
  );
}
