import { columnsOf, padToPowerOfTwo } from '../../../answers/compiled-query.js';
import { placesOf } from '../../../database/engine/upsert.js';
import { selectWhere, type Condition } from '../../../database/rows/conditions.js';
import type { Query } from '../../../database/rows/row-reader.js';
import type { InstantRange } from '../../../time/days.js';

/** A deleted device is not there for anybody outside. */
export const IS_SHOWN = "device.status <> 'DELETED'";

export interface OneDevice {
  readonly enterpriseKey: number;
  readonly deviceId: string;
}

/** The key of one device, by its enterprise and its id. */
export const KEY_OF_DEVICE = `SELECT device.device_key FROM devices device
  WHERE device.enterprise_key = ? AND device.id = ? AND ${IS_SHOWN}`;

const ownerOf = (column: string, table: string, alias: string): string =>
  `(SELECT owner.${column} FROM ${table} owner WHERE owner.enterprise_key = ${alias}.enterprise_key AND owner.device_key = ${alias}.device_key)`;

/** The public id of the device that a row belongs to. A join would decide over the order of the rows. */
const deviceIdOf = (alias: string): string => ownerOf('id', 'devices', alias);

/** Whether the device that a row belongs to is a deleted one. */
export const isOfDeletedDevice = (alias: string): string =>
  `${ownerOf('status', 'devices', alias)} = 'DELETED'`;

/** For the shape of records of all devices. Of a record that is gone the device may be gone as well. */
export const OF_ANY_DEVICE = {
  device_id: {
    kind: 'text',
    expression: deviceIdOf,
    goneExpression: (alias: string) =>
      `COALESCE(${deviceIdOf(alias)}, ${ownerOf('id', 'erased_devices', alias)})`,
  },
} as const;

/** A table of records that devices have. */
export interface RecordTable {
  readonly table: string;
  /** Its primary key behind the enterprise. */
  readonly order: readonly string[];
  /** The column that a range of days looks at. */
  readonly time?: string;
}

/**
 * The queries over one kind of record that devices have (decisions 0023 and 0025). A range is half-open. Without a row there may be no
 * such device: the presence of a device is a query of its own, for MariaDB sorts the rows of an outer join even where the index has
 * their order.
 */
export class DeviceRecordsRepository {
  constructor(readonly records: RecordTable) {}

  /** In the order of a device's answer. */
  ofDevice(device: OneDevice, range?: InstantRange): Query {
    return this.query(device.enterpriseKey, [isOfDevice('record', device), ...this.during(range)]);
  }

  /** Of some devices, by device and then in the order of its answer: the order of the primary key. */
  ofDevices(enterpriseKey: number, deviceKeys: readonly number[], range?: InstantRange): Query {
    const keys = padToPowerOfTwo(deviceKeys);
    const isOfThem: Condition = [`record.device_key IN ${placesOf(keys)}`, ...keys];
    return this.query(enterpriseKey, [isOfThem, ...this.during(range)], this.records.order);
  }

  protected query(
    enterpriseKey: number,
    conditions: readonly Condition[],
    order: readonly string[] = this.records.order.filter((column) => column !== 'device_key'),
  ): Query {
    return selectWhere(
      `SELECT ${columnsOf('record')} FROM ${this.records.table} record`,
      [['record.enterprise_key = ?', enterpriseKey], ...conditions],
      `ORDER BY ${order.map((column) => `record.${column}`).join(', ')}`,
    );
  }

  protected during(range: InstantRange | undefined, alias = 'record'): Condition[] {
    const time = `${alias}.${this.records.time ?? ''}`;
    return range ? [[`${time} >= ? AND ${time} < ?`, range.from, range.until]] : [];
  }
}

/** Whether a row belongs to this device. */
export const isOfDevice = (alias: string, { enterpriseKey, deviceId }: OneDevice): Condition => [
  `${alias}.device_key = (${KEY_OF_DEVICE})`,
  enterpriseKey,
  deviceId,
];
