import type { Scope } from '../../../src/auth/scopes.js';
import { ON_REQUEST, TABLES, type FieldTable } from './field-tables.js';
import { FORMATS, type Format } from '../formats/read-rows.js';

/** A row of the specification's table of endpoints (docs/contract.md, 1.3), or of the one of alternate path forms. */
export interface PathForm {
  readonly scope: Scope;
  /** As the specification writes it. */
  readonly path: string;
  readonly query?: string;
  /** The fields that an answer has. */
  readonly table: FieldTable;
  /** Those that it has besides where it is asked for them. */
  readonly onRequest?: FieldTable;
}

const MARCH = 'startdate=2026-03-01&enddate=2026-03-31';

/** Builds a row from a path after `/api/v1/device`, or from a whole path. */
const form = (scope: Scope, path: string, table: FieldTable, query?: string): PathForm => ({
  scope,
  path: path.startsWith('/device') ? path : `/api/v1/device${path}`,
  table,
  ...(query && { query }),
});

/** The specification's "Endpoints": scope, path, query. */
const ENDPOINTS: readonly PathForm[] = [
  form('device:GetList', '/', TABLES.listItem),
  form('device:GetDetail', '/id/:id', TABLES.detail),
  form('device:GetDataUsage', '/datausage/id/:id', TABLES.datausage),
  form('device:GetScreenTime', '/screentime/id/:id', TABLES.screentime),
  form('device:GetApplication', '/app/id/:id', TABLES.application),
  form('device:GetLocation', '-location/id/:id', TABLES.location),
  { ...form('device:GetLocation', '-location/bulk', TABLES.bulkLocation, MARCH), onRequest: ON_REQUEST },
];

/** "Alternate path forms" */
const ALTERNATES: readonly PathForm[] = [
  form('device:GetList', '/device/', TABLES.listItem),
  form('device:GetDetail', '/device/:id', TABLES.detail),
  form('device:GetDataUsage', '/device/:id/datausage', TABLES.datausage),
  form('device:GetDataUsage', '/device/api/v1/device/datausage/id/:id', TABLES.datausage),
];

/** The bulk endpoints that the contract adds (docs/contract.md, 2.10). */
export const FLEET_FORMS: readonly PathForm[] = [
  form('device:GetDataUsage', '/datausage/bulk', TABLES.datausage, MARCH),
  form('device:GetScreenTime', '/screentime/bulk', TABLES.screentime, MARCH),
  form('device:GetApplication', '/app/bulk', TABLES.application),
];

/** Every path form of the specification and of the contract. */
export const PATH_FORMS: readonly PathForm[] = [...ENDPOINTS, ...ALTERNATES, ...FLEET_FORMS];

/** "a set of scopes; each endpoint needs its scope" */
export const SCOPES: readonly Scope[] = [...new Set(ENDPOINTS.map(({ scope }) => scope))];

/** The path forms that take a device. */
export const DEVICE_FORMS = PATH_FORMS.filter(({ path }) => path.includes(':id'));

/** The address of a form for a device, whose id is escaped. */
export function addressOf(
  { path, query }: Pick<PathForm, 'path' | 'query'>,
  deviceId: string,
  { slash = path.endsWith('/') } = {},
): string {
  const bare = path.replace(':id', encodeURIComponent(deviceId)).replace(/\/$/, '');
  return `${bare}${slash ? '/' : ''}${query === undefined ? '' : `?${query}`}`;
}

/** The same form with and without a slash at the end. */
export function bothAddresses(form: PathForm, deviceId: string): [string, string] {
  return [addressOf(form, deviceId, { slash: false }), addressOf(form, deviceId, { slash: true })];
}

/** Whether a form answers a single object. */
export const isOne = ({ scope }: PathForm): boolean => scope === 'device:GetDetail';

/** Whether a form answers for all devices at once. */
export const isFleet = ({ scope, path }: PathForm): boolean =>
  scope === 'device:GetList' || path.endsWith('/bulk');

/** The formats of a form's answers (docs/contract.md, 2.11). */
export function formatsOf(form: PathForm): readonly Format[] {
  if (isOne(form)) return ['json'];
  return FORMATS.filter((format) => format !== 'parquet' || isFleet(form));
}

/** Adds a query to an address that may have one. */
export const withQuery = (address: string, query: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${query}`;
