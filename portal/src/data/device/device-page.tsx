import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { api } from '../../api/client.js';
import type { DayRange, DeviceDetail } from '../../api/types.js';
import { useResource } from '../../api/hooks.js';
import { WithDayRange } from '../../design/days/day-range-picker.js';
import { RelativeTime } from '../../design/icons/relative-time.js';
import { ResourceContent } from '../../design/notices/notice.js';
import { DescriptionList } from '../../design/page/card.js';
import { BackLink, Page, Tabs } from '../../design/page/page.js';
import { labelOf } from '../../texts/label-of.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { useToday } from '../../time/now.js';
import { deviceIdOf, fleetPath } from '../paths.js';
import { Battery, StatusBadge, useFormatBoolean } from '../device-values.js';
import { latestDay } from '../../time/days.js';
import { TrackTab } from '../track/track-panel.js';
import { AppsPanel } from './apps-panel.js';
import { DataUsagePanel, ScreenTimePanel } from './usage-panels.js';
import styles from './device-overview.module.css';

export function DevicePage() {
  const id = deviceIdOf(useLocation().pathname);
  const [parameters] = useSearchParams();
  const { device: texts } = useTexts();
  const state = useResource(api.device(id));
  const { value: device } = state;
  return (
    <Page
      title={id}
      intro={device && `${device.brand} ${device.model}`}
      actions={device && <StatusBadge status={device.status} />}
      above={<BackLink to={fleetPath(parameters)}>{texts.back}</BackLink>}
    >
      <ResourceContent state={state}>{(loaded) => <DeviceTabs device={loaded} />}</ResourceContent>
    </Page>
  );
}

/** Returns the last day with data. A device without contact for a month shows the days before its last contact. */
function useLastDay(device: DeviceDetail): string {
  const { last_connect: contact, last_location_update: position, updated_at: update } = device;
  return latestDay((contact ?? position) ? [contact, position] : [update], useToday());
}

function DeviceTabs({ device }: { device: DeviceDetail }) {
  const { device: texts } = useTexts();
  const { id } = device;
  const lastDay = useLastDay(device);
  const withDayRange = (panel: (range: DayRange) => ReactNode) => (
    <WithDayRange lastDay={lastDay}>{panel}</WithDayRange>
  );
  const dataUsage = withDayRange((range) => <DataUsagePanel deviceId={id} range={range} />);
  const screenTime = withDayRange((range) => <ScreenTimePanel deviceId={id} range={range} />);
  return (
    <Tabs
      label={id}
      tabs={[
        { id: 'overview', label: texts.overview, panel: <DeviceOverview device={device} /> },
        { id: 'dataUsage', label: texts.dataUsage, panel: dataUsage },
        { id: 'screenTime', label: texts.screenTime, panel: screenTime },
        { id: 'apps', label: texts.apps, panel: <AppsPanel deviceId={id} /> },
        { id: 'track', label: texts.track, panel: <TrackTab deviceId={id} lastDay={lastDay} /> },
      ]}
    />
  );
}

function DeviceOverview({ device }: { device: DeviceDetail }) {
  const { texts, locale } = useLanguage();
  const { data, device: deviceTexts } = texts;
  const formatBoolean = useFormatBoolean();
  const { batteryInfo, deviceSettings, hardwareInfo, networkInfo, softwareInfo, storageInfo } =
    device.device_info;
  const { active_network: active, wifi } = networkInfo;
  const gigabytes = (size: number | null) =>
    size === null ? texts.none : `${size.toLocaleString(locale)} GB`;
  return (
    <div className={styles.cards}>
      <DescriptionList
        title={deviceTexts.hardware}
        items={[
          [deviceTexts.id, device.id],
          [deviceTexts.imei, device.imei],
          [deviceTexts.serial, hardwareInfo.serialNumber],
          [deviceTexts.manufacturer, hardwareInfo.manufacturer],
          [data.model, device.model],
          [deviceTexts.android, softwareInfo.androidVersionDetail || device.android_version],
          [deviceTexts.language, languageName(softwareInfo.primaryLanguageCode, locale)],
        ]}
      />
      <DescriptionList
        title={deviceTexts.power}
        items={[
          [data.battery, <Battery key="battery" percent={device.remaining_battery} />],
          [deviceTexts.batteryHealth, labelOf(deviceTexts.batteryHealths, device.battery_health)],
          [deviceTexts.charging, formatBoolean(parseFlag(batteryInfo.charging))],
          [deviceTexts.measured, <RelativeTime key="battery-at" at={device.last_battery_update} />],
          [
            data.storage,
            deviceTexts.of(gigabytes(device.remaining_storage), gigabytes(device.storage_capacity)),
          ],
          [deviceTexts.memory, storageInfo.memoryUsage],
        ]}
      />
      <DescriptionList
        title={deviceTexts.management}
        items={[
          [deviceTexts.mode, labelOf(data.modes, device.management_mode)],
          [data.policy, device.policy_name],
          [deviceTexts.agent, device.dpc_version],
          [deviceTexts.enrolled, <RelativeTime key="enrolled" at={device.created_at} />],
          [deviceTexts.updated, <RelativeTime key="updated" at={device.updated_at} />],
          [data.lastConnect, <RelativeTime key="contact" at={device.last_connect} />],
        ]}
      />
      <DescriptionList
        title={deviceTexts.security}
        items={[
          [deviceTexts.encrypted, formatBoolean(deviceSettings.isEncrypted)],
          [deviceTexts.verified, formatBoolean(deviceSettings.verifyAppsEnabled)],
          [deviceTexts.debugging, formatBoolean(deviceSettings.adbEnabled)],
          [deviceTexts.developer, formatBoolean(deviceSettings.developmentSettingsEnabled)],
        ]}
      />
      <DescriptionList
        title={deviceTexts.network}
        items={[
          [deviceTexts.activeNetwork, labelOf(deviceTexts.networks, active)],
          [deviceTexts.wifi, wifi.ssid],
          [deviceTexts.ip, wifi.ip],
          [deviceTexts.operator, device.operator1],
          [deviceTexts.imsi, device.imsi1],
        ]}
      />
    </div>
  );
}

/** Returns the name of a language code such as "de-DE", or the code if it is invalid. */
function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Parses a flag of a device. Returns null if the device did not report it. */
function parseFlag(text: string): boolean | null {
  if (text === 'true') return true;
  return text === 'false' ? false : null;
}
