import type { DeviceDetail } from '../../api/records.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { Moment } from '../../design/icons/moment.js';
import { Battery } from '../battery.js';
import { Facts } from '../../design/page/card.js';
import { useYesOrNo } from '../use-yes-or-no.js';
import styles from './device-overview.module.css';

interface Props {
  device: DeviceDetail;
}

export function DeviceOverview({ device }: Props) {
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
