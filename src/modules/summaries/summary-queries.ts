import { placesOf } from '../../database/engine/upsert.js';
import { TIME_SERIES_TABLES } from '../../database/record-tables.js';
import type { Query } from '../../database/rows/reader.js';
import type { InstantRange } from '../../time/days.js';
import type { Grouping } from './summary.dto.js';
import { padToPowerOfTwo } from '../../streaming/fields/field-selection.js';

export type SummaryKind = 'datausage' | 'screentime';

/** The columns to sum, which are fields of the response. */
export const SUMMED: Readonly<Record<SummaryKind, readonly string[]>> = {
  datausage: ['mobile', 'wifi'],
  screentime: ['screentime'],
};

const KEY_COLUMNS: Readonly<Record<Grouping, string>> = {
  app: 'package_name',
  device: 'device_key',
  day: 'start_at',
};

/** Includes deleted devices, whose records are in bulk responses too. */
export function devicesOf(enterpriseKey: number, ids: readonly string[] | undefined): Query {
  const all = 'SELECT device.device_key, device.id FROM devices device WHERE device.enterprise_key = ?';
  if (!ids) return { sql: `${all} ORDER BY device.device_key`, parameters: [enterpriseKey] };
  const some = padToPowerOfTwo(ids);
  return { sql: `${all} AND device.id IN ${placesOf(some)}`, parameters: [enterpriseKey, ...some] };
}

/** Reads one range of the primary key for each device, as bulk responses do (decision 0025). */
export function recordsOf(
  kind: SummaryKind,
  grouping: Grouping,
  enterpriseKey: number,
  deviceKeys: readonly number[],
  { from, until }: InstantRange,
): Query {
  const columns = [KEY_COLUMNS[grouping], ...SUMMED[kind]].map((column) => `record.${column}`);
  return {
    sql: `SELECT ${columns.join(', ')} FROM ${TIME_SERIES_TABLES[kind].table} record
      WHERE record.enterprise_key = ? AND record.device_key IN ${placesOf(deviceKeys)} AND record.start_at >= ? AND record.start_at < ?
      ORDER BY record.device_key, record.start_at, record.id`,
    parameters: [enterpriseKey, ...deviceKeys, from, until],
  };
}
