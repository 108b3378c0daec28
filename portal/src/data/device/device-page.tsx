import { type ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { api } from '../../api/client.js';
import type { DayRange, DeviceDetail } from '../../api/records.js';
import { useResource } from '../../api/use-resource.js';
import { Loaded } from '../../design/notices/notice.js';
import { BackLink, Page } from '../../design/page/page.js';
import { useTexts } from '../../texts/language.js';
import { useToday } from '../../time/now.js';
import { AppsPanel } from './apps-panel.js';
import { DataUsagePanel } from './data-usage-panel.js';
import { DeviceOverview } from './device-overview.js';
import { InDays } from '../in-days.js';
import { latestDay } from '../latest-day.js';
import { ScreenTimePanel } from './screen-time-panel.js';
import { StatusBadge } from '../status-badge.js';
import { TrackInDays } from '../track/track-panel.js';
import { fleetAddress } from '../back-link.js';
import { Tabs } from '../../design/page/tabs.js';

export function DevicePage() {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const { device: texts } = useTexts();
  const loading = useResource(api.device(id));
  const { value: device } = loading;
  return (
    <Page
      title={id}
      intro={device && `${device.brand} ${device.model}`}
      actions={device && <StatusBadge status={device.status} />}
      above={<BackLink to={fleetAddress(parameters)}>{texts.back}</BackLink>}
    >
      <Loaded loading={loading}>{(loaded) => <DeviceViews device={loaded} />}</Loaded>
    </Page>
  );
}

/** Returns the last day with data. A device without contact for a month shows the days before that. */
function useLastDay(device: DeviceDetail): string {
  const { last_connect: contact, last_location_update: position, updated_at: update } = device;
  return latestDay((contact ?? position) ? [contact, position] : [update], useToday());
}

function DeviceViews({ device }: { device: DeviceDetail }) {
  const { device: texts } = useTexts();
  const { id } = device;
  const lastDay = useLastDay(device);
  const inDays = (panel: (range: DayRange) => ReactNode) => <InDays lastDay={lastDay}>{panel}</InDays>;
  const panels = {
    overview: <DeviceOverview device={device} />,
    dataUsage: inDays((range) => <DataUsagePanel deviceId={id} range={range} />),
    screenTime: inDays((range) => <ScreenTimePanel deviceId={id} range={range} />),
    apps: <AppsPanel deviceId={id} />,
    track: <TrackInDays deviceId={id} lastDay={lastDay} />,
  };
  const nameOf = (view: string) => texts[view as keyof typeof panels];
  return (
    <Tabs
      label={id}
      tabs={Object.entries(panels).map(([view, panel]) => ({ id: view, label: nameOf(view), panel }))}
    />
  );
}
