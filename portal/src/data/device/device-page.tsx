import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { api } from '../../api/client.js';
import type { DayRange, DeviceDetail } from '../../api/records.js';
import { useResource } from '../../api/hooks.js';
import { InDays } from '../../design/days/day-range.js';
import { Moment } from '../../design/icons/moment.js';
import { Loaded } from '../../design/notices/notice.js';
import { Facts } from '../../design/page/card.js';
import { BackLink, Page, Tabs } from '../../design/page/page.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { useToday } from '../../time/now.js';
import { fleetAddress } from '../back-link.js';
import { Battery, StatusBadge, useYesOrNo } from '../device-values.js';
import { latestDay } from '../../time/days.js';
import { TrackInDays } from '../track/track-panel.js';
import { AppsPanel } from './apps-panel.js';
import { DataUsagePanel, ScreenTimePanel } from './usage-panels.js';
import styles from './device-overview.module.css';

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
  const dataUsage = inDays((range) => <DataUsagePanel deviceId={id} range={range} />);
  const screenTime = inDays((range) => <ScreenTimePanel deviceId={id} range={range} />);
  return (
    <Tabs
      label={id}
      tabs={[
        { id: 'overview', label: texts.overview, panel: <DeviceOverview device={device} /> },
        { id: 'dataUsage', label: texts.dataUsage, panel: dataUsage },
        { id: 'screenTime', label: texts.screenTime, panel: screenTime },
        { id: 'apps', label: texts.apps, panel: <AppsPanel deviceId={id} /> },
        { id: 'track', label: texts.track, panel: <TrackInDays deviceId={id} lastDay={lastDay} /> },
      ]}
    />
  );
}

function DeviceOverview({ device }: { device: DeviceDetail }) {
  const { texts, locale } = useLanguage();
  const { data, device: words } = texts;
  const yesOrNo = useYesOrNo();
  const { batteryInfo, deviceSettings, hardwareInfo, networkInfo, softwareInfo, storageInfo } =
    device.device_info;
  const { active_network: active, wifi } = networkInfo;
  const gigabytes = (size: number | null) =>
    size === null ? texts.none : `${size.toLocaleString(locale)} GB`;
  return (
    <div className={styles.cards}>
      <Facts
        title={words.hardware}
        facts={[
          [words.id, device.id],
          [words.imei, device.imei],
          [words.serial, hardwareInfo.serialNumber],
          [words.manufacturer, hardwareInfo.manufacturer],
          [data.model, device.model],
          [words.android, softwareInfo.androidVersionDetail || device.android_version],
          [words.language, languageName(softwareInfo.primaryLanguageCode, locale)],
        ]}
      />
      <Facts
        title={words.power}
        facts={[
          [data.battery, <Battery key="battery" percent={device.remaining_battery} />],
          [words.batteryHealth, words.healths[device.battery_health] ?? device.battery_health],
          [words.charging, yesOrNo(flagOf(batteryInfo.charging))],
          [words.measured, <Moment key="battery-at" at={device.last_battery_update} />],
          [data.storage, words.of(gigabytes(device.remaining_storage), gigabytes(device.storage_capacity))],
          [words.memory, storageInfo.memoryUsage],
        ]}
      />
      <Facts
        title={words.management}
        facts={[
          [words.mode, data.modes[device.management_mode] ?? device.management_mode],
          [data.policy, device.policy_name],
          [words.agent, device.dpc_version],
          [words.enrolled, <Moment key="enrolled" at={device.created_at} />],
          [words.updated, <Moment key="updated" at={device.updated_at} />],
          [data.lastConnect, <Moment key="contact" at={device.last_connect} />],
        ]}
      />
      <Facts
        title={words.security}
        facts={[
          [words.encrypted, yesOrNo(deviceSettings.isEncrypted)],
          [words.verified, yesOrNo(deviceSettings.verifyAppsEnabled)],
          [words.debugging, yesOrNo(deviceSettings.adbEnabled)],
          [words.developer, yesOrNo(deviceSettings.developmentSettingsEnabled)],
        ]}
      />
      <Facts
        title={words.network}
        facts={[
          [words.activeNetwork, words.networks[active] ?? active],
          [words.wifi, wifi.ssid],
          [words.ip, wifi.ip],
          [words.operator, device.operator1],
          [words.imsi, device.imsi1],
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
function flagOf(word: string): boolean | null {
  if (word === 'true') return true;
  return word === 'false' ? false : null;
}
