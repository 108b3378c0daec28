import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { api } from '../../api/client.js';
import type { DayRange, DeviceDetail } from '../../api/records.js';
import { useResource } from '../../api/hooks.js';
import { Moment } from '../../design/icons/moment.js';
import { Loaded } from '../../design/notices/notice.js';
import { Facts } from '../../design/page/card.js';
import { BackLink, Page } from '../../design/page/page.js';
import { Tabs } from '../../design/page/tabs.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { useToday } from '../../time/now.js';
import { fleetAddress } from '../back-link.js';
import { Battery, StatusBadge, useYesOrNo } from '../device-values.js';
import { InDays } from '../in-days.js';
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

interface Props {
  device: DeviceDetail;
}

function DeviceOverview({ device }: Props) {
  return (
    <div className={styles.cards}>
      <Hardware device={device} />
      <Power device={device} />
      <Management device={device} />
      <Security device={device} />
      <Network device={device} />
    </div>
  );
}

function Hardware({ device }: Props) {
  const {
    texts: { data, device: texts },
    locale,
  } = useLanguage();
  const { hardwareInfo, softwareInfo } = device.device_info;
  return (
    <Facts
      title={texts.hardware}
      facts={[
        [texts.id, device.id],
        [texts.imei, device.imei],
        [texts.serial, hardwareInfo.serialNumber],
        [texts.manufacturer, hardwareInfo.manufacturer],
        [data.model, device.model],
        [texts.android, softwareInfo.androidVersionDetail || device.android_version],
        [texts.language, languageName(softwareInfo.primaryLanguageCode, locale)],
      ]}
    />
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

function Power({ device }: Props) {
  const { texts, locale } = useLanguage();
  const { data, device: words } = texts;
  const yesOrNo = useYesOrNo();
  const gigabytes = (size: number | null) =>
    size === null ? texts.none : `${size.toLocaleString(locale)} GB`;
  return (
    <Facts
      title={words.power}
      facts={[
        [data.battery, <Battery key="battery" percent={device.remaining_battery} />],
        [words.batteryHealth, words.healths[device.battery_health] ?? device.battery_health],
        [words.charging, yesOrNo(flagOf(device.device_info.batteryInfo.charging))],
        [words.measured, <Moment key="battery-at" at={device.last_battery_update} />],
        [data.storage, words.of(gigabytes(device.remaining_storage), gigabytes(device.storage_capacity))],
        [words.memory, device.device_info.storageInfo.memoryUsage],
      ]}
    />
  );
}

/** Parses a flag of a device. Returns null if the device did not report it. */
function flagOf(word: string): boolean | null {
  if (word === 'true') return true;
  return word === 'false' ? false : null;
}

function Management({ device }: Props) {
  const { device: texts, data } = useTexts();
  return (
    <Facts
      title={texts.management}
      facts={[
        [texts.mode, data.modes[device.management_mode] ?? device.management_mode],
        [data.policy, device.policy_name],
        [texts.agent, device.dpc_version],
        [texts.enrolled, <Moment key="enrolled" at={device.created_at} />],
        [texts.updated, <Moment key="updated" at={device.updated_at} />],
        [data.lastConnect, <Moment key="contact" at={device.last_connect} />],
      ]}
    />
  );
}

function Security({ device }: Props) {
  const { device: texts } = useTexts();
  const { deviceSettings } = device.device_info;
  const yesOrNo = useYesOrNo();
  return (
    <Facts
      title={texts.security}
      facts={[
        [texts.encrypted, yesOrNo(deviceSettings.isEncrypted)],
        [texts.verified, yesOrNo(deviceSettings.verifyAppsEnabled)],
        [texts.debugging, yesOrNo(deviceSettings.adbEnabled)],
        [texts.developer, yesOrNo(deviceSettings.developmentSettingsEnabled)],
      ]}
    />
  );
}

function Network({ device }: Props) {
  const { device: texts } = useTexts();
  const { active_network: active, wifi } = device.device_info.networkInfo;
  return (
    <Facts
      title={texts.network}
      facts={[
        [texts.activeNetwork, texts.networks[active] ?? active],
        [texts.wifi, wifi.ssid],
        [texts.ip, wifi.ip],
        [texts.operator, device.operator1],
        [texts.imsi, device.imsi1],
      ]}
    />
  );
}
