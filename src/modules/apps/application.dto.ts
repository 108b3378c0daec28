import { ChangesPageOf } from '../../openapi/decorators.js';
import {
  BooleanField,
  ChangeOf,
  IntegerField,
  DeviceIdField,
  RecordIdField,
  TextField,
  TimestampField,
} from '../../streaming/fields/fields.js';

export class ApplicationDto {
  @RecordIdField(731)
  ID: number;

  @DeviceIdField()
  device_id: string;

  @TimestampField({ description: 'Time of the last change of the record.' })
  updated_at: string | null;

  @TextField({ description: 'Display name of the app.', example: 'Maps' })
  displayName: string;

  @BooleanField({ description: 'True if the launcher shows the app.', example: true })
  hasLauncher: boolean | null;

  @BooleanField({ description: 'True if the app is part of the system.', example: false })
  isSystem: boolean | null;

  @TextField({ description: 'Package name of the app.', example: 'com.google.android.apps.maps' })
  packageName: string;

  @IntegerField({ description: 'Version code of the app.', example: 1069721348, large: true })
  versionCode: number | null;

  @TextField({ description: 'Version of the app.', example: '11.120.0301' })
  versionName: string;
}

export class ApplicationChangeDto extends ChangeOf(ApplicationDto) {}

export class ApplicationChangesDto extends ChangesPageOf(ApplicationChangeDto) {}
