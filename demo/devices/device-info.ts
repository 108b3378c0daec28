import { dpc, type DeviceState } from './device-state.js';

type DemoRecord = Record<string, unknown>;

/** Android returns this address to apps of a work profile. */
const HIDDEN_MAC_ADDRESS = '02:00:00:00:00:00';

export function deviceInfo(state: DeviceState): DemoRecord {
  const { device, model, fleet } = state;
  return {
    fcm_token: state.fcmToken,
    batteryInfo: {
      capacity: `${state.battery} %`,
      chargeMedia: state.isCharging ? 'AC' : '',
      charging: String(state.isCharging),
      health: state.batteryHealth,
    },
    certificate: [],
    deviceSettings: {
      adbEnabled: false,
      developmentSettingsEnabled: device.role === 'office',
      encryptionStatus: 'ACTIVE_PER_USER',
      isEncrypted: true,
      verifyAppsEnabled: true,
    },
    hardwareInfo: {
      brand: model.brand,
      deviceBasebandVersion: model.baseband,
      hardware: model.hardware,
      manufacturer: model.manufacturer,
      model: model.model,
      // a work profile on a private phone cannot read it
      serialNumber: device.role === 'office' ? '' : state.serialNumber,
    },
    imei: state.imei,
    imsi1: state.imsis[0] ?? '',
    imsi2: state.imsis[1] ?? '',
    memoryInfo: {
      totalInternalStorage: String(model.storage),
      totalRam: String(model.ram),
    },
    operator1: device.carriers[0]?.name ?? '',
    operator2: device.carriers[1]?.name ?? '',
    softwareInfo: {
      androidDevicePolicyVersionCode: dpc.versionCode,
      androidDevicePolicyVersionName: dpc.version,
      androidSdk: model.sdk,
      androidVersion: model.androidVersion,
      androidVersionDetail: `${model.androidVersion} (${model.build}, security patch ${model.securityPatch})`,
      primaryLanguageCode: fleet.language,
    },
    storageInfo: {
      memoryCapacity: gigabytes(model.ram),
      memoryUsage: percent(state.usedMemory),
      remainingStorage: gigabytes(state.freeStorage),
      storageCapacity: gigabytes(model.storage),
      storageUsage: percent(1 - state.freeStorage / model.storage),
    },
  };
}

export function networkInfo(state: DeviceState): DemoRecord {
  const { device, fleet, isOnWifi } = state;
  const [carrier] = device.carriers;
  return {
    active_network: isOnWifi ? 'WIFI' : 'MOBILE',
    wifi: {
      ssid: isOnWifi ? fleet.wifi : '',
      ip: isOnWifi ? state.ip : '',
      strength: isOnWifi ? state.wifiStrength : '',
      macAddress: device.role === 'office' ? HIDDEN_MAC_ADDRESS : state.macAddress,
    },
    gsm: carrier
      ? { gsm1: { imsi: state.imsis[0] ?? '', operator: carrier.name, strength: state.mobileStrength } }
      : {},
  };
}

export function unreportedDeviceInfo({ model }: DeviceState): DemoRecord {
  return {
    hardwareInfo: { brand: model.brand, manufacturer: model.manufacturer, model: model.model },
    softwareInfo: { androidSdk: model.sdk, androidVersion: model.androidVersion },
  };
}

/** Formats as `12,4 GB`. */
function gigabytes(bytes: number): string {
  return `${decimal(Math.round(bytes / 1e8) / 10)} GB`;
}

function percent(part: number): string {
  return `${decimal(part * 100)} %`;
}

function decimal(value: number): string {
  return value.toFixed(1).replace('.', ',');
}
