import type { ChangeKind } from './change-kinds.js';

/** A table of records that grow with time. */
export interface History {
  readonly table: string;
  /** When a record is of: `NO_TIME` where nothing says so. */
  readonly time: string;
  /** Its primary key behind the enterprise; the time stands first, or behind the device. */
  readonly order: readonly string[];
}

/** What an enterprise keeps for so many days. */
export const HISTORIES = {
  datausage: { table: 'data_usage', time: 'start_at', order: ['device_key', 'start_at', 'id'] },
  screentime: { table: 'screen_time', time: 'start_at', order: ['device_key', 'start_at', 'id'] },
  locations: { table: 'locations', time: 'created_at', order: ['created_at', 'id'] },
} as const satisfies Partial<Record<ChangeKind, History>>;
export type HistoryKind = keyof typeof HISTORIES;
export const HISTORY_KINDS = Object.keys(HISTORIES) as HistoryKind[];

export const isHistory = (kind: string): kind is HistoryKind => kind in HISTORIES;
