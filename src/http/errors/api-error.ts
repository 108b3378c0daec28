import type { NoRowsReason } from '../../database/rows/row-reader.js';

/** A parameter, header or body member and what is wrong with it. */
export interface ParameterProblem {
  readonly parameter: string;
  readonly detail: string;
}

export interface ErrorKind {
  readonly status: number;
  readonly code: string;
  readonly title: string;
}

/** Every kind of error answer (docs/contract.md, 2.6). The OpenAPI document is made from this table too. */
export const ERROR_KINDS = {
  missing_credentials: { status: 401, title: 'Credentials are missing' },
  invalid_key: { status: 401, title: 'The credentials are not valid' },
  missing_enterprise: { status: 401, title: 'The enterprise is missing' },
  sign_in_failed: { status: 401, title: 'Signing in failed' },
  not_signed_in: { status: 401, title: 'Nobody is signed in' },
  enterprise_mismatch: { status: 403, title: 'The credentials do not belong to this enterprise' },
  insufficient_scope: { status: 403, title: 'The key lacks a scope' },
  insufficient_role: { status: 403, title: 'The role does not allow this' },
  cross_site_request: { status: 403, title: 'The request comes from another site' },
  device_not_found: { status: 404, title: 'There is no such device' },
  api_key_not_found: { status: 404, title: 'There is no such API key' },
  enterprise_not_found: { status: 404, title: 'There is no such enterprise' },
  invalid_parameter: { status: 400, title: 'The request is not valid' },
  not_found: { status: 404, title: 'There is nothing at this path' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'The answer is only to be had as JSON' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  application_exists: { status: 409, title: 'The application has a key already' },
  api_key_changed: { status: 409, title: 'The API key has been changed' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service is unavailable for the moment' },
} as const;

export type ErrorCode = keyof typeof ERROR_KINDS;

/** Why something is unavailable for the moment: for the log and the metrics, never for the caller. */
export type UnavailableReason =
  NoRowsReason | 'too_much_to_do' | 'answer_too_late' | 'draining' | 'too_many_sign_ins' | 'workers_silent';

interface ErrorExtras {
  readonly reason?: UnavailableReason;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly ParameterProblem[];
  readonly cause?: unknown;
}

/** An error that knows its answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly ParameterProblem[] | undefined;
  readonly reason: UnavailableReason | undefined;

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    { headers = {}, errors, reason, cause }: ErrorExtras = {},
  ) {
    super(detail, { cause });
    const kind = ERROR_KINDS[code];
    this.status = kind.status;
    this.title = kind.title;
    this.headers = headers;
    this.errors = errors;
    this.reason = reason;
  }
}

const REALM = 'Bearer realm="customer-device-api"';

export const missingCredentials = (): ApiError =>
  new ApiError('missing_credentials', 'Send the API key as "Authorization: Bearer <API_KEY>".', {
    headers: { 'WWW-Authenticate': REALM },
  });

export const missingAdminToken = (): ApiError =>
  new ApiError('missing_credentials', 'Send the admin token as "Authorization: Bearer <ADMIN_TOKEN>".', {
    headers: { 'WWW-Authenticate': REALM },
  });

/** One wording for unknown, malformed, replaced, deleted and expired keys: nothing is to be learnt from it. */
export const invalidKey = (): ApiError =>
  new ApiError('invalid_key', 'The key is unknown, malformed, replaced or deleted.', {
    headers: { 'WWW-Authenticate': `${REALM}, error="invalid_token"` },
  });

/** The same on the internal routes, whatever stands in the place of an admin token. */
export const invalidAdminToken = (): ApiError =>
  new ApiError('invalid_key', 'The admin token is unknown, malformed or replaced.', {
    headers: { 'WWW-Authenticate': `${REALM}, error="invalid_token"` },
  });

export const missingEnterprise = (): ApiError =>
  new ApiError('missing_enterprise', 'Send the identifier of the enterprise in the x-enterprise-id header.', {
    headers: { 'WWW-Authenticate': REALM }, // RFC 9110 asks for it with every 401
  });

export const enterpriseMismatch = (): ApiError =>
  new ApiError(
    'enterprise_mismatch',
    'The key does not belong to the enterprise in the x-enterprise-id header.',
  );

export const insufficientScope = (scope: string): ApiError =>
  new ApiError('insufficient_scope', `The key lacks the scope ${scope}.`, {
    headers: { 'WWW-Authenticate': `${REALM}, error="insufficient_scope", scope="${scope}"` },
  });

export const deviceNotFound = (): ApiError =>
  new ApiError('device_not_found', 'The enterprise has no device with this identifier.');

export const invalidParameters = (errors: readonly ParameterProblem[]): ApiError =>
  new ApiError(
    'invalid_parameter',
    errors.map(({ parameter, detail }) => `${parameter}: ${detail}`).join('; '),
    {
      errors,
    },
  );

export const notFound = (): ApiError => new ApiError('not_found', 'The service has no such path.');

export const methodNotAllowed = (allowed: string): ApiError =>
  new ApiError('method_not_allowed', `Allowed here: ${allowed}.`, { headers: { Allow: allowed } });

export const notAcceptable = (): ApiError =>
  new ApiError('not_acceptable', 'Accept application/json, or leave the Accept header out.');

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
  new ApiError('unavailable', 'Try again in a moment.', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    reason,
    cause,
  });

export const internalError = (cause: unknown): ApiError =>
  new ApiError('internal_error', 'The error was logged under the request id.', { cause });
