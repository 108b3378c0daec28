import { TABLES, type FieldTable } from '../specification/field-tables.js';
import type { Scope } from '../../../src/auth/scopes.js';
import type { ExportRecord } from '../app/builders.js';
import { withQuery } from '../specification/specification.js';
import { readRows, type Format } from '../formats/read-rows.js';
import type { HttpResponse } from '../http/http.js';

export type FeedKind = 'devices' | 'datausage' | 'screentime' | 'applications' | 'locations';

/** A change feed and its snapshot (docs/contract.md, 2.12). */
export interface FeedRoute {
  readonly kind: FeedKind;
  readonly scope: Scope;
  readonly path: string;
  readonly snapshot: string;
  readonly id: 'id' | 'ID';
  readonly hasDays: boolean;
  /** The fields of the items, without `deleted`. */
  readonly table: FieldTable;
}

const feed = (
  kind: FeedKind,
  scope: Scope,
  base: string,
  snapshot: string,
  table: FieldTable,
): FeedRoute => ({
  kind,
  scope,
  path: `/api/v1/${base}/changes`,
  snapshot: `/api/v1/${base}/${snapshot}`,
  id: kind === 'applications' ? 'ID' : 'id',
  hasDays: kind !== 'devices' && kind !== 'applications',
  table,
});

export const FEED_ROUTES: readonly FeedRoute[] = [
  feed('devices', 'device:GetList', 'device', '', TABLES.listItem),
  feed('datausage', 'device:GetDataUsage', 'device/datausage', 'bulk', TABLES.datausage),
  feed('screentime', 'device:GetScreenTime', 'device/screentime', 'bulk', TABLES.screentime),
  feed('applications', 'device:GetApplication', 'device/app', 'bulk', TABLES.application),
  feed('locations', 'device:GetLocation', 'device-location', 'bulk', {
    ...TABLES.bulkLocation,
    device_id: 'string',
  }),
];

/** Uses days of 2026, the year of `random-writer.ts` and the builders. */
export const snapshotPath = (
  { snapshot, hasDays }: FeedRoute,
  days = 'startdate=2026-01-01&enddate=2026-12-31',
): string => (hasDays ? `${snapshot}?${days}` : snapshot);

/** Returns the path of the snapshot with the fields of the feed. */
export const snapshotPathWithFeedFields = (route: FeedRoute): string =>
  withQuery(snapshotPath(route), `fields=${Object.keys(route.table).join(',')}`);

export const routeOf = (kind: FeedKind): FeedRoute => FEED_ROUTES.find((route) => route.kind === kind)!;

export const itemsOf = (
  { table }: FeedRoute,
  format: Format,
  received: HttpResponse,
  zone = 'UTC',
): Promise<ExportRecord[]> => readRows(format, received, { ...table, deleted: 'boolean' }, zone);
