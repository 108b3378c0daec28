import type { Query } from '../../database/rows/reader.js';

/** A device, as the queries over its records are given it. */
export type DeviceRef = Readonly<{ enterpriseKey: number; deviceId: string }>;
/** The names of its values in a prepared query. */
export const DEVICE_REF = ['enterpriseKey', 'deviceId'] as const;

/** The names of a range of times in a prepared query. The range includes `from` and excludes `until`. */
export const RANGE = ['from', 'until'] as const;
export const inRange = (column: string): string => `${column} >= :from AND ${column} < :until`;

/** No response shows a deleted device. */
export const NOT_DELETED = "device.status <> 'DELETED'";

const DEVICES = 'FROM devices device WHERE device.enterprise_key';
const BY_KEY = 'ORDER BY device.device_key';

/** Finds the key of a device inside a prepared query over `DEVICE_REF`. */
export const DEVICE_KEY = `(SELECT device.device_key ${DEVICES} = :enterpriseKey AND device.id = :deviceId AND ${NOT_DELETED})`;

/** Returns a row if the device exists. */
export const devicePresence = ({ enterpriseKey, deviceId }: DeviceRef): Query => ({
  sql: `SELECT device.device_key ${DEVICES} = ? AND device.id = ? AND ${NOT_DELETED}`,
  parameters: [enterpriseKey, deviceId],
});

/** Returns the keys of all devices, deleted ones included. */
export const allDeviceKeys = (enterpriseKey: number): Query => ({
  sql: `SELECT device.device_key ${DEVICES} = ? ${BY_KEY}`,
  parameters: [enterpriseKey],
});

/** Returns the keys of all devices except deleted ones. */
export const activeDeviceKeys = (enterpriseKey: number): Query => ({
  sql: `SELECT device.device_key ${DEVICES} = ? AND ${NOT_DELETED} ${BY_KEY}`,
  parameters: [enterpriseKey],
});

/** Selects a column of the device that a row belongs to. A join would decide the order of the rows. */
const columnOfDevice = (column: string, alias: string): string =>
  `(SELECT owner.${column} FROM devices owner WHERE owner.enterprise_key = ${alias}.enterprise_key AND owner.device_key = ${alias}.device_key)`;

const deviceIdOf = (alias: string): string => columnOfDevice('id', alias);

/** The condition that a row belongs to a deleted device. */
export const isOfDeletedDevice = (alias: string): string => `${columnOfDevice('status', alias)} = 'DELETED'`;

/** Finds the id of an erased device too. */
const deletedDeviceIdOf = (alias: string): string =>
  `COALESCE(${deviceIdOf(alias)}, (SELECT erased.id FROM erased_devices erased WHERE erased.enterprise_key = ${alias}.enterprise_key AND erased.device_key = ${alias}.device_key))`;

/** Makes `device_id` a column of the rows of all devices. */
export const DEVICE_ID_COLUMN = {
  device_id: { kind: 'text', expression: deviceIdOf, deletedExpression: deletedDeviceIdOf },
} as const;
