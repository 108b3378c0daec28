import { TABLES, type FieldTable } from '../specification/field-tables.js';
import type { ExportRecord } from '../app/builders.js';
import { readRows, type Format } from '../formats/read-rows.js';
import type { Received } from '../http/http.js';

export type FeedKind = 'devices' | 'datausage' | 'screentime' | 'applications' | 'locations';

/** A route with a change feed (docs/contract.md, 2.12). */
export interface FeedRoute {
  readonly kind: FeedKind;
  readonly path: string;
  readonly id: 'id' | 'ID';
  readonly hasDays: boolean;
  readonly table: FieldTable;
  readonly otherPath?: string;
}

const feed = (kind: FeedKind, path: string, table: FieldTable): FeedRoute => ({
  kind,
  path: `/api/v1/${path}`,
  id: kind === 'applications' ? 'ID' : 'id',
  hasDays: kind !== 'devices' && kind !== 'applications',
  table,
});

export const FEED_ROUTES: readonly FeedRoute[] = [
  { ...feed('devices', 'device/', TABLES.listItem), otherPath: '/device' },
  feed('datausage', 'device/datausage/bulk', TABLES.datausage),
  feed('screentime', 'device/screentime/bulk', TABLES.screentime),
  feed('applications', 'device/app/bulk', TABLES.application),
  feed('locations', 'device-location/bulk', TABLES.bulkLocation),
];

/** Uses days of 2026, the year of `random-writer.ts` and the builders. */
export const wholeOf = (
  { path, hasDays }: FeedRoute,
  days = 'startdate=2026-01-01&enddate=2026-12-31',
): string => (hasDays ? `${path}?${days}` : path);

export const routeOf = (kind: FeedKind): FeedRoute => FEED_ROUTES.find((route) => route.kind === kind)!;

export const itemsOf = (
  { table }: FeedRoute,
  format: Format,
  received: Received,
  zone = 'UTC',
): Promise<ExportRecord[]> => readRows(format, received, { ...table, deleted: 'boolean' }, zone);
