import { CHANGE_KIND_NAMES, type ChangeKind } from '../../database/changes/change-kinds.js';
import { ApplicationDto } from '../apps/application.dto.js';
import { Application } from '../apps/application.entity.js';
import { DeviceDetailDto, DeviceListItemDto } from '../devices/dto/device.dto.js';
import { Device } from '../devices/device.entity.js';
import { Enterprise } from '../enterprises/enterprise.entity.js';
import { BulkLocationDto, DeviceLocationDto } from '../locations/location.dto.js';
import { Location } from '../locations/location.entity.js';
import { ScreenTimeDto } from '../screen-time/screen-time.dto.js';
import { ScreenTime } from '../screen-time/screen-time.entity.js';
import { DataUsageDto } from '../usage/data-usage.dto.js';
import { DataUsage } from '../usage/data-usage.entity.js';
import { EnterpriseRecordDto } from './enterprise-record.dto.js';

/** The files of an export without their ending, in the order of loading: what others refer to comes first. */
export type RecordKind = 'enterprises' | ChangeKind;
export const RECORD_KINDS: readonly RecordKind[] = ['enterprises', ...CHANGE_KIND_NAMES];

/** Whether a line says which device it belongs to. All but those of enterprises say which enterprise. */
export const isOfDevice = (kind: RecordKind): kind is Exclude<ChangeKind, 'devices'> =>
  kind !== 'enterprises' && kind !== 'devices';

export type Class = new () => object;

/** What the lines of a file hold and which table they fill. */
export interface RecordDefinition {
  readonly entity: Class;
  /** A line holds the fields of all these together. */
  readonly fieldsOf: readonly Class[];
  /** Columns that keep a part of an object apart from its JSON: where in the object it stands. */
  readonly parts?: Readonly<Record<string, readonly string[]>>;
}

export const RECORDS: Readonly<Record<RecordKind, RecordDefinition>> = {
  enterprises: { entity: Enterprise, fieldsOf: [EnterpriseRecordDto] },
  devices: {
    entity: Device,
    fieldsOf: [DeviceListItemDto, DeviceDetailDto], // the list first: device_info is stored in its form
    parts: { wifi_mac_address: ['networkInfo', 'wifi', 'macAddress'] },
  },
  datausage: { entity: DataUsage, fieldsOf: [DataUsageDto] },
  screentime: { entity: ScreenTime, fieldsOf: [ScreenTimeDto] },
  applications: { entity: Application, fieldsOf: [ApplicationDto] },
  locations: { entity: Location, fieldsOf: [DeviceLocationDto, BulkLocationDto] },
};

/** Columns that no file says anything of. */
export const UNFILLED = ['key', 'last_device_key', 'change_number', 'second_factor_required'];
