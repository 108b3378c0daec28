import type { ChangeKind } from './change-log.js';

interface RecordTable {
  readonly table: string;
  /**
   * Column that identifies a record in the change log. Device IDs are text, so devices use their keys. The index of the
   * column is called `${table}_${id}`.
   */
  readonly id: string;
  /** Primary key of the rows of an enterprise, or the key of a device, whose ID does not fit into a sync token. */
  readonly order: readonly string[];
  /** Column of the record's time, which is `NO_TIME` for a record without one. */
  readonly time?: string;
}

export const RECORD_TABLES = {
  devices: { table: 'devices', id: 'device_key', order: ['device_key'] },
  datausage: { table: 'data_usage', id: 'id', order: ['device_key', 'start_at', 'id'], time: 'start_at' },
  screentime: { table: 'screen_time', id: 'id', order: ['device_key', 'start_at', 'id'], time: 'start_at' },
  applications: { table: 'applications', id: 'id', order: ['device_key', 'id'] },
  locations: { table: 'locations', id: 'id', order: ['created_at', 'id'], time: 'created_at' },
} as const satisfies Record<ChangeKind, RecordTable>;

const { datausage, screentime, locations } = RECORD_TABLES;
export const TIME_SERIES_TABLES = { datausage, screentime, locations };
export type TimeSeriesKind = keyof typeof TIME_SERIES_TABLES;
export const TIME_SERIES_KINDS = Object.keys(TIME_SERIES_TABLES) as TimeSeriesKind[];

export const isTimeSeries = (kind: string): kind is TimeSeriesKind => kind in TIME_SERIES_TABLES;
