import { Flag, Integer, OfDevice, RecordId, Text, Time } from '../../streaming/fields/fields.js';

/** An app installed on a device. */
export class ApplicationDto {
  @RecordId(731)
  ID: number;

  @OfDevice()
  device_id: string;

  @Time({ description: 'Time of the last change of the record.' })
  updated_at: string | null;

  @Text({ description: 'Name of the app as its user sees it.', example: 'Maps' })
  displayName: string;

  @Flag({ description: 'True if the launcher shows the app.', example: true })
  hasLauncher: boolean | null;

  @Flag({ description: 'True if the app is part of the system.', example: false })
  isSystem: boolean | null;

  @Text({ description: 'Package name of the app.', example: 'com.google.android.apps.maps' })
  packageName: string;

  @Integer({ description: 'Version code of the app.', example: 1069721348, large: true })
  versionCode: number | null;

  @Text({ description: 'Version of the app.', example: '11.120.0301' })
  versionName: string;
}
