import { Flag, Integer, List, Nested, Text } from '../../streaming/fields/fields.js';
import { NetworkInfoDetailDto, NetworkInfoDto } from './network-info.dto.js';

export class BatteryInfoDto {
  @Text({ description: 'Battery level, as text with a percent sign.', example: '87%' })
  capacity: string;

  @Text({ description: 'The power source.', example: 'USB' })
  chargeMedia: string;

  @Text({ description: '`true` or `false`, as text: whether the device is charging.', example: 'false' })
  charging: string;

  @Text({ description: 'Health of the battery as the device reports it.', example: 'GOOD' })
  health: string;
}

export class DeviceSettingsDto {
  @Flag({ description: 'True if the Android Debug Bridge is enabled.', example: false })
  adbEnabled: boolean | null;

  @Flag({ description: 'True if developer options are enabled.', example: false })
  developmentSettingsEnabled: boolean | null;

  @Text({ description: 'State of the storage encryption.', example: 'ACTIVE_PER_USER' })
  encryptionStatus: string;

  @Flag({ description: 'True if the storage is encrypted.', example: true })
  isEncrypted: boolean | null;

  @Flag({ description: 'True if apps are verified when they are installed.', example: true })
  verifyAppsEnabled: boolean | null;
}

export class HardwareInfoDto {
  @Text({ description: 'Brand.', example: 'samsung' })
  brand: string;

  @Text({ description: 'Version of the baseband.', example: 'G556BXXS4AXK1' })
  deviceBasebandVersion: string;

  @Text({ description: 'Name of the hardware.', example: 's5e8535' })
  hardware: string;

  @Text({ description: 'Manufacturer.', example: 'samsung' })
  manufacturer: string;

  @Text({ description: 'Model.', example: 'SM-G556B' })
  model: string;

  @Text({ description: 'Serial number.', example: 'R5CX31ABCDE' })
  serialNumber: string;
}

export class MemoryInfoDto {
  @Text({ description: 'Internal storage in bytes, as text.', example: '128000000000' })
  totalInternalStorage: string;

  @Text({ description: 'Main memory in bytes, as text.', example: '5872025600' })
  totalRam: string;
}

export class SoftwareInfoDto {
  @Integer({ description: 'Version code of the device policy app.', example: 4210 })
  androidDevicePolicyVersionCode: number | null;

  @Text({ description: 'Version of the device policy app.', example: '4.21.0' })
  androidDevicePolicyVersionName: string;

  @Text({ description: 'Android API level.', example: '34' })
  androidSdk: string;

  @Text({ description: 'Android version.', example: '14' })
  androidVersion: string;

  @Text({ description: 'Version of Android with its build.', example: '14 (UP1A.231005.007)' })
  androidVersionDetail: string;

  @Text({ description: 'Language of the device.', example: 'de-DE' })
  primaryLanguageCode: string;
}

export class StorageInfoDto {
  @Text({ description: 'Size of the main memory, as readable text.', example: '5,5 GB' })
  memoryCapacity: string;

  @Text({ description: 'Share of the main memory in use.', example: '61,3 %' })
  memoryUsage: string;

  @Text({ description: 'Free storage, as readable text.', example: '74,2 GB' })
  remainingStorage: string;

  @Text({ description: 'Size of the storage, as readable text.', example: '119,2 GB' })
  storageCapacity: string;

  @Text({ description: 'Share of the storage in use.', example: '37,8 %' })
  storageUsage: string;
}

/** What the device says of itself, in the form of the list. Stored whole and spliced into answers. */
export class DeviceInfoDto {
  @Text({ description: 'Messaging token of the agent app. Opaque.', example: 'demo-fcm-5f0c' })
  fcm_token: string;

  @Nested(() => BatteryInfoDto, { description: 'Battery.' })
  batteryInfo: BatteryInfoDto;

  @List({ description: 'Certificates installed on the device.', example: [] })
  certificate: unknown[];

  @Nested(() => DeviceSettingsDto, { description: 'Security settings.' })
  deviceSettings: DeviceSettingsDto;

  @Nested(() => HardwareInfoDto, { description: 'Hardware.' })
  hardwareInfo: HardwareInfoDto;

  @Text({ description: 'IMEI.', example: '356938035643809' })
  imei: string;

  @Text({ description: 'IMSI of the first SIM.', example: '262011234567890' })
  imsi1: string;

  @Text({ description: 'IMSI of the second SIM.', example: '' })
  imsi2: string;

  @Nested(() => MemoryInfoDto, { description: 'Sizes of memory and storage.' })
  memoryInfo: MemoryInfoDto;

  @Nested(() => NetworkInfoDto, { description: 'Networks.' })
  networkInfo: NetworkInfoDto;

  @Text({ description: 'Operator of the first SIM.', example: 'Telekom.de' })
  operator1: string;

  @Text({ description: 'Operator of the second SIM.', example: '' })
  operator2: string;

  @Nested(() => SoftwareInfoDto, { description: 'Software.' })
  softwareInfo: SoftwareInfoDto;

  @Nested(() => StorageInfoDto, {
    description: 'Storage and memory as readable text, with a comma as the decimal separator.',
  })
  storageInfo: StorageInfoDto;
}

/** The form of the detail. */
export class DeviceInfoDetailDto extends DeviceInfoDto {
  @Nested(() => NetworkInfoDetailDto, { description: 'Networks.' })
  override networkInfo: NetworkInfoDetailDto;
}
