import type { DatabaseUnavailableReason } from '../database/rows/reader.js';
import { withoutValues } from './validators.js';

export interface ParameterProblem {
  readonly parameter: string;
  readonly detail: string;
}

/** All errors (docs/contract.md, 2.6), also for the OpenAPI document. */
export const ERROR_KINDS = {
  missing_credentials: { status: 401, title: 'Missing credentials' },
  invalid_key: { status: 401, title: 'Invalid credentials' },
  missing_enterprise: { status: 401, title: 'Missing enterprise' },
  sign_in_failed: { status: 401, title: 'Sign-in failed' },
  not_signed_in: { status: 401, title: 'Not signed in' },
  wrong_password: { status: 403, title: 'Wrong password' },
  second_factor_needed: { status: 403, title: 'Second factor required' },
  second_factor_missing: { status: 403, title: 'Second factor not set up' },
  wrong_code: { status: 403, title: 'Wrong code' },
  sign_in_expired: { status: 403, title: 'Sign-in expired' },
  enterprise_mismatch: { status: 403, title: 'Enterprise mismatch' },
  address_not_allowed: { status: 403, title: 'Address not allowed' },
  insufficient_scope: { status: 403, title: 'Insufficient scope' },
  mcp_not_allowed: { status: 403, title: 'Not open to agents' },
  insufficient_role: { status: 403, title: 'Insufficient role' },
  data_pages_off: { status: 403, title: 'Data pages off' },
  cross_site_request: { status: 403, title: 'Cross-site request' },
  device_not_found: { status: 404, title: 'Device not found' },
  api_key_not_found: { status: 404, title: 'API key not found' },
  old_key_not_found: { status: 404, title: 'Old key not found' },
  person_not_found: { status: 404, title: 'User not found' },
  enterprise_not_found: { status: 404, title: 'Enterprise not found' },
  invalid_parameter: { status: 400, title: 'Invalid request' },
  invalid_link: { status: 400, title: 'Invalid link' },
  weak_password: { status: 400, title: 'Weak password' },
  invalid_sync_token: { status: 400, title: 'Invalid sync token' },
  sync_token_expired: { status: 410, title: 'Sync token expired' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Format not available' },
  request_timeout: { status: 408, title: 'Request timeout' },
  application_exists: { status: 409, title: 'Application name taken' },
  api_key_changed: { status: 409, title: 'API key changed' },
  person_exists: { status: 409, title: 'E-mail address taken' },
  last_administrator: { status: 409, title: 'Last administrator' },
  own_second_factor: { status: 409, title: 'Own second factor' },
  own_link: { status: 409, title: 'Own link' },
  limit_reached: { status: 409, title: 'Limit reached' },
  second_factor_required: { status: 409, title: 'Second factor required by the enterprise' },
  payload_too_large: { status: 413, title: 'Body too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'Headers too large' },
  internal_error: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Service unavailable' },
} as const;

export type ErrorCode = keyof typeof ERROR_KINDS;

const DETAILS: Readonly<Partial<Record<ErrorCode, string>>> = {
  missing_credentials: 'Send the API key as "Authorization: Bearer <API_KEY>".',
  invalid_key: 'The API key is unknown, malformed, replaced, deleted, expired, or paused.',
  missing_enterprise: 'Send the enterprise identifier in the x-enterprise-id header.',
  sign_in_failed: 'The e-mail address or the password is wrong.',
  not_signed_in: 'The request has no session, or the session has expired. Sign in.',
  enterprise_mismatch: 'The API key does not belong to the enterprise in the x-enterprise-id header.',
  address_not_allowed: 'The address of the client is outside the networks that the API key allows.',
  wrong_password: 'The current password is wrong.',
  second_factor_needed:
    'The password is correct. Send the code from the authenticator app, or a recovery code.',
  second_factor_missing: 'The password is correct. Second factor required by the enterprise. Set one up.',
  wrong_code: 'The code is wrong or has already been used.',
  sign_in_expired: 'The sign-in took too long, or the account has changed. Sign in again.',
  mcp_not_allowed: 'The API key may not use /mcp. An administrator can allow it in the portal.',
  insufficient_role: 'The role viewer can read everything and change nothing.',
  data_pages_off: 'The enterprise has switched the data pages of the portal off.',
  cross_site_request: 'A session can make changes only from the pages of the portal.',
  device_not_found: 'The enterprise has no device with this identifier.',
  api_key_not_found: 'The enterprise has no API key with this identifier.',
  old_key_not_found: 'This API key has no old key that is still valid.',
  person_not_found: 'The enterprise has no user with this identifier.',
  enterprise_not_found: 'No enterprise has the identifier in the x-enterprise-id header.',
  invalid_link: 'The link is unknown, expired, or already used. Ask an administrator for a new one.',
  weak_password: 'The password is easy to guess.',
  invalid_sync_token:
    'The token in `since` is malformed, or belongs to another enterprise or another kind of data.',
  sync_token_expired:
    'The changes since this token are no longer available. Restart with `since=beginning`, replace your copy, and continue with the new token.',
  not_found: 'The service has no such path. The API reference at /docs lists all paths.',
  request_timeout: 'The request was not received in time.',
  application_exists: 'Another API key of the enterprise has this application name.',
  api_key_changed: 'The API key has been changed since it was read. Read it again.',
  person_exists: 'Another user already has this e-mail address.',
  last_administrator:
    'This user is the last administrator of the enterprise. Make another user an administrator first.',
  own_second_factor: 'You cannot reset your own second factor here. Turn it off in your account.',
  own_link: 'Change your own password in your account, where you enter the current one.',
  second_factor_required: 'Second factor required by the enterprise for all users with a password.',
  payload_too_large: 'The body is larger than 64 kB.',
  unsupported_media_type: 'Send the body as application/json in UTF-8.',
  headers_too_large: 'The request line and headers exceed 16 kB.',
  internal_error: 'The error was logged with the request ID.',
  unavailable: 'Try again in a moment.',
};

/** Reason for a 503, for logs and metrics only. */
type UnavailableReason =
  | DatabaseUnavailableReason
  | 'too_much_to_do'
  | 'answer_too_late'
  | 'draining'
  | 'too_many_sign_ins'
  | 'workers_silent';

interface ErrorExtras {
  readonly reason?: UnavailableReason;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly ParameterProblem[];
  readonly cause?: unknown;
}

/** RFC 9110 requires this challenge with every 401. */
const REALM = 'Bearer realm="customer-device-api"';

export class ApiError extends Error {
  readonly status: number;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly ParameterProblem[] | undefined;
  readonly reason: UnavailableReason | undefined;

  constructor(
    readonly code: ErrorCode,
    readonly detail: string = DETAILS[code] ?? ERROR_KINDS[code].title,
    { headers, errors, reason, cause }: ErrorExtras = {},
  ) {
    const { status, title } = ERROR_KINDS[code];
    super(detail, { cause });
    this.status = status;
    this.title = title;
    this.headers = { ...(status === 401 && { 'WWW-Authenticate': REALM }), ...headers };
    this.errors = errors;
    this.reason = reason;
  }

  /** For stored calls, which contain no values of requests. */
  get detailWithoutValues(): string {
    const { code, detail, errors } = this;
    return code === 'invalid_parameter' && errors ? sentenceOf(errors, withoutValues) : detail;
  }
}

const sentenceOf = (errors: readonly ParameterProblem[], form = (detail: string) => detail): string =>
  errors.map(({ parameter, detail }) => `\`${parameter}\` ${form(detail)}`).join('; ');

const INVALID_TOKEN = { headers: { 'WWW-Authenticate': `${REALM}, error="invalid_token"` } };

export const missingAdminToken = (): ApiError =>
  new ApiError('missing_credentials', 'Send the admin token as "Authorization: Bearer <ADMIN_TOKEN>".');

/** Uses one text for all keys, so that it does not reveal which keys exist. */
export const invalidKey = (): ApiError => new ApiError('invalid_key', undefined, INVALID_TOKEN);

export const invalidAdminToken = (): ApiError =>
  new ApiError('invalid_key', 'The admin token is unknown, malformed or replaced.', INVALID_TOKEN);

export const insufficientScope = (scope: string): ApiError =>
  new ApiError('insufficient_scope', `The key lacks the scope ${scope}.`, {
    headers: { 'WWW-Authenticate': `${REALM}, error="insufficient_scope", scope="${scope}"` },
  });

export function invalidParameters(errors: readonly ParameterProblem[]): ApiError {
  return new ApiError('invalid_parameter', sentenceOf(errors), { errors });
}

export const invalidParameter = (parameter: string, detail: string): ApiError =>
  invalidParameters([{ parameter, detail }]);

export function invalidSyncToken(): ApiError {
  const detail =
    'must be `beginning`, or a token from `sync_token` or `X-Sync-Token` for the same kind of data';
  return new ApiError('invalid_sync_token', undefined, { errors: [{ parameter: 'since', detail }] });
}

export const otherDataHidden = (): ApiError =>
  new ApiError(
    'sync_token_expired',
    'The token was issued while other data was hidden from the API key (`hidden_data`). Restart with `since=beginning`, replace your copy, and continue with the new token.',
  );

/** Replaces the `no-store` of internal paths, because the error contains no data. */
export const methodNotAllowed = (allowed: string): ApiError =>
  new ApiError('method_not_allowed', `Allowed here: ${allowed}.`, {
    headers: { Allow: allowed, 'Cache-Control': 'private' },
  });

export const notAcceptable = (types: readonly string[]): ApiError =>
  new ApiError('not_acceptable', `Accept ${types.join(', ')}, or omit the Accept header.`);

export const rateLimited = (
  rule: string,
  retryAfterSeconds: number,
  headers: Readonly<Record<string, string>> = {},
): ApiError =>
  new ApiError('rate_limited', `${rule} Try again in ${retryAfterSeconds} seconds.`, {
    headers: { 'Retry-After': String(retryAfterSeconds), ...headers },
  });

export const unavailable = (
  retryAfterSeconds: number,
  reason: UnavailableReason,
  cause?: unknown,
): ApiError =>
  new ApiError('unavailable', undefined, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    reason,
    cause,
  });
