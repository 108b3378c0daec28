import { TIME_SERIES_TABLES } from '../../database/record-tables.js';
import { selectWhere, type Query } from '../../database/rows/reader.js';
import type { InstantRange } from '../../time/days.js';
import { isOneOf } from '../records/device-queries.js';
import type { Grouping } from './summary.dto.js';

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
  return selectWhere(
    'SELECT device.device_key, device.id FROM devices device',
    [['device.enterprise_key = ?', enterpriseKey], ...(ids ? [isOneOf('device.id', ids)] : [])],
    ids ? '' : 'ORDER BY device.device_key',
  );
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
  return selectWhere(
    `SELECT ${columns.join(', ')} FROM ${TIME_SERIES_TABLES[kind].table} record`,
    [
      ['record.enterprise_key = ?', enterpriseKey],
      isOneOf('record.device_key', deviceKeys),
      ['record.start_at >= ?', from],
      ['record.start_at < ?', until],
    ],
    'ORDER BY record.device_key, record.start_at, record.id',
  );
}
