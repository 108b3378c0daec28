import { type Class, IntegerField, TextField } from '../../streaming/fields/fields.js';
import { CHANGE_KIND_NAMES, type ChangeKind } from '../../database/change-log.js';
import { MAX_KEPT_DAYS } from '../../time/days.js';
import { ApplicationDto } from '../apps/application.dto.js';
import { Application } from '../apps/application.entity.js';
import { DeviceDetailDto, DeviceListItemDto } from '../devices/device.dto.js';
import { Device } from '../devices/device.entity.js';
import { Enterprise } from '../enterprises/enterprise.entity.js';
import { BulkLocationDto, DeviceLocationDto } from '../locations/location.dto.js';
import { Location } from '../locations/location.entity.js';
import { ScreenTimeDto } from '../screen-time/screen-time.dto.js';
import { ScreenTime } from '../screen-time/screen-time.entity.js';
import { DataUsageDto } from '../data-usage/data-usage.dto.js';
import { DataUsage } from '../data-usage/data-usage.entity.js';

/** Names of import files without extension, in load order. Records follow those they refer to. */
export type RecordKind = 'enterprises' | ChangeKind;
export const RECORD_KINDS: readonly RecordKind[] = ['enterprises', ...CHANGE_KIND_NAMES];

export const isOfDevice = (kind: RecordKind): kind is Exclude<ChangeKind, 'devices'> =>
  kind !== 'enterprises' && kind !== 'devices';

class EnterpriseRecordDto {
  @TextField({ description: 'Identifier of the enterprise.', fitsHeader: true })
  id: string;

  @TextField({ description: 'Name of the enterprise.' })
  name: string;

  @TextField({ description: 'IANA name of its time zone.' })
  time_zone: string;

  @IntegerField({ description: 'Days to keep records for; null is unlimited.', range: [1, MAX_KEPT_DAYS] })
  retention_days: number | null;
}

export interface RecordDefinition {
  readonly entity: Class;
  readonly dtos: readonly Class[];
}

export const RECORDS: Readonly<Record<RecordKind, RecordDefinition>> = {
  enterprises: { entity: Enterprise, dtos: [EnterpriseRecordDto] },
  devices: {
    entity: Device,
    // the list item comes first, because the database stores device_info in its form
    dtos: [DeviceListItemDto, DeviceDetailDto],
  },
  datausage: { entity: DataUsage, dtos: [DataUsageDto] },
  screentime: { entity: ScreenTime, dtos: [ScreenTimeDto] },
  applications: { entity: Application, dtos: [ApplicationDto] },
  locations: { entity: Location, dtos: [DeviceLocationDto, BulkLocationDto] },
};
