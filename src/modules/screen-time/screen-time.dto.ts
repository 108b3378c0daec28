import { Integer, OfDevice, OfEnterprise, RecordId, Text, Time } from '../../streaming/fields/fields.js';

/** How long one app was in the foreground in one day. */
export class ScreenTimeDto {
  @RecordId(9120)
  id: number;

  @Time({ description: 'Time when the record was created.', example: '2026-03-30T00:04:12.000+02:00' })
  created_at: string | null;

  @OfEnterprise()
  enterprise_id: string;

  @OfDevice()
  device_id: string;

  @Text({ description: 'Package name of the app.', example: 'com.google.android.apps.maps' })
  package_name: string;

  @Text({ description: 'Name of the current policy.', example: 'Drivers' })
  policy_name: string;

  @Text({ description: 'Identifier of the current policy.', example: 'policy-drivers' })
  policy_id: string;

  @Integer({ description: 'Screen time in milliseconds.', example: 5460000 })
  screentime: number | null;

  @Time({
    description: 'Start of the period: the start of a day in the time zone of the enterprise.',
    example: '2026-03-29T00:00:00.000+01:00',
    column: 'start_at',
  })
  start: string | null;

  @Time({
    description: 'End of the period: the end of the same day.',
    example: '2026-03-29T23:59:59.999+02:00',
    column: 'end_at',
  })
  end: string | null;
}
