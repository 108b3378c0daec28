import type { ChangeKind } from './change-log.js';

export interface TimeSeriesTable {
  readonly table: string;
  /** Column of the record's time, which is `NO_TIME` for a record without one. */
  readonly time: string;
  /** Primary key after the enterprise. The time is its first column, or follows the device. */
  readonly order: readonly string[];
}

export const TIME_SERIES_TABLES = {
  datausage: { table: 'data_usage', time: 'start_at', order: ['device_key', 'start_at', 'id'] },
  screentime: { table: 'screen_time', time: 'start_at', order: ['device_key', 'start_at', 'id'] },
  locations: { table: 'locations', time: 'created_at', order: ['created_at', 'id'] },
} as const satisfies Partial<Record<ChangeKind, TimeSeriesTable>>;
export type TimeSeriesKind = keyof typeof TIME_SERIES_TABLES;
export const TIME_SERIES_KINDS = Object.keys(TIME_SERIES_TABLES) as TimeSeriesKind[];

export const isTimeSeries = (kind: string): kind is TimeSeriesKind => kind in TIME_SERIES_TABLES;
