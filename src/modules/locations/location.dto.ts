import { ChangesPageOf } from '../../openapi/decorators.js';
import {
  DecimalField,
  BooleanField,
  ChangeOf,
  LatitudeField,
  LongitudeField,
  OmitFields,
  DeviceIdField,
  RecordIdField,
  TextField,
  TimestampField,
} from '../../streaming/fields/fields.js';

const ACCURACY = { description: 'Accuracy radius in meters.', example: 4.8, sensitive: 'accuracy' } as const;
const ALTITUDE = {
  description: 'Height above the ellipsoid in meters.',
  example: 78.4,
  sensitive: 'altitude',
} as const;
const IMEI = {
  description: 'IMEI of the device.',
  example: '356938035643809',
  sensitive: 'identifier',
} as const;
const GEOFENCE = {
  description: 'Identifier of the geofence that contains the location. Empty if there is none.',
  example: '',
};
const PROVIDERS = ['gps', 'network', 'fused', 'passive'];

export class DeviceLocationDto {
  @TimestampField({ description: 'Time of the location.' })
  created_at: string | null;

  @TextField(IMEI)
  imei: string;

  @DecimalField(ACCURACY)
  accuracy: number | null;

  @DecimalField(ALTITUDE)
  altitude: number | null;

  @LatitudeField()
  lat: number | null;

  @LongitudeField()
  lng: number | null;

  @TextField({ description: 'Location provider.', knownValues: PROVIDERS, example: 'fused' })
  provider: string;

  @TextField(GEOFENCE)
  geofence_id: string;

  @BooleanField({ description: 'True if the location is inside a geofence.', example: false })
  inside_geofence: boolean | null;

  @BooleanField({ description: 'True if the location came from a mock provider.', example: false })
  using_mock_location: boolean | null;
}

export class BulkLocationDto {
  @RecordIdField(5120342)
  id: number;

  @DecimalField(ACCURACY)
  accuracy: number | null;

  @TimestampField({ description: 'Time of the location.' })
  created_at: string | null;

  @TextField(IMEI)
  imei: string;

  @LatitudeField()
  lat: number | null;

  @LongitudeField()
  lng: number | null;

  @TextField({ description: 'Location provider.', knownValues: PROVIDERS, example: 'fused' })
  provider: string;

  @BooleanField({ description: 'True if the location is inside a geofence.', example: false })
  inside_geofence: boolean | null;

  @BooleanField({ description: 'True if the location came from a mock provider.', example: false })
  using_mock_location: boolean | null;

  @DeviceIdField({ onRequest: true })
  device_id?: string;

  @DecimalField({ ...ALTITUDE, onRequest: true })
  altitude?: number | null;

  @TextField({ ...GEOFENCE, onRequest: true })
  geofence_id?: string;
}

/** Declares `device_id` again, because every record has it here. In `BulkLocationDto` it is on request only. */
export class LatestLocationDto extends OmitFields(BulkLocationDto, ['device_id', 'altitude', 'geofence_id']) {
  @DeviceIdField()
  device_id: string;

  @DecimalField({ ...ALTITUDE, onRequest: true })
  altitude?: number | null;

  @TextField({ ...GEOFENCE, onRequest: true })
  geofence_id?: string;
}

export class LocationChangeDto extends ChangeOf(BulkLocationDto) {}

export class LocationChangesDto extends ChangesPageOf(LocationChangeDto) {}
