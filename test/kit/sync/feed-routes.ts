import { TABLES, type FieldTable } from '../specification/field-tables.js';
import type { ExportRecord } from '../app/builders.js';
import { readRows, type Format } from '../formats/read-rows.js';
import type { Received } from '../http/http.js';

/** The kinds of records that can be followed, as the files of an export name them. */
export type FeedKind = 'devices' | 'datausage' | 'screentime' | 'applications' | 'locations';

/** A route that can be followed (docs/contract.md, 2.12). */
export interface FeedRoute {
  readonly kind: FeedKind;
  readonly path: string;
  /** The field that tells an item from the others. */
  readonly id: 'id' | 'ID';
  /** Whether the whole answer is one of some days. */
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

/** The address of the whole response. Its days are those of 2026 that `random-writer.ts` and the builders use. */
export const wholeOf = (
  { path, hasDays }: FeedRoute,
  days = 'startdate=2026-01-01&enddate=2026-12-31',
): string => (hasDays ? `${path}?${days}` : path);

export const routeOf = (kind: FeedKind): FeedRoute => FEED_ROUTES.find((route) => route.kind === kind)!;

/** The items of an answer, whole or of changes, as JSON has them. */
export const itemsOf = (
  { table }: FeedRoute,
  format: Format,
  received: Received,
  zone = 'UTC',
): Promise<ExportRecord[]> => readRows(format, received, { ...table, deleted: 'boolean' }, zone);
