import type { components, operations } from './schemas.js';

type Schemas = components['schemas'];

interface Items {
  readonly devices: Schemas['DeviceListItem'];
  readonly applications: Schemas['Application'];
  readonly datausage: Schemas['DataUsage'];
  readonly screentime: Schemas['ScreenTime'];
  readonly locations: Schemas['BulkLocation'];
}

interface Changes {
  readonly devices: Schemas['DeviceChange'];
  readonly applications: Schemas['ApplicationChange'];
  readonly datausage: Schemas['DataUsageChange'];
  readonly screentime: Schemas['ScreenTimeChange'];
  readonly locations: Schemas['LocationChange'];
}

interface Lists {
  readonly devices: operations['listDevices'];
  readonly applications: operations['listAllApplications'];
  readonly datausage: operations['listAllDataUsage'];
  readonly screentime: operations['listAllScreenTime'];
  readonly locations: operations['listAllLocations'];
}

interface Summaries {
  readonly datausage: Schemas['DataUsageSummary'];
  readonly screentime: Schemas['ScreenTimeSummary'];
}

export type Kind = keyof Items;
export type SummaryKind = keyof Summaries;
/** Kinds whose list has no days. */
export type UndatedKind = 'devices' | 'applications';

export const KINDS = ['devices', 'applications', 'datausage', 'screentime', 'locations'] as const;

/** Paths below `/api/v1`. */
export const LIST_PATHS: Readonly<Record<Kind, string>> = {
  devices: 'device',
  applications: 'device/app/bulk',
  datausage: 'device/datausage/bulk',
  screentime: 'device/screentime/bulk',
  locations: 'device-location/bulk',
};
export const changesPath = (kind: Kind): string => `${LIST_PATHS[kind].replace(/\/bulk$/, '')}/changes`;

export const idField = (kind: Kind): 'id' | 'ID' => (kind === 'applications' ? 'ID' : 'id');

/** A record as the list returns it. */
export type Item<K extends Kind> = Items[K];
export type Field<K extends Kind> = keyof Items[K];

type QueryOf<Operation extends { parameters: { query?: object } }> = Omit<
  NonNullable<Operation['parameters']['query']>,
  'fields' | 'format'
>;

/** Filters of a list, and the fields to return. Without `fields`, items have all fields. */
export type ListQuery<K extends Kind, F extends Field<K> = Field<K>> = QueryOf<Lists[K]> & {
  readonly fields?: readonly F[];
};

export type Summary<K extends SummaryKind> = Summaries[K];
export type SummaryQuery = QueryOf<operations['summarizeDataUsage']>;

/** A record of a change feed. If `deleted` is true, it has only its identifiers. */
export type Change<K extends Kind> = Changes[K];
export type ChangeField<K extends Kind> = Exclude<keyof Changes[K], 'deleted'>;

/** A page of a change feed. */
export interface Page<K extends Kind = Kind> {
  readonly items: readonly Change<K>[];
  readonly sync_token: string;
  readonly has_more: boolean;
}
