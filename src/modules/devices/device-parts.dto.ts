import {
  BooleanField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '../../streaming/fields/fields.js';

export class ManifestDto {
  @TextField({ description: 'Identifier of the enterprise in the management system.', example: 'LC02qx7v1p' })
  emm_id: string;

  @TextField({ description: 'Identifier of the enterprise.', example: 'havelwerk-logistik' })
  enterprise_id: string;

  @TextField({ description: 'Color of the enterprise in the agent app.', example: '#0b5394' })
  enterprise_color: string;

  @TextField({ description: 'URL of the enterprise logo.', example: 'https://mdm.example.com/logo.png' })
  enterprise_logo: string;

  @TextField({ description: 'Support contact for the device user.', example: 'it-service@havelwerk.example' })
  enterprise_contact: string;

  @TextField({ description: 'Name of the enterprise.', example: 'Havelwerk Logistik GmbH' })
  enterprise_name: string;

  @TextField({ description: 'URL of the terms of use.', example: 'https://mdm.example.com/eula' })
  eula_url: string;

  @TextField({ description: 'Identifier of the policy at enrollment.', example: 'policy-drivers' })
  policy_id: string;

  @TextField({ description: 'URL of the management server.', example: 'https://mdm.example.com' })
  server_url: string;

  @TextField({ description: 'URL of the enrollment page.', example: 'https://mdm.example.com/onboarding' })
  onboarding_url: string;

  @TextField({ description: 'Management mode.', example: 'FULLY_MANAGED' })
  management_mode: string;
}

class WifiDto {
  @TextField({ description: 'Name of the network.', example: 'Depot-1' })
  ssid: string;

  @TextField({ description: 'IP address of the device.', example: '10.20.4.17' })
  ip: string;

  @TextField({ description: 'Strength of the signal.', example: '-54 dBm' })
  strength: string;
}

class WifiDetailDto extends WifiDto {
  @TextField({
    description: 'MAC address of the Wi-Fi adapter.',
    example: '02:1a:7d:da:71:13',
    sensitive: 'identifier',
  })
  macAddress: string;
}

class GsmSlotDto {
  @TextField({ description: 'IMSI of the SIM.', example: '262011234567890', sensitive: 'identifier' })
  imsi: string;

  @TextField({ description: 'Operator.', example: 'Telekom.de' })
  operator: string;

  @TextField({ description: 'Strength of the signal.', example: '-89 dBm' })
  strength: string;
}

class GsmDto {
  @ObjectField(() => GsmSlotDto, {
    description: 'The first mobile network. Absent if there is none.',
    optional: true,
  })
  gsm1?: GsmSlotDto;
}

class NetworkInfoDto {
  @TextField({ description: 'The network in use.', example: 'WIFI' })
  active_network: string;

  @ObjectField(() => WifiDto, { description: 'Wi-Fi.' })
  wifi: WifiDto;

  @ObjectField(() => GsmDto, { description: 'Mobile networks. Empty if there are none.' })
  gsm: GsmDto;
}

class NetworkInfoDetailDto extends NetworkInfoDto {
  @ObjectField(() => WifiDetailDto, { description: 'Wi-Fi.' })
  override wifi: WifiDetailDto;
}

class BatteryInfoDto {
  @TextField({ description: 'Battery level, as text with a percent sign.', example: '87%' })
  capacity: string;

  @TextField({ description: 'The power source.', example: 'USB' })
  chargeMedia: string;

  @TextField({ description: '`true` or `false`, as text: whether the device is charging.', example: 'false' })
  charging: string;

  @TextField({ description: 'Health of the battery as the device reports it.', example: 'GOOD' })
  health: string;
}

class DeviceSettingsDto {
  @BooleanField({ description: 'True if the Android Debug Bridge is enabled.', example: false })
  adbEnabled: boolean | null;

  @BooleanField({ description: 'True if developer options are enabled.', example: false })
  developmentSettingsEnabled: boolean | null;

  @TextField({ description: 'State of the storage encryption.', example: 'ACTIVE_PER_USER' })
  encryptionStatus: string;

  @BooleanField({ description: 'True if the storage is encrypted.', example: true })
  isEncrypted: boolean | null;

  @BooleanField({ description: 'True if apps are verified when they are installed.', example: true })
  verifyAppsEnabled: boolean | null;
}

class HardwareInfoDto {
  @TextField({ description: 'Brand.', example: 'samsung' })
  brand: string;

  @TextField({ description: 'Version of the baseband.', example: 'G556BXXS4AXK1' })
  deviceBasebandVersion: string;

  @TextField({ description: 'Name of the hardware.', example: 's5e8535' })
  hardware: string;

  @TextField({ description: 'Manufacturer.', example: 'samsung' })
  manufacturer: string;

  @TextField({ description: 'Model.', example: 'SM-G556B' })
  model: string;

  @TextField({ description: 'Serial number.', example: 'R5CX31ABCDE', sensitive: 'identifier' })
  serialNumber: string;
}

class MemoryInfoDto {
  @TextField({ description: 'Internal storage in bytes, as text.', example: '128000000000' })
  totalInternalStorage: string;

  @TextField({ description: 'Main memory in bytes, as text.', example: '5872025600' })
  totalRam: string;
}

class SoftwareInfoDto {
  @IntegerField({ description: 'Version code of the device policy app.', example: 4210 })
  androidDevicePolicyVersionCode: number | null;

  @TextField({ description: 'Version of the device policy app.', example: '4.21.0' })
  androidDevicePolicyVersionName: string;

  @TextField({ description: 'Android API level.', example: '34' })
  androidSdk: string;

  @TextField({ description: 'Android version.', example: '14' })
  androidVersion: string;

  @TextField({ description: 'Version of Android with its build.', example: '14 (UP1A.231005.007)' })
  androidVersionDetail: string;

  @TextField({ description: 'Language of the device.', example: 'de-DE' })
  primaryLanguageCode: string;
}

class StorageInfoDto {
  @TextField({ description: 'Size of the main memory, as readable text.', example: '5,5 GB' })
  memoryCapacity: string;

  @TextField({ description: 'Share of the main memory in use.', example: '61,3 %' })
  memoryUsage: string;

  @TextField({ description: 'Free storage, as readable text.', example: '74,2 GB' })
  remainingStorage: string;

  @TextField({ description: 'Size of the storage, as readable text.', example: '119,2 GB' })
  storageCapacity: string;

  @TextField({ description: 'Share of the storage in use.', example: '37,8 %' })
  storageUsage: string;
}

/** Stored as JSON and copied into the device list. */
export class DeviceInfoDto {
  @TextField({
    description: 'Messaging token of the agent app. Opaque.',
    example: 'demo-fcm-5f0c',
    sensitive: 'credential',
  })
  fcm_token: string;

  @ObjectField(() => BatteryInfoDto, { description: 'Battery.' })
  batteryInfo: BatteryInfoDto;

  @ListField({ description: 'Certificates installed on the device.', example: [] })
  certificate: unknown[];

  @ObjectField(() => DeviceSettingsDto, { description: 'Security settings.' })
  deviceSettings: DeviceSettingsDto;

  @ObjectField(() => HardwareInfoDto, { description: 'Hardware.' })
  hardwareInfo: HardwareInfoDto;

  @TextField({ description: 'IMEI.', example: '356938035643809', sensitive: 'identifier' })
  imei: string;

  @TextField({ description: 'IMSI of the first SIM.', example: '262011234567890', sensitive: 'identifier' })
  imsi1: string;

  @TextField({ description: 'IMSI of the second SIM.', example: '', sensitive: 'identifier' })
  imsi2: string;

  @ObjectField(() => MemoryInfoDto, { description: 'Sizes of memory and storage.' })
  memoryInfo: MemoryInfoDto;

  @ObjectField(() => NetworkInfoDto, { description: 'Networks.' })
  networkInfo: NetworkInfoDto;

  @TextField({ description: 'Operator of the first SIM.', example: 'Telekom.de' })
  operator1: string;

  @TextField({ description: 'Operator of the second SIM.', example: '' })
  operator2: string;

  @ObjectField(() => SoftwareInfoDto, { description: 'Software.' })
  softwareInfo: SoftwareInfoDto;

  @ObjectField(() => StorageInfoDto, {
    description: 'Storage and memory as readable text, with a comma as the decimal separator.',
  })
  storageInfo: StorageInfoDto;
}

export class DeviceInfoDetailDto extends DeviceInfoDto {
  @ObjectField(() => NetworkInfoDetailDto, { description: 'Networks.' })
  override networkInfo: NetworkInfoDetailDto;
}
