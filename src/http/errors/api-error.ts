import type { NoRowsReason } from '../../database/rows/row-reader.js';

/** A parameter, header or body member and what is wrong with it. */
export interface ParameterProblem {
  readonly parameter: string;
  readonly detail: string;
}

/** Every kind of error answer (docs/contract.md, 2.6). The OpenAPI document is made from this table too. */
export const ERROR_KINDS = {
  missing_credentials: { status: 401, title: 'Credentials are missing' },
  invalid_key: { status: 401, title: 'The credentials are not valid' },
  missing_enterprise: { status: 401, title: 'The enterprise is missing' },
  sign_in_failed: { status: 401, title: 'Signing in failed' },
  not_signed_in: { status: 401, title: 'Nobody is signed in' },
  wrong_password: { status: 403, title: 'The password is not right' },
  second_factor_needed: { status: 403, title: 'The second factor is asked for' },
  second_factor_missing: { status: 403, title: 'A second factor has to be set up' },
  wrong_code: { status: 403, title: 'The code is not right' },
  sign_in_expired: { status: 403, title: 'The sign-in has to begin anew' },
  enterprise_mismatch: { status: 403, title: 'The credentials do not belong to this enterprise' },
  address_not_allowed: { status: 403, title: 'The key may not be used from this address' },
  insufficient_scope: { status: 403, title: 'The key lacks a scope' },
  insufficient_role: { status: 403, title: 'The role does not allow this' },
  cross_site_request: { status: 403, title: 'The request comes from another site' },
  device_not_found: { status: 404, title: 'There is no such device' },
  api_key_not_found: { status: 404, title: 'There is no such API key' },
  old_key_not_found: { status: 404, title: 'There is no old key' },
  person_not_found: { status: 404, title: 'There is no such person' },
  enterprise_not_found: { status: 404, title: 'There is no such enterprise' },
  invalid_parameter: { status: 400, title: 'The request is not valid' },
  invalid_link: { status: 400, title: 'The link does not work' },
  invalid_sync_token: { status: 400, title: 'The sync token is not valid' },
  sync_token_expired: { status: 410, title: 'The sync token leads nowhere any more' },
  not_found: { status: 404, title: 'There is nothing at this path' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'The answer is not to be had in this format' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  application_exists: { status: 409, title: 'The application has a key already' },
  api_key_changed: { status: 409, title: 'The API key has been changed' },
  person_exists: { status: 409, title: 'The e-mail address is taken' },
  last_administrator: { status: 409, title: 'Nobody else is an administrator' },
  own_second_factor: { status: 409, title: 'The second factor is one’s own' },
  own_link: { status: 409, title: 'The link would be for your own account' },
  limit_reached: { status: 409, title: 'The enterprise has reached a limit' },
  second_factor_required: { status: 409, title: 'The enterprise requires a second factor' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service is unavailable for the moment' },
} as const;

export type ErrorCode = keyof typeof ERROR_KINDS;

/** What is said of those that are always the same. The documents' examples are these texts. */
const DETAILS: Readonly<Partial<Record<ErrorCode, string>>> = {
  missing_credentials: 'Send the API key as "Authorization: Bearer <API_KEY>".',
  invalid_key: 'The key is unknown, malformed, replaced, deleted, expired or paused.',
  missing_enterprise: 'Send the identifier of the enterprise in the x-enterprise-id header.',
  sign_in_failed: 'The e-mail address or the password is not right.',
  not_signed_in: 'Sign in: there is no session, or it has ended.',
  enterprise_mismatch: 'The key does not belong to the enterprise in the x-enterprise-id header.',
  address_not_allowed: 'The request comes from an address outside the networks of the key.',
  wrong_password: 'The present password is not right.',
  second_factor_needed: 'The password is right. Send the code of the second factor, or a recovery code.',
  second_factor_missing: 'The password is right. The enterprise requires a second factor: set one up.',
  wrong_code: 'The code is not right, or was used already.',
  sign_in_expired: 'The sign-in has taken too long, or something has changed meanwhile. Begin anew.',
  insufficient_role: 'The role viewer may look at everything and change nothing.',
  cross_site_request: 'A session changes things only from the pages of the portal itself.',
  device_not_found: 'The enterprise has no device with this identifier.',
  api_key_not_found: 'The enterprise has no API key with this identifier.',
  old_key_not_found: 'No old key of this entry works any more.',
  person_not_found: 'The enterprise has nobody with this identifier.',
  enterprise_not_found: 'There is no enterprise with the identifier in the x-enterprise-id header.',
  invalid_link: 'The link was used, has expired, or was never made. Ask an administrator for another one.',
  invalid_sync_token: 'The token in since is altered, or belongs to another enterprise or another route.',
  sync_token_expired:
    'What has changed since this token is not known any more. Start anew: ask with since=beginning, put the answer in the place of your copy, and go on from its X-Sync-Token.',
  not_found: 'The service has no such path.',
  request_timeout: 'The request did not arrive in time.',
  application_exists: 'Another key of the enterprise has this application name.',
  api_key_changed: 'The entry has been changed since it was read.',
  person_exists: 'Somebody has this e-mail address already.',
  last_administrator: 'This is the last administrator of the enterprise. Make somebody else one first.',
  own_second_factor: 'Nobody resets their own second factor. Turn it off in your account.',
  own_link: 'Change your own password in your account, where you enter the current one.',
  limit_reached: 'The enterprise has as many of these as it may have. Remove one that is no longer needed.',
  second_factor_required: 'The enterprise requires a second factor of everybody with a password.',
  payload_too_large: 'The body is larger than 64 kB.',
  unsupported_media_type: 'Send the body as application/json in UTF-8.',
  headers_too_large: 'Headers and path together may have 16 kB.',
  internal_error: 'The error was logged under the request id.',
  unavailable: 'Try again in a moment.',
};

/** Why something is unavailable for the moment: for the log and the metrics, never for the caller. */
export type UnavailableReason =
  NoRowsReason | 'too_much_to_do' | 'answer_too_late' | 'draining' | 'too_many_sign_ins' | 'workers_silent';

interface ErrorExtras {
  readonly reason?: UnavailableReason;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly ParameterProblem[];
  readonly cause?: unknown;
}

/** RFC 9110 asks for it with every 401. */
const REALM = 'Bearer realm="customer-device-api"';

/** An error that knows its answer. */
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
}

const INVALID_TOKEN = { headers: { 'WWW-Authenticate': `${REALM}, error="invalid_token"` } };

export const missingCredentials = (): ApiError => new ApiError('missing_credentials');

export const missingAdminToken = (): ApiError =>
  new ApiError('missing_credentials', 'Send the admin token as "Authorization: Bearer <ADMIN_TOKEN>".');

/** One wording for all, so that it does not tell which keys exist. */
export const invalidKey = (): ApiError => new ApiError('invalid_key', undefined, INVALID_TOKEN);

export const invalidAdminToken = (): ApiError =>
  new ApiError('invalid_key', 'The admin token is unknown, malformed or replaced.', INVALID_TOKEN);

export const insufficientScope = (scope: string): ApiError =>
  new ApiError('insufficient_scope', `The key lacks the scope ${scope}.`, {
    headers: { 'WWW-Authenticate': `${REALM}, error="insufficient_scope", scope="${scope}"` },
  });

export const deviceNotFound = (): ApiError => new ApiError('device_not_found');

export function invalidParameters(errors: readonly ParameterProblem[]): ApiError {
  const details = errors.map(({ parameter, detail }) => `${parameter}: ${detail}`);
  return new ApiError('invalid_parameter', details.join('; '), { errors });
}

export const invalidParameter = (parameter: string, detail: string): ApiError =>
  invalidParameters([{ parameter, detail }]);

export function invalidSyncToken(): ApiError {
  const detail = 'should be a token of this route, as X-Sync-Token gave it, or beginning';
  return new ApiError('invalid_sync_token', undefined, { errors: [{ parameter: 'since', detail }] });
}

export const notFound = (): ApiError => new ApiError('not_found');

export const methodNotAllowed = (allowed: string): ApiError =>
  new ApiError('method_not_allowed', `Allowed here: ${allowed}.`, { headers: { Allow: allowed } });

export const notAcceptable = (types: readonly string[]): ApiError =>
  new ApiError('not_acceptable', `Accept ${types.join(', ')}, or leave the Accept header out.`);

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

export const internalError = (cause: unknown): ApiError =>
  new ApiError('internal_error', undefined, { cause });
