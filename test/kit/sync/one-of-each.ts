import {
  aDataUsage,
  aDevice,
  aLocation,
  anApplication,
  aScreenTime,
  type Export,
  type ExportRecord,
} from '../app/builders.js';
import { routeOf, type FeedKind, type FeedRoute } from './feed-routes.js';

const BUILDERS: Readonly<Record<FeedKind, (overrides?: ExportRecord) => ExportRecord>> = {
  devices: aDevice,
  datausage: aDataUsage,
  screentime: aScreenTime,
  applications: anApplication,
  locations: aLocation,
};

const CHANGED: Readonly<Record<FeedKind, ExportRecord>> = {
  devices: { model: 'changed' },
  datausage: { wifi: 4711 },
  screentime: { screentime: 4711 },
  applications: { versionName: 'changed' },
  locations: { accuracy: 4711 },
};

export const aRecord = (kind: FeedKind, id: unknown, overrides: ExportRecord = {}): ExportRecord =>
  BUILDERS[kind]({ [routeOf(kind).id]: id, ...overrides });

export const changed = (kind: FeedKind, record: ExportRecord) => ({ ...record, ...CHANGED[kind] });

export const deletionOf = (kind: FeedKind, record: ExportRecord): ExportRecord => {
  const { enterprise_id, device_id } = record;
  const { id } = routeOf(kind);
  return { [id]: record[id], enterprise_id, deleted: true, ...(kind !== 'devices' && { device_id }) };
};

export const only = (kind: FeedKind, ...records: ExportRecord[]): Partial<Export> => ({ [kind]: records });

export const idFor = ({ kind }: FeedRoute, number: number): unknown =>
  kind === 'devices' ? `tablet-${number + 2}` : number;
