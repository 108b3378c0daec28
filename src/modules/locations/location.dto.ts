import {
  Decimal,
  Flag,
  Latitude,
  Longitude,
  OfDevice,
  RecordId,
  Text,
  Time,
} from '../../streaming/fields/fields.js';

const KNOWN_PROVIDERS = ['gps', 'network', 'fused', 'passive'] as const;

/** A position of one device. */
export class DeviceLocationDto {
  @Time({ description: 'Time of the location.' })
  created_at: string | null;

  @Text({ description: 'IMEI of the device.', example: '356938035643809' })
  imei: string;

  @Decimal({ description: 'Accuracy radius in meters.', example: 4.8 })
  accuracy: number | null;

  @Decimal({ description: 'Height above the ellipsoid in meters.', example: 78.4 })
  altitude: number | null;

  @Latitude()
  lat: number | null;

  @Longitude()
  lng: number | null;

  @Text({ description: 'Location provider.', knownValues: KNOWN_PROVIDERS, example: 'fused' })
  provider: string;

  @Text({
    description: 'Identifier of the geofence that contains the location. Empty if there is none.',
    example: '',
  })
  geofence_id: string;

  @Flag({ description: 'True if the location is inside a geofence.', example: false })
  inside_geofence: boolean | null;

  @Flag({ description: 'True if the location came from a mock provider.', example: false })
  using_mock_location: boolean | null;
}

/** A position in the bulk answer, which covers all devices. */
export class BulkLocationDto {
  @RecordId(5120342)
  id: number;

  @Decimal({ description: 'Accuracy radius in meters.', example: 4.8 })
  accuracy: number | null;

  @Time({ description: 'Time of the location.' })
  created_at: string | null;

  @Text({ description: 'IMEI of the device.', example: '356938035643809' })
  imei: string;

  @Latitude()
  lat: number | null;

  @Longitude()
  lng: number | null;

  @Text({ description: 'Location provider.', knownValues: KNOWN_PROVIDERS, example: 'fused' })
  provider: string;

  @Flag({ description: 'True if the location is inside a geofence.', example: false })
  inside_geofence: boolean | null;

  @Flag({ description: 'True if the location came from a mock provider.', example: false })
  using_mock_location: boolean | null;

  @OfDevice({ onRequest: true })
  device_id?: string;

  @Decimal({ description: 'Height above the ellipsoid in meters.', example: 78.4, onRequest: true })
  altitude?: number | null;

  @Text({
    description: 'Identifier of the geofence that contains the location. Empty if there is none.',
    example: '',
    onRequest: true,
  })
  geofence_id?: string;
}
