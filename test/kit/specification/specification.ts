import type { Scope } from '../../../src/auth/keys/scopes.js';
import { TABLES, type FieldTable } from './field-tables.js';

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

const ON_REQUEST: FieldTable = { device_id: 'string', altitude: 'decimal', geofence_id: 'string' };
const MARCH = 'startdate=2026-03-01&enddate=2026-03-31';

/** The specification's "Endpoints": scope, path, query. */
const ENDPOINTS: readonly PathForm[] = [
  { scope: 'device:GetList', path: '/api/v1/device/', table: TABLES.listItem },
  { scope: 'device:GetDetail', path: '/api/v1/device/id/:id', table: TABLES.detail },
  { scope: 'device:GetDataUsage', path: '/api/v1/device/datausage/id/:id', table: TABLES.datausage },
  { scope: 'device:GetScreenTime', path: '/api/v1/device/screentime/id/:id', table: TABLES.screentime },
  { scope: 'device:GetApplication', path: '/api/v1/device/app/id/:id', table: TABLES.application },
  { scope: 'device:GetLocation', path: '/api/v1/device-location/id/:id', table: TABLES.location },
  {
    scope: 'device:GetLocation',
    path: '/api/v1/device-location/bulk',
    query: MARCH,
    table: TABLES.bulkLocation,
    onRequest: ON_REQUEST,
  },
];

/** "Alternate path forms" */
const ALTERNATES: readonly PathForm[] = [
  { scope: 'device:GetList', path: '/device/', table: TABLES.listItem },
  { scope: 'device:GetDetail', path: '/device/:id', table: TABLES.detail },
  { scope: 'device:GetDataUsage', path: '/device/:id/datausage', table: TABLES.datausage },
  { scope: 'device:GetDataUsage', path: '/device/api/v1/device/datausage/id/:id', table: TABLES.datausage },
];

/** Those over all devices that the contract adds (docs/contract.md, 2.10). */
export const FLEET_FORMS: readonly PathForm[] = [
  {
    scope: 'device:GetDataUsage',
    path: '/api/v1/device/datausage/bulk',
    query: MARCH,
    table: TABLES.datausage,
  },
  {
    scope: 'device:GetScreenTime',
    path: '/api/v1/device/screentime/bulk',
    query: MARCH,
    table: TABLES.screentime,
  },
  { scope: 'device:GetApplication', path: '/api/v1/device/app/bulk', table: TABLES.application },
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
