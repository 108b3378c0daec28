import { ChangesPageOf } from '../../openapi/decorators.js';
import {
  ChangeOf,
  DayField,
  IntegerField,
  DeviceIdField,
  RecordIdField,
  TextField,
  TimestampField,
} from '../../streaming/fields/fields.js';

export class DataUsageDto {
  @RecordIdField(48213)
  id: number;

  @TimestampField({
    description: 'Time when the record was created.',
    example: '2026-03-30T00:04:12.000+02:00',
  })
  created_at: string | null;

  @DeviceIdField()
  device_id: string;

  @TextField({
    description: 'Package name of the app, or `OTHER` for the remainder.',
    example: 'com.google.android.apps.maps',
  })
  package_name: string;

  @IntegerField({ description: 'Mobile data usage in bytes.', example: 18874368, large: true })
  mobile: number | null;

  @IntegerField({ description: 'Wi-Fi data usage in bytes.', example: 2097152, large: true })
  wifi: number | null;

  @TimestampField({
    description: 'Start of the period: the start of a day in the time zone of the enterprise.',
    example: '2026-03-29T00:00:00.000+01:00',
    column: 'start_at',
  })
  start: string | null;

  @TimestampField({
    description: 'End of the period: the end of the same day.',
    example: '2026-03-29T23:59:59.999+02:00',
    column: 'end_at',
  })
  end: string | null;

  @DayField({
    description: 'The day of `start`, in the time zone of the enterprise.',
    example: '2026-03-29',
    column: 'start_at',
    onRequest: true,
  })
  day?: string | null;
}

export class DataUsageChangeDto extends ChangeOf(DataUsageDto) {}

export class DataUsageChangesDto extends ChangesPageOf(DataUsageChangeDto) {}
