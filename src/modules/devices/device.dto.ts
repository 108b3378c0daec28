import { ChangesPageOf } from '../../openapi/decorators.js';
import {
  DecimalField,
  BooleanField,
  ChangeOf,
  IntegerField,
  LatitudeField,
  LongitudeField,
  ObjectField,
  EnterpriseIdField,
  TextField,
  TimestampField,
  OmitFields,
} from '../../streaming/fields/fields.js';
import { DeviceInfoDetailDto, DeviceInfoDto, ManifestDto } from './device-parts.dto.js';

const STATUSES = ['PROVISIONING', 'ACTIVE', 'DISABLED', 'LOST'];
const CREDENTIAL = { description: 'A credential of the device. Opaque.', sensitive: 'credential' } as const;

export class LastLocationDto {
  @LatitudeField()
  lat: number | null;

  @LongitudeField()
  lng: number | null;

  @DecimalField({ description: 'Accuracy radius in meters.', example: 4.8, sensitive: 'accuracy' })
  accuracy: number | null;

  @DecimalField({
    description: 'Height above the ellipsoid in meters.',
    example: 78.4,
    sensitive: 'altitude',
  })
  altitude: number | null;

  @TextField({
    description: 'Location provider.',
    knownValues: ['gps', 'network', 'fused', 'passive'],
    example: 'gps',
  })
  provider: string;

  @TextField({ description: 'The trigger of the location.', example: 'LocationManager' })
  caller: string;

  @BooleanField({ description: 'True if the location is inside a geofence.', example: true })
  inside_geofence: boolean | null;

  @TextField({ description: 'Identifier of that geofence. Empty if there is none.', example: 'depot-berlin' })
  geofence_id: string;
}

class DeviceDto {
  @TextField({ description: 'Identifier of the device, unique within the enterprise.', example: 'tablet-1' })
  id: string;

  @TimestampField({ description: 'Time of enrollment.', example: '2026-01-12T09:03:11.000+01:00' })
  created_at: string | null;

  @TimestampField({ description: 'Time of the last change of the record.' })
  updated_at: string | null;

  @TimestampField({ description: 'Time of the last connection.' })
  last_connect: string | null;

  @TextField({ description: 'IMEI.', example: '356938035643809', sensitive: 'identifier' })
  imei: string;

  @TextField({ ...CREDENTIAL, example: 'demo-token-7c1e' })
  token: string;

  @EnterpriseIdField()
  enterprise_id: string;

  @TextField({ description: 'Identifier of the current policy.', example: 'policy-drivers' })
  policy_id: string;

  @TextField({ ...CREDENTIAL, example: 'demo-emm-19ab' })
  play_emm_token: string;

  @TextField({ ...CREDENTIAL, example: 'demo-fcm-5f0c' })
  fcm_token: string;

  @TextField({
    description: 'Management mode.',
    knownValues: ['BYOD', 'FULLY_MANAGED', 'COPE', 'DEDICATED'],
    example: 'FULLY_MANAGED',
  })
  management_mode: string;

  @TextField({ description: 'Version of the device policy controller.', example: '4.21.0' })
  dpc_version: string;

  @IntegerField({ description: 'Version code of the device policy controller.', example: 4210 })
  dpc_version_code: number | null;

  @TextField({
    description: 'Status of the device. Devices with the status DELETED are not returned.',
    knownValues: STATUSES,
    example: 'ACTIVE',
  })
  status: string;

  @TextField({ description: 'Model.', example: 'SM-G556B' })
  model: string;

  @TextField({ description: 'Brand.', example: 'samsung' })
  brand: string;

  @TextField({ description: 'Android version.', example: '14' })
  android_version: string;

  @TextField({ description: 'IMSI of the first SIM.', example: '262011234567890', sensitive: 'identifier' })
  imsi1: string;

  @TextField({ description: 'Operator of the first SIM.', example: 'Telekom.de' })
  operator1: string;

  @TimestampField({ description: 'Time of the battery values.' })
  last_battery_update: string | null;

  @IntegerField({ description: 'Battery level in percent.', example: 87 })
  remaining_battery: number | null;

  @TextField({
    description: 'Health of the battery.',
    knownValues: ['GOOD', 'OVERHEAT', 'DEAD', 'OVER_VOLTAGE', 'UNSPECIFIED_FAILURE', 'COLD', 'UNKNOWN'],
    example: 'GOOD',
  })
  battery_health: string;

  @TimestampField({ description: 'Time of the storage values.' })
  last_storage_update: string | null;

  @DecimalField({ description: 'Free storage in gigabytes.', example: 74.2 })
  remaining_storage: number | null;

  @DecimalField({ description: 'Size of the storage in gigabytes.', example: 119.2 })
  storage_capacity: number | null;

  @TimestampField({ description: 'Time of the last known location.' })
  last_location_update: string | null;

  @ObjectField(() => LastLocationDto, {
    description: 'The last known location. Null if there is none.',
    nullable: true,
  })
  last_location: LastLocationDto | null;

  @ObjectField(() => ManifestDto, { description: 'Enrollment configuration of the device.' })
  manifest: ManifestDto;

  @ObjectField(() => DeviceInfoDto, { description: 'Information that the device reports about itself.' })
  device_info: DeviceInfoDto;

  @TextField({ description: 'Name of the current policy.', example: 'Drivers' })
  policy_name: string;
}

export class DeviceListItemDto extends OmitFields(DeviceDto, [
  'imsi1',
  'operator1',
  'last_location_update',
  'last_location',
]) {}

export class DeviceDetailDto extends OmitFields(DeviceDto, ['token', 'play_emm_token', 'fcm_token']) {
  @ObjectField(() => DeviceInfoDetailDto, {
    description: 'Information that the device reports about itself.',
    columns: ['device_info', 'wifi_mac_address'],
  })
  override device_info: DeviceInfoDetailDto;
}

export class LastPositionDto {
  @TextField({ description: 'Identifier of the device.', example: 'tablet-1', column: 'id' })
  device_id: string;

  @TextField({ description: 'Model.', example: 'SM-G556B' })
  model: string;

  @TextField({ description: 'Status of the device.', knownValues: STATUSES, example: 'ACTIVE' })
  status: string;

  @TimestampField({ description: 'Time of the last known location.' })
  last_location_update: string | null;

  @ObjectField(() => LastLocationDto, {
    description:
      'The last known location: the newer of the location in the device record and the newest stored location.',
  })
  last_location: LastLocationDto;
}

export class DeviceChangeDto extends ChangeOf(DeviceListItemDto) {}

export class DeviceChangesDto extends ChangesPageOf(DeviceChangeDto) {}
