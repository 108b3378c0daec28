import { Flag, Integer, OfDevice, RecordId, Text, Time } from '../../answers/fields/fields.js';

/** An app installed on a device. */
export class ApplicationDto {
  @RecordId(731)
  ID: number;

  @OfDevice()
  device_id: string;

  @Time({ description: 'When the record last changed.' })
  updated_at: string | null;

  @Text({ description: 'Name of the app as its user sees it.', example: 'Maps' })
  displayName: string;

  @Flag({ description: 'Whether the app can be opened from the launcher.', example: true })
  hasLauncher: boolean | null;

  @Flag({ description: 'Whether the app belongs to the system.', example: false })
  isSystem: boolean | null;

  @Text({ description: 'Package name of the app.', example: 'com.google.android.apps.maps' })
  packageName: string;

  @Integer({ description: 'Version code of the app.', example: 1069721348, large: true })
  versionCode: number | null;

  @Text({ description: 'Version of the app.', example: '11.120.0301' })
  versionName: string;
}
