import { ApplicationDto } from '../../apps/application.dto.js';
import { Application } from '../../apps/application.entity.js';
import { DeviceDetailDto, DeviceListItemDto } from '../../devices/dto/device.dto.js';
import { Device } from '../../devices/device.entity.js';
import { Enterprise } from '../../enterprises/enterprise.entity.js';
import { BulkLocationDto, DeviceLocationDto } from '../../locations/location.dto.js';
import { Location } from '../../locations/location.entity.js';
import { ScreenTimeDto } from '../../screen-time/screen-time.dto.js';
import { ScreenTime } from '../../screen-time/screen-time.entity.js';
import { DataUsageDto } from '../../usage/data-usage.dto.js';
import { DataUsage } from '../../usage/data-usage.entity.js';
import { EnterpriseRecordDto } from './enterprise-record.dto.js';

/** The files of an export without their ending, in the order of loading: what others refer to comes first. */
export const RECORD_KINDS = [
  'enterprises',
  'devices',
  'datausage',
  'screentime',
  'applications',
  'locations',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export type Class = new () => object;

/** What the lines of a file hold and which table they fill. */
export interface RecordDefinition {
  readonly entity: Class;
  /** A line holds the fields of all these together. */
  readonly fieldsOf: readonly Class[];
  /** What a line says that it belongs to: `enterprise_id`, or that and `device_id`. */
  readonly belongsTo: 'nothing' | 'enterprise' | 'device';
  /** Columns that the file says nothing of. */
  readonly unfilled: readonly string[];
  /** Columns that keep a part of an object apart from its JSON: where in the object it stands. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

const OF_DEVICE = { belongsTo: 'device', unfilled: ['change_number'], parts: {} } as const;

export const RECORDS: Readonly<Record<RecordKind, RecordDefinition>> = {
  enterprises: {
    entity: Enterprise,
    fieldsOf: [EnterpriseRecordDto],
    belongsTo: 'nothing',
    unfilled: ['key', 'last_device_key', 'change_number', 'second_factor_required'],
    parts: {},
  },
  devices: {
    entity: Device,
    fieldsOf: [DeviceListItemDto, DeviceDetailDto], // the list first: device_info is stored in its form
    belongsTo: 'enterprise',
    unfilled: ['change_number'],
    parts: { wifi_mac_address: ['networkInfo', 'wifi', 'macAddress'] },
  },
  datausage: { entity: DataUsage, fieldsOf: [DataUsageDto], ...OF_DEVICE },
  screentime: { entity: ScreenTime, fieldsOf: [ScreenTimeDto], ...OF_DEVICE },
  applications: { entity: Application, fieldsOf: [ApplicationDto], ...OF_DEVICE },
  locations: { entity: Location, fieldsOf: [DeviceLocationDto, BulkLocationDto], ...OF_DEVICE },
};
