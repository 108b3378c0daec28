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
} from '../../streaming/fields/fields.js';
import { DeviceInfoDetailDto, DeviceInfoDto } from './device-parts.dto.js';
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

  @Decimal({ description: 'Accuracy radius in meters.', example: 4.8 })
  accuracy: number | null;

  @Decimal({ description: 'Height above the ellipsoid in meters.', example: 78.4 })
  altitude: number | null;

  @Text({ description: 'Location provider.', knownValues: PROVIDERS, example: 'gps' })
  provider: string;

  @Text({ description: 'The trigger of the location.', example: 'LocationManager' })
  caller: string;

  @Flag({ description: 'True if the location is inside a geofence.', example: true })
  inside_geofence: boolean | null;

  @Text({ description: 'Identifier of that geofence. Empty if there is none.', example: 'depot-berlin' })
  geofence_id: string;
}

/** Every field of the list and the detail, in the order of the specification. */
class DeviceDto {
  @Text({ description: 'Identifier of the device, unique within the enterprise.', example: 'tablet-1' })
  id: string;

  @Time({ description: 'Time of enrollment.', example: '2026-01-12T09:03:11.000+01:00' })
  created_at: string | null;

  @Time({ description: 'Time of the last change of the record.' })
  updated_at: string | null;

  @Time({ description: 'Time of the last connection.' })
  last_connect: string | null;

  @Text({ description: 'IMEI.', example: '356938035643809' })
  imei: string;

  @Text({ description: 'A credential of the device. Opaque.', example: 'demo-token-7c1e' })
  token: string;

  @OfEnterprise()
  enterprise_id: string;

  @Text({ description: 'Identifier of the current policy.', example: 'policy-drivers' })
  policy_id: string;

  @Text({ description: 'A credential of the device. Opaque.', example: 'demo-emm-19ab' })
  play_emm_token: string;

  @Text({ description: 'A credential of the device. Opaque.', example: 'demo-fcm-5f0c' })
  fcm_token: string;

  @Text({
    description: 'Management mode.',
    knownValues: MANAGEMENT_MODES,
    example: 'FULLY_MANAGED',
  })
  management_mode: string;

  @Text({ description: 'Version of the device policy controller.', example: '4.21.0' })
  dpc_version: string;

  @Integer({ description: 'Version code of the device policy controller.', example: 4210 })
  dpc_version_code: number | null;

  @Text({
    description: 'Status of the device. Devices with the status DELETED are not returned.',
    knownValues: STATUSES,
    example: 'ACTIVE',
  })
  status: string;

  @Text({ description: 'Model.', example: 'SM-G556B' })
  model: string;

  @Text({ description: 'Brand.', example: 'samsung' })
  brand: string;

  @Text({ description: 'Android version.', example: '14' })
  android_version: string;

  @Text({ description: 'IMSI of the first SIM.', example: '262011234567890' })
  imsi1: string;

  @Text({ description: 'Operator of the first SIM.', example: 'Telekom.de' })
  operator1: string;

  @Time({ description: 'Time of the battery values.' })
  last_battery_update: string | null;

  @Integer({ description: 'Battery level in percent.', example: 87 })
  remaining_battery: number | null;

  @Text({ description: 'Health of the battery.', knownValues: BATTERY_HEALTHS, example: 'GOOD' })
  battery_health: string;

  @Time({ description: 'Time of the storage values.' })
  last_storage_update: string | null;

  @Decimal({ description: 'Free storage in gigabytes.', example: 74.2 })
  remaining_storage: number | null;

  @Decimal({ description: 'Size of the storage in gigabytes.', example: 119.2 })
  storage_capacity: number | null;

  @Time({ description: 'Time of the last known location.' })
  last_location_update: string | null;

  @Nested(() => LastLocationDto, {
    description: 'The last known location. Null if there is none.',
    nullable: true,
  })
  last_location: LastLocationDto | null;

  @Nested(() => ManifestDto, { description: 'Enrollment configuration of the device.' })
  manifest: ManifestDto;

  @Nested(() => DeviceInfoDto, { description: 'Information that the device reports about itself.' })
  device_info: DeviceInfoDto;

  @Text({ description: 'Name of the current policy.', example: 'Drivers' })
  policy_name: string;
}

/** A device as the list shows it. */
export class DeviceListItemDto extends Without(DeviceDto, [
  'imsi1',
  'operator1',
  'last_location_update',
  'last_location',
]) {}

/** Returns one device with all its fields. */
export class DeviceDetailDto extends Without(DeviceDto, ['token', 'play_emm_token', 'fcm_token']) {
  @Nested(() => DeviceInfoDetailDto, {
    description: 'Information that the device reports about itself.',
    columns: ['device_info', 'wifi_mac_address'],
  })
  override device_info: DeviceInfoDetailDto;
}
