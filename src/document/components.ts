import type { OpenAPIObject } from '@nestjs/swagger';
import {
  ApiError,
  ERROR_KINDS,
  insufficientScope,
  invalidAdminToken,
  invalidParameters,
  invalidSyncToken,
  methodNotAllowed,
  missingAdminToken,
  notAcceptable,
  rateLimited,
  type ErrorCode,
} from '../http/errors/api-error.js';
import { problemOf } from '../http/errors/problem.js';
import { NO_DAY } from '../http/parameters/day-parameters.js';
import { FLEET_FORMATS } from '../http/parameters/formats.js';
import { noFormat } from '../http/parameters/rows.query.js';

type ComponentsObject = NonNullable<OpenAPIObject['components']>;

/** The ways in, as the documents call them. */
export const SECURITY_SCHEMES = {
  key: 'apiKey',
  enterprise: 'enterpriseId',
  admin: 'adminToken',
  session: 'portalSession',
} as const;

export const ENTERPRISE_SCHEME = {
  type: 'apiKey',
  in: 'header',
  name: 'x-enterprise-id',
  description: 'The identifier of the enterprise, from the Settings page of the portal.',
} as const;

export const CUSTOMER_SECURITY: ComponentsObject['securitySchemes'] = {
  [SECURITY_SCHEMES.key]: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The API key, `cda_…`. An administrator makes it on the API page of the portal, where it is shown once.',
  },
  [SECURITY_SCHEMES.enterprise]: ENTERPRISE_SCHEME,
};

/** The cookie of a session. */
export const SESSION_COOKIE = 'portal_session';

export const INTERNAL_SECURITY: ComponentsObject['securitySchemes'] = {
  [SECURITY_SCHEMES.admin]: { type: 'http', scheme: 'bearer', description: 'A token in `ADMIN_TOKEN`.' },
  [SECURITY_SCHEMES.enterprise]: { ...ENTERPRISE_SCHEME, description: 'The enterprise acted for.' },
  [SECURITY_SCHEMES.session]: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'A session of the portal, which acts for its own enterprise. Behind TLS the name begins with `__Host-` or `__Secure-`.',
  },
};

const header = (description: string, example: string | number): object => ({
  description,
  schema: { type: typeof example === 'number' ? 'integer' : 'string' },
  example,
});

const REQUEST_ID = '3f0c9a52-6f0e-4d0a-9a57-6a3f2b1c7d10';

export const HEADERS = {
  'X-Request-Id': header('The id of the request: the one sent, or a new one.', REQUEST_ID),
  'Cache-Control': header('Answers are for the caller alone.', 'private'),
  'WWW-Authenticate': header(
    'What is wrong with the credentials.',
    'Bearer realm="customer-device-api", error="invalid_token"',
  ),
  'Retry-After': header('Seconds after which trying again makes sense.', 2),
  RateLimit: header(
    'What is left of the limit, and the seconds until it is whole again.',
    '"default";r=997;t=84',
  ),
  'RateLimit-Policy': header('The limit: requests (q) in a window of seconds (w).', '"default";q=1000;w=100'),
  'X-Key-Expires-At': header(
    'When the key that was sent stops to work, in its last 14 days.',
    '2026-12-31T23:59:59.000+01:00',
  ),
  Vary: header(
    'What else the answer depends on: the same path has other bytes in another format or encoding.',
    'Accept, Accept-Encoding',
  ),
  'Content-Encoding': header(
    'How the answer is compressed: `br` or `gzip`, where the client takes one and there are more than 32 kB.',
    'br',
  ),
  'Content-Disposition': header(
    'The name of the file that CSV or Parquet is to be kept as.',
    'attachment; filename="devices.csv"',
  ),
  'X-Sync-Token': header(
    'Stands for the state that the answer shows, and goes on from there as `since`. Opaque.',
    'IDEgMTd4Z3QyOXM3dg.Wqtu3vYFyrAPjxcNNafOA7LyV1PCBYHaJiSiRgWRYcA',
  ),
  ETag: header(
    'The state that the answer shows, for `If-None-Match`: 304 while it is the same.',
    'W/"PUGYZPr-FX5jnn3clR_Xt4"',
  ),
  Link: header(
    'Leads to the next items while more stands, and is missing otherwise.',
    '</api/v1/device?since=IDEgMTd4Z3QyOXM3dg.Wqtu3vYFyrAPjxcNNafOA7LyV1PCBYHaJiSiRgWRYcA&limit=1000>; rel="next"',
  ),
  Allow: header('The methods of the path.', 'GET, HEAD'),
} as ComponentsObject['headers'];

/** Those whose detail is another each time. */
const VARYING: readonly ApiError[] = [
  insufficientScope('device:GetLocation'),
  invalidParameters([
    { parameter: 'enddate', detail: NO_DAY },
    { parameter: 'format', detail: noFormat(FLEET_FORMATS) },
  ]),
  invalidSyncToken(),
  methodNotAllowed('GET, HEAD'),
  notAcceptable(['application/json']),
  rateLimited('A key may make 1000 requests in 100 seconds.', 12),
];

export const CUSTOMER_PROBLEMS = examplesOf(VARYING, '/api/v1/device/id/tablet-1');
/** On the internal routes some are refused in other words. */
export const INTERNAL_PROBLEMS = examplesOf(
  [...VARYING, missingAdminToken(), invalidAdminToken()],
  '/internal/v1/data/devices/tablet-1',
);

/** An example of every kind of error answer: the text that is sent. */
function examplesOf(varying: readonly ApiError[], instance: string): ComponentsObject['examples'] {
  const errors = Object.keys(ERROR_KINDS).map((code) => new ApiError(code as ErrorCode));
  const examples = [...errors, ...varying].map((error) => [
    error.code,
    { summary: error.title, value: problemOf(error, instance, REQUEST_ID) },
  ]);
  return Object.fromEntries(examples) as ComponentsObject['examples'];
}
