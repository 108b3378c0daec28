import { useCallback } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Link, useParams, useSearchParams } from 'react-router';
import { api } from '../api/client.js';
import type { DeviceDetail } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { Icon } from '../design/icon.js';
import { Loaded } from '../design/loaded.js';
import { Page } from '../design/page.js';
import { useTexts } from '../texts/language.js';
import { useToday } from '../time/now.js';
import { AppsPanel } from './apps-panel.js';
import { DataUsagePanel } from './data-usage-panel.js';
import { DeviceOverview } from './device-overview.js';
import { InDays } from './in-days.js';
import { latestDay } from './latest-day.js';
import { ScreenTimePanel } from './screen-time-panel.js';
import { StatusBadge } from './status-badge.js';
import { TrackInDays } from './track-panel.js';
import { fleetAddress } from './way-back.js';

const VIEWS = ['overview', 'dataUsage', 'screenTime', 'apps', 'track'] as const;
type View = (typeof VIEWS)[number];

export function DevicePage() {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const { device: texts } = useTexts();
  const loading = useResource(useCallback((signal: AbortSignal) => api.device(id)(signal), [id]));
  const { resource } = loading;
  const device = resource.state === 'ready' ? resource.value : undefined;
  return (
    <Page
      title={id}
      intro={device && `${device.brand} ${device.model}`}
      actions={device && <StatusBadge status={device.status} />}
      above={
        <Link className="back" to={fleetAddress(parameters)}>
          <Icon name="left" />
          {texts.back}
        </Link>
      }
    >
      <Loaded loading={loading}>{(loaded) => <DeviceViews device={loaded} />}</Loaded>
    </Page>
  );
}

/** The last day of which anything is known: a device that has been silent for a month is shown as it was then. */
function useLastDay(device: DeviceDetail): string {
  const { last_connect: contact, last_location_update: position, updated_at: update } = device;
  return latestDay((contact ?? position) ? [contact, position] : [update], useToday());
}

function DeviceViews({ device }: { device: DeviceDetail }) {
  const { device: texts } = useTexts();
  const lastDay = useLastDay(device);
  const [parameters, setParameters] = useSearchParams();
  const shown = VIEWS.find((view) => view === parameters.get('show')) ?? 'overview';
  const show = (view: string) =>
    setParameters(
      (before) => {
        before.set('show', view);
        return before;
      },
      { replace: true },
    );
  const panels: Record<View, React.ReactNode> = {
    overview: <DeviceOverview device={device} />,
    dataUsage: (
      <InDays lastDay={lastDay}>{(range) => <DataUsagePanel deviceId={device.id} range={range} />}</InDays>
    ),
    screenTime: (
      <InDays lastDay={lastDay}>{(range) => <ScreenTimePanel deviceId={device.id} range={range} />}</InDays>
    ),
    apps: <AppsPanel deviceId={device.id} />,
    track: <TrackInDays deviceId={device.id} lastDay={lastDay} />,
  };
  return (
    <Tabs className="tabs" selectedKey={shown} onSelectionChange={(key) => show(String(key))}>
      <TabList className="tab-list" aria-label={device.id}>
        {VIEWS.map((view) => (
          <Tab key={view} id={view} className="tab">
            {texts[view]}
          </Tab>
        ))}
      </TabList>
      {VIEWS.map((view) => (
        <TabPanel key={view} id={view} className="tab-panel">
          {panels[view]}
        </TabPanel>
      ))}
    </Tabs>
  );
}
