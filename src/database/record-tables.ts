import type { ChangeKind } from './change-log.js';

/** A table of records that grow with time. */
export interface TimeSeriesTable {
  readonly table: string;
  /** The column of the record's time; `NO_TIME` if the record has none. */
  readonly time: string;
  /** The primary key after the enterprise. The time comes first, or after the device. */
  readonly order: readonly string[];
}

/** The tables that data retention applies to. */
export const TIME_SERIES_TABLES = {
  datausage: { table: 'data_usage', time: 'start_at', order: ['device_key', 'start_at', 'id'] },
  screentime: { table: 'screen_time', time: 'start_at', order: ['device_key', 'start_at', 'id'] },
  locations: { table: 'locations', time: 'created_at', order: ['created_at', 'id'] },
} as const satisfies Partial<Record<ChangeKind, TimeSeriesTable>>;
export type TimeSeriesKind = keyof typeof TIME_SERIES_TABLES;
export const TIME_SERIES_KINDS = Object.keys(TIME_SERIES_TABLES) as TimeSeriesKind[];

export const isTimeSeries = (kind: string): kind is TimeSeriesKind => kind in TIME_SERIES_TABLES;
