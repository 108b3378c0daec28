import type { Scope } from '../../../src/auth/scopes.js';
import { ON_REQUEST, TABLES, type FieldTable } from './field-tables.js';
import { FORMATS, type Format } from '../formats/read-rows.js';

/** An endpoint or an alternate path form in the specification (docs/contract.md, 1.3). */
export interface PathForm {
  readonly scope: Scope;
  readonly path: string;
  readonly query?: string;
  readonly table: FieldTable;
  readonly onRequest?: FieldTable;
}

const MARCH = 'startdate=2026-03-01&enddate=2026-03-31';

const form = (scope: Scope, path: string, table: FieldTable, query?: string): PathForm => ({
  scope,
  path: path.startsWith('/device') ? path : `/api/v1/device${path}`,
  table,
  ...(query && { query }),
  ...((table === TABLES.datausage || table === TABLES.screentime) && { onRequest: ON_REQUEST.history }),
});

const ENDPOINTS: readonly PathForm[] = [
  form('device:GetList', '/', TABLES.listItem),
  form('device:GetDetail', '/id/:id', TABLES.detail),
  form('device:GetDataUsage', '/datausage/id/:id', TABLES.datausage),
  form('device:GetScreenTime', '/screentime/id/:id', TABLES.screentime),
  form('device:GetApplication', '/app/id/:id', TABLES.application),
  form('device:GetLocation', '-location/id/:id', TABLES.location),
  {
    ...form('device:GetLocation', '-location/bulk', TABLES.bulkLocation, MARCH),
    onRequest: ON_REQUEST.bulkLocation,
  },
];

export const ALTERNATES: readonly PathForm[] = [
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

export const PATH_FORMS: readonly PathForm[] = [...ENDPOINTS, ...ALTERNATES, ...FLEET_FORMS];

export const SCOPES: readonly Scope[] = [...new Set(ENDPOINTS.map(({ scope }) => scope))];

/** Returns the path of the OpenAPI document that describes a form. Alternates have the path of their endpoint. */
export function documentedPath(form: PathForm): string {
  const original = ALTERNATES.includes(form) ? ENDPOINTS.find(({ scope }) => scope === form.scope)! : form;
  return original.path.replace(':id', '{id}').replace(/\/$/, '');
}

export const DEVICE_FORMS = PATH_FORMS.filter(({ path }) => path.includes(':id'));

export function addressOf(
  { path, query }: Pick<PathForm, 'path' | 'query'>,
  deviceId: string,
  { slash = path.endsWith('/') } = {},
): string {
  const bare = path.replace(':id', encodeURIComponent(deviceId)).replace(/\/$/, '');
  return `${bare}${slash ? '/' : ''}${query === undefined ? '' : `?${query}`}`;
}

export function bothAddresses(form: PathForm, deviceId: string): [string, string] {
  return [addressOf(form, deviceId, { slash: false }), addressOf(form, deviceId, { slash: true })];
}

export const isOne = ({ scope }: PathForm): boolean => scope === 'device:GetDetail';

export const isFleet = ({ scope, path }: PathForm): boolean =>
  scope === 'device:GetList' || path.endsWith('/bulk');

/** Returns the formats of a route (docs/contract.md, 2.11). */
export function formatsOf(form: PathForm): readonly Format[] {
  if (isOne(form)) return ['json'];
  return FORMATS.filter((format) => format !== 'parquet' || isFleet(form));
}

export const withQuery = (address: string, query: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${query}`;
