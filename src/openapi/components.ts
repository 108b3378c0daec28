import { ApiProperty, type OpenAPIObject } from '@nestjs/swagger';
import {
  ApiError,
  ERROR_KINDS,
  type ErrorCode,
  insufficientScope,
  invalidAdminToken,
  invalidParameters,
  invalidSyncToken,
  methodNotAllowed,
  missingAdminToken,
  notAcceptable,
  rateLimited,
} from '../http/api-error.js';
import { problemOf } from '../http/problem.filter.js';
import { NO_DAY } from '../http/list-query.dto.js';
import { notOneOf } from '../http/validators.js';
import { ALL_FORMATS } from '../http/request-validation.js';

type ComponentsObject = NonNullable<OpenAPIObject['components']>;

export const SECURITY_SCHEMES = {
  key: 'apiKey',
  enterprise: 'enterpriseId',
  admin: 'adminToken',
  session: 'portalSession',
} as const;

const ENTERPRISE_SCHEME = {
  type: 'apiKey',
  in: 'header',
  name: 'x-enterprise-id',
  description: 'The enterprise identifier, from the Settings page of the portal.',
} as const;

export const CUSTOMER_SECURITY: ComponentsObject['securitySchemes'] = {
  [SECURITY_SCHEMES.key]: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The API key, `cda_…`. An administrator creates it on the API keys page of the portal, which shows it once.',
  },
  [SECURITY_SCHEMES.enterprise]: ENTERPRISE_SCHEME,
};

export const SESSION_COOKIE = 'portal_session';

export const INTERNAL_SECURITY: ComponentsObject['securitySchemes'] = {
  [SECURITY_SCHEMES.admin]: { type: 'http', scheme: 'bearer', description: 'A token in `ADMIN_TOKEN`.' },
  [SECURITY_SCHEMES.enterprise]: {
    ...ENTERPRISE_SCHEME,
    description: 'The enterprise that the request is for.',
  },
  [SECURITY_SCHEMES.session]: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'A portal session, which is for its own enterprise. With TLS the name begins with `__Host-` or `__Secure-`.',
  },
};

const header = (description: string, example: string | number): object => ({
  description,
  schema: { type: typeof example === 'number' ? 'integer' : 'string' },
  example,
});

const EXAMPLE_URL = 'https://api.example.com';
const REQUEST_ID = 'nightly-42';

export const HEADERS = {
  'WWW-Authenticate': header(
    'The authentication scheme and the error.',
    'Bearer realm="customer-device-api", error="invalid_token"',
  ),
  'Retry-After': header('The number of seconds to wait before the next attempt.', 2),
  RateLimit: header(
    'The remaining requests (r) and the seconds until the window ends (t).',
    '"default";r=997;t=84',
  ),
  'RateLimit-Policy': header('The limit: requests (q) in a window of seconds (w).', '"default";q=1000;w=100'),
  'X-Sync-Token': header(
    'An opaque token of the state that the response shows. Send it as `since` to the feed to get later changes.',
    'IDEgMTd4Z3QyOXM3dg.Wqtu3vYF',
  ),
  ETag: header(
    'The state that the response shows. Send it as `If-None-Match` to get 304 while nothing has changed.',
    'W/"PUGYZPr-FX5jnn3clR_Xt4"',
  ),
  Link: header(
    'The absolute URL of the next page. Absent on the last page.',
    '<https://api.example.com/api/v1/device/changes?since=IDEgMTd4Z3QyOXM3dg.Wqtu3vYF&limit=1000>; rel="next"',
  ),
  Allow: header('The methods of the path.', 'GET, HEAD'),
} as ComponentsObject['headers'];

const VARYING: readonly ApiError[] = [
  insufficientScope('device:GetLocation'),
  invalidParameters([
    { parameter: 'enddate', detail: NO_DAY },
    { parameter: 'format', detail: notOneOf(ALL_FORMATS, 'xml') },
  ]),
  invalidSyncToken(),
  methodNotAllowed('GET, HEAD'),
  notAcceptable(['application/json']),
  rateLimited('A key may make 1000 requests in 100 seconds.', 12),
];

export const CUSTOMER_PROBLEMS = examplesOf(VARYING, '/api/v1/device/id/tablet-1');
export const INTERNAL_PROBLEMS = examplesOf(
  [...VARYING, missingAdminToken(), invalidAdminToken()],
  '/internal/v1/data/devices/tablet-1',
);

/** Codes that no operation documents, because any request can get them. */
export const OF_ANY_REQUEST: readonly ErrorCode[] = [
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'headers_too_large',
];

function examplesOf(varying: readonly ApiError[], instance: string): ComponentsObject['examples'] {
  const errors = Object.keys(ERROR_KINDS).map((code) => new ApiError(code as ErrorCode));
  const examples = [...errors, ...varying].map((error) => [
    error.code,
    { value: problemOf(error, EXAMPLE_URL, instance, REQUEST_ID) },
  ]);
  return Object.fromEntries(examples) as ComponentsObject['examples'];
}

class ParameterProblemDto {
  @ApiProperty({ description: 'The parameter, header, or body member.', example: 'enddate' })
  parameter: string;

  @ApiProperty({ description: 'The problem and the fix.', example: NO_DAY })
  detail: string;
}

/** Problem document (RFC 9457). */
export class ProblemDto {
  @ApiProperty({
    description: 'The address of a page about the error code.',
    example: `${EXAMPLE_URL}/docs/errors/invalid_parameter`,
  })
  type: string;

  @ApiProperty({ description: 'A short summary of the error code.', example: 'Invalid request' })
  title: string;

  @ApiProperty({ description: 'The HTTP status.', type: 'integer', example: 400 })
  status: number;

  @ApiProperty({ description: 'What failed, and how to fix it.', example: `\`enddate\` ${NO_DAY}` })
  detail: string;

  @ApiProperty({ description: 'The path of the request.', example: '/api/v1/device-location/bulk' })
  instance: string;

  @ApiProperty({ description: 'The error code, for programs.', example: 'invalid_parameter' })
  code: string;

  @ApiProperty({ description: 'The request ID. Include it in support requests.', example: REQUEST_ID })
  request_id: string;

  @ApiProperty({
    description: 'All problems, with status 400.',
    type: [ParameterProblemDto],
    required: false,
  })
  errors?: ParameterProblemDto[];
}
