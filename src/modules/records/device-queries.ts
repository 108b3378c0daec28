import { JOINED_DEVICE } from '../../database/change-log.js';
import type { Engine } from '../../database/engine/engine.js';
import { placesOf } from '../../database/engine/upsert.js';
import { selectWhere, type Condition, type Query } from '../../database/rows/reader.js';
import { padToPowerOfTwo } from '../../streaming/fields/field-selection.js';

export type DeviceRef = Readonly<{ enterpriseKey: number; deviceId: string }>;
export const DEVICE_REF = ['enterpriseKey', 'deviceId'] as const;

/** Parameters of a prepared query with a time range, which includes `from` and excludes `until`. */
export const RANGE = ['from', 'until'] as const;
export const inRange = (column: string): string => `${column} >= :from AND ${column} < :until`;

export const NOT_DELETED = "device.status <> 'DELETED'";

const DEVICES = 'FROM devices device WHERE device.enterprise_key';

/** Subquery for the key of a device, with the parameters in `DEVICE_REF`. */
export const DEVICE_KEY = `(SELECT device.device_key ${DEVICES} = :enterpriseKey AND device.id = :deviceId AND ${NOT_DELETED})`;

export const devicePresence = ({ enterpriseKey, deviceId }: DeviceRef): Query => ({
  sql: `SELECT device.device_key ${DEVICES} = ? AND device.id = ? AND ${NOT_DELETED}`,
  parameters: [enterpriseKey, deviceId],
});

export function isOneOf(column: string, values: readonly (string | number)[]): Condition {
  const padded = padToPowerOfTwo(values);
  return [`${column} IN ${placesOf(padded)}`, ...padded];
}

export function deviceKeys(which: 'all' | 'active', enterpriseKey: number, ids?: readonly string[]): Query {
  const conditions: Condition[] = [['device.enterprise_key = ?', enterpriseKey]];
  if (which === 'active') conditions.push([NOT_DELETED]);
  if (ids) conditions.push(isOneOf('device.id', ids));
  return selectWhere(
    'SELECT device.device_key FROM devices device',
    conditions,
    'ORDER BY device.device_key',
  );
}

/** Uses a subquery, because a join would decide the order of the rows. */
const columnOfDevice = (column: string, alias: string): string =>
  `(SELECT owner.${column} FROM devices owner WHERE owner.enterprise_key = ${alias}.enterprise_key AND owner.device_key = ${alias}.device_key)`;

const deviceIdOf = (alias: string): string => columnOfDevice('id', alias);

export const isOfDeletedDevice = (alias: string): string => `${columnOfDevice('status', alias)} = 'DELETED'`;

const deletedDeviceIdOf = (alias: string): string =>
  `COALESCE(${deviceIdOf(alias)}, (SELECT erased.id FROM erased_devices erased WHERE erased.enterprise_key = ${alias}.enterprise_key AND erased.device_key = ${alias}.device_key))`;

export const DEVICE_ID_COLUMN = { device_id: { kind: 'text', expression: deviceIdOf } } as const;

/** The queries of feeds join the device of each record, because a subquery takes longer. */
export const CHANGE_DEVICE_ID_COLUMN = {
  device_id: {
    kind: 'text',
    expression: () => `${JOINED_DEVICE}.id`,
    deletedExpression: deletedDeviceIdOf,
  },
} as const;

/**
 * SQL that follows the word `JOIN` in a query over devices. Looks up the newest location of each device by index. MariaDB has no
 * LATERAL, so the join uses the ID from a subquery. Index hints prevent scans of all locations per device, which stale
 * statistics cause after a large import. MySQL sorts unless ORDER BY names the whole index, because an outer value is no
 * constant to it.
 */
export const newestLocation = (engine: Engine, alias: string, condition = ''): string =>
  `locations ${alias} ${engine.byIndex('locations_id')}
    ON ${alias}.enterprise_key = device.enterprise_key AND ${alias}.id = (
      SELECT other.id FROM locations other ${engine.byIndex('locations_device')}
      WHERE other.enterprise_key = device.enterprise_key AND other.device_key = device.device_key ${condition}
      ORDER BY other.enterprise_key DESC, other.device_key DESC, other.created_at DESC, other.id DESC LIMIT 1)`;
