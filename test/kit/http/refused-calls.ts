const LIST = '/api/v1/device/';

/** A request that a key with the scopes of the list and the details is refused for, if nothing else is in its way before. */
export interface RefusedCall {
  readonly path: string;
  /** What of the path is kept. */
  readonly route: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const SOME_SCOPES = ['device:GetList', 'device:GetDetail'] as const;

/** Of each check that a request meets after the one of its key, in their order, and of those before. */
export const REFUSED_CALLS: readonly RefusedCall[] = [
  { path: LIST, route: '/api/v1/device', headers: { 'x-enterprise-id': 'elsewhere' } },
  { path: LIST, route: '/api/v1/device', headers: { 'x-enterprise-id': '' } },
  { path: '/api/v1/device/app/id/tablet-1', route: '/api/v1/device/app/id/:id' },
  { path: `${LIST}?secret=1`, route: '/api/v1/device' },
  { path: '/api/v1/device/id/nowhere', route: '/api/v1/device/id/:id' },
  { path: '/api/v1/devices', route: '' },
  { path: LIST, route: '', method: 'POST' },
  { path: LIST, route: '/api/v1/device', headers: { accept: 'text/html' } },
  { path: '/internal/v1/api-keys', route: '/internal/v1/api-keys' },
];

/** The codes of all these, with such keys as are ended, paused, replaced, of other networks, or used too often. */
export const CODES_OF_REFUSED_CALLS: readonly string[] = [
  'address_not_allowed',
  'device_not_found',
  'enterprise_mismatch',
  'insufficient_scope',
  'invalid_key',
  'invalid_parameter',
  'method_not_allowed',
  'missing_enterprise',
  'not_acceptable',
  'not_found',
  'rate_limited',
];
