import {
  Decimal,
  Flag,
  Integer,
  Latitude,
  Longitude,
  Nested,
  OfEnterprise,
  Text,
  Time,
  Without,
} from '../../../answers/fields/fields.js';
import { DeviceInfoDetailDto, DeviceInfoDto } from './device-info.dto.js';
import { ManifestDto } from './manifest.dto.js';

export const MANAGEMENT_MODES = ['BYOD', 'FULLY_MANAGED', 'COPE', 'DEDICATED'] as const;
export const STATUSES = ['PROVISIONING', 'ACTIVE', 'DISABLED', 'LOST', 'DELETED'] as const;
export const BATTERY_HEALTHS = [
  'GOOD',
  'OVERHEAT',
  'DEAD',
  'OVER_VOLTAGE',
  'UNSPECIFIED_FAILURE',
  'COLD',
  'UNKNOWN',
] as const;
export const PROVIDERS = ['gps', 'network', 'fused', 'passive'] as const;

export class LastLocationDto {
  @Latitude()
  lat: number | null;

  @Longitude()
  lng: number | null;

  @Decimal({ description: 'Radius of the uncertainty in metres.', example: 4.8 })
  accuracy: number | null;

  @Decimal({ description: 'Height above the ellipsoid in metres.', example: 78.4 })
  altitude: number | null;

  @Text({ description: 'What measured the position.', knownValues: PROVIDERS, example: 'gps' })
  provider: string;

  @Text({ description: 'What asked for the position.', example: 'LocationManager' })
  caller: string;

  @Flag({ description: 'Whether the position is inside a geofence.', example: true })
  inside_geofence: boolean | null;

  @Text({ description: 'Identifier of that geofence; empty where there is none.', example: 'depot-berlin' })
  geofence_id: string;
}

/** Every field of the list and the detail, in the order of the specification. */
class DeviceDto {
  @Text({ description: 'Identifier of the device, unique within the enterprise.', example: 'tablet-1' })
  id: string;

  @Time({ description: 'When the device was enrolled.', example: '2026-01-12T09:03:11.000+01:00' })
  created_at: string | null;

  @Time({ description: 'When the record of the device last changed.' })
  updated_at: string | null;

  @Time({ description: 'When the device last connected.' })
  last_connect: string | null;

  @Text({ description: 'IMEI.', example: '356938035643809' })
  imei: string;

  @Text({ description: 'A credential of the device; treat as opaque.', example: 'demo-token-7c1e' })
  token: string;

  @OfEnterprise()
  enterprise_id: string;

  @Text({ description: 'Identifier of the policy in force.', example: 'policy-drivers' })
  policy_id: string;

  @Text({ description: 'A credential of the device; treat as opaque.', example: 'demo-emm-19ab' })
  play_emm_token: string;

  @Text({ description: 'A credential of the device; treat as opaque.', example: 'demo-fcm-5f0c' })
  fcm_token: string;

  @Text({
    description: 'How the device is managed.',
    knownValues: MANAGEMENT_MODES,
    example: 'FULLY_MANAGED',
  })
  management_mode: string;

  @Text({ description: 'Version of the device policy controller.', example: '4.21.0' })
  dpc_version: string;

  @Integer({ description: 'Version code of the device policy controller.', example: 4210 })
  dpc_version_code: number | null;

  @Text({
    description: 'State of the device. A device in the state DELETED is not shown.',
    knownValues: STATUSES,
    example: 'ACTIVE',
  })
  status: string;

  @Text({ description: 'Model.', example: 'SM-G556B' })
  model: string;

  @Text({ description: 'Brand.', example: 'samsung' })
  brand: string;

  @Text({ description: 'Version of Android.', example: '14' })
  android_version: string;

  @Text({ description: 'IMSI of the first SIM.', example: '262011234567890' })
  imsi1: string;

  @Text({ description: 'Operator of the first SIM.', example: 'Telekom.de' })
  operator1: string;

  @Time({ description: 'When the battery values were taken.' })
  last_battery_update: string | null;

  @Integer({ description: 'Charge of the battery in percent.', example: 87 })
  remaining_battery: number | null;

  @Text({ description: 'Health of the battery.', knownValues: BATTERY_HEALTHS, example: 'GOOD' })
  battery_health: string;

  @Time({ description: 'When the storage values were taken.' })
  last_storage_update: string | null;

  @Decimal({ description: 'Free storage in gigabytes.', example: 74.2 })
  remaining_storage: number | null;

  @Decimal({ description: 'Size of the storage in gigabytes.', example: 119.2 })
  storage_capacity: number | null;

  @Time({ description: 'When the last position was taken.' })
  last_location_update: string | null;

  @Nested(() => LastLocationDto, {
    description: 'The last position; null where there is none.',
    nullable: true,
  })
  last_location: LastLocationDto | null;

  @Nested(() => ManifestDto, { description: 'What the device was enrolled with.' })
  manifest: ManifestDto;

  @Nested(() => DeviceInfoDto, { description: 'What the device says of itself.' })
  device_info: DeviceInfoDto;

  @Text({ description: 'Name of the policy in force.', example: 'Drivers' })
  policy_name: string;
}

/** A device as the list shows it. */
export class DeviceListItemDto extends Without(DeviceDto, [
  'imsi1',
  'operator1',
  'last_location_update',
  'last_location',
]) {}

/** One device with all that is known of it. */
export class DeviceDetailDto extends Without(DeviceDto, ['token', 'play_emm_token', 'fcm_token']) {
  @Nested(() => DeviceInfoDetailDto, {
    description: 'What the device says of itself.',
    columns: ['device_info', 'wifi_mac_address'],
  })
  override device_info: DeviceInfoDetailDto;
}
