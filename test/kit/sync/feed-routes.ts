import { TABLES, type FieldTable } from '../specification/field-tables.js';

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

export const FEED_ROUTES: readonly FeedRoute[] = [
  {
    kind: 'devices',
    path: '/api/v1/device/',
    otherPath: '/device',
    id: 'id',
    hasDays: false,
    table: TABLES.listItem,
  },
  {
    kind: 'datausage',
    path: '/api/v1/device/datausage/bulk',
    id: 'id',
    hasDays: true,
    table: TABLES.datausage,
  },
  {
    kind: 'screentime',
    path: '/api/v1/device/screentime/bulk',
    id: 'id',
    hasDays: true,
    table: TABLES.screentime,
  },
  {
    kind: 'applications',
    path: '/api/v1/device/app/bulk',
    id: 'ID',
    hasDays: false,
    table: TABLES.application,
  },
  {
    kind: 'locations',
    path: '/api/v1/device-location/bulk',
    id: 'id',
    hasDays: true,
    table: TABLES.bulkLocation,
  },
];

/** The whole answer of a route, where it is one of days over the days of 2026 that `random-writer.ts` and the builders use. */
export const wholeOf = ({ path, hasDays }: FeedRoute): string =>
  hasDays ? `${path}?startdate=2026-01-01&enddate=2026-12-31` : path;

export const routeOf = (kind: FeedKind): FeedRoute => FEED_ROUTES.find((route) => route.kind === kind)!;
