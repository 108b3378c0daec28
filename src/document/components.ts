import type { OpenAPIObject } from '@nestjs/swagger';
import {
  ERROR_KINDS,
  invalidAdminToken,
  missingAdminToken,
  type ErrorCode,
} from '../http/errors/api-error.js';

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

export const INTERNAL_SECURITY: ComponentsObject['securitySchemes'] = {
  [SECURITY_SCHEMES.admin]: { type: 'http', scheme: 'bearer', description: 'A token in `ADMIN_TOKEN`.' },
  [SECURITY_SCHEMES.enterprise]: { ...ENTERPRISE_SCHEME, description: 'The enterprise acted for.' },
  [SECURITY_SCHEMES.session]: {
    type: 'apiKey',
    in: 'cookie',
    name: 'portal_session',
    description:
      'A session of the portal, which acts for its own enterprise. Behind TLS the name begins with `__Host-` or `__Secure-`.',
  },
};

const header = (description: string, type: 'string' | 'integer', example: unknown): object => ({
  description,
  schema: { type },
  example,
});

export const HEADERS = {
  'X-Request-Id': header(
    'The id of the request: the one sent, or a new one.',
    'string',
    '3f0c9a52-6f0e-4d0a-9a57-6a3f2b1c7d10',
  ),
  'Cache-Control': header('Answers are for the caller alone.', 'string', 'private'),
  'WWW-Authenticate': header(
    'What is wrong with the credentials.',
    'string',
    'Bearer realm="customer-device-api", error="invalid_token"',
  ),
  'Retry-After': header('Seconds after which trying again makes sense.', 'integer', 2),
  RateLimit: header(
    'What is left of the limit, and the seconds until it is whole again.',
    'string',
    '"default";r=997;t=84',
  ),
  'RateLimit-Policy': header(
    'The limit: requests (q) in a window of seconds (w).',
    'string',
    '"default";q=1000;w=100',
  ),
  Allow: header('The methods of the path.', 'string', 'GET, HEAD'),
} as ComponentsObject['headers'];

type Details = Partial<Record<ErrorCode, string>>;

const DETAILS: Details = {
  missing_credentials: 'Send the API key as "Authorization: Bearer <API_KEY>".',
  invalid_key: 'The key is unknown, malformed, replaced or deleted.',
  missing_enterprise: 'Send the identifier of the enterprise in the x-enterprise-id header.',
  enterprise_mismatch: 'The key does not belong to the enterprise in the x-enterprise-id header.',
  insufficient_scope: 'The key lacks the scope device:GetLocation.',
  device_not_found: 'The enterprise has no device with this identifier.',
  invalid_parameter: 'enddate: should be a day in the form YYYY-MM-DD',
  rate_limited: 'Try again in 12 seconds.',
  unavailable: 'Try again in a moment.',
};

/** On the internal routes some are refused in other words. */
const INTERNAL_DETAILS: Details = {
  missing_credentials: missingAdminToken().detail,
  invalid_key: invalidAdminToken().detail,
};

export const CUSTOMER_PROBLEMS = problemExamples(DETAILS, '/api/v1/device/id/tablet-1');
export const INTERNAL_PROBLEMS = problemExamples(
  { ...DETAILS, ...INTERNAL_DETAILS },
  '/internal/v1/data/devices/tablet-1',
);

/** An example of every kind of error answer. */
function problemExamples(details: Details, instance: string): ComponentsObject['examples'] {
  const examples = Object.entries(ERROR_KINDS).map(([code, { status, title }]) => [
    code,
    {
      summary: title,
      value: {
        type: `urn:customer-device-api:problem:${code}`,
        title,
        status,
        detail: details[code as ErrorCode] ?? title,
        instance,
        code,
        request_id: '3f0c9a52-6f0e-4d0a-9a57-6a3f2b1c7d10',
        ...(code === 'invalid_parameter' && {
          errors: [{ parameter: 'enddate', detail: 'should be a day in the form YYYY-MM-DD' }],
        }),
      },
    },
  ]);
  return Object.fromEntries(examples) as ComponentsObject['examples'];
}
