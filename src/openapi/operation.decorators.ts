import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiSecurity } from '@nestjs/swagger';
import { ERROR_KINDS, type ErrorCode } from '../http/api-error.js';
import { PROBLEM_TYPE } from '../http/problem.filter.js';
import { ENTERPRISE_SCHEME, SECURITY_SCHEMES } from './components.js';

/** What operations say of themselves in the OpenAPI documents. */

interface OperationText {
  /** The name that generated clients give the operation. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
}

export const Describes = ({ id, summary, description }: OperationText): MethodDecorator =>
  ApiOperation({ operationId: id, summary, description });

type Headers = Readonly<Record<string, { $ref: string }>>;

/** Headers of an answer, which `HEADERS` describes. */
export const headersNamed = (...names: readonly string[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const COMMON_HEADERS = headersNamed('X-Request-Id', 'Cache-Control');
/** What answers that may be long have besides. */
export const BODY_HEADERS = { ...COMMON_HEADERS, ...headersNamed('Content-Encoding') };
const RATE_HEADERS = headersNamed('RateLimit', 'RateLimit-Policy');
/** What every answer to a key has. */
export const KEY_HEADERS = { ...RATE_HEADERS, ...headersNamed('Vary', 'X-Key-Expires-At') };
/** What error answers have besides, by their status. */
const HEADERS_OF_STATUS: Readonly<Record<number, Headers>> = {
  401: headersNamed('WWW-Authenticate'),
  403: headersNamed('WWW-Authenticate'),
  405: headersNamed('Allow'),
  429: { ...headersNamed('Retry-After'), ...RATE_HEADERS },
  503: headersNamed('Retry-After'),
};

export type Class = new () => object;

export const AnswersOne = (type: Class, description: string): MethodDecorator =>
  ApiResponse({ status: 200, description, type, headers: { ...BODY_HEADERS, ...KEY_HEADERS } });

/** What internal routes answer that are not for tools: the status, and what comes with it. */
export const Answers = (
  status: 200 | 201 | 204,
  description: string,
  type?: Class | [Class],
): MethodDecorator => applyDecorators(HttpCode(status), ApiResponse({ status, description, type }));

/** The answers of internal routes, which no key's rate limits. */
export const ViewsArrayOf = (type: Class, description: string): MethodDecorator =>
  ApiResponse({ status: 200, description, type: [type], headers: COMMON_HEADERS });

export const ViewsOne = (type: Class, description: string): MethodDecorator =>
  ApiResponse({ status: 200, description, type, headers: COMMON_HEADERS });

/** A device in the path; with the answer to one that is not there. */
export const TakesDevice = (): MethodDecorator =>
  applyDecorators(
    CountedAnswersProblems('device_not_found'),
    ApiParam({
      name: 'id',
      description: 'Identifier of a device of the enterprise.',
      schema: { type: 'string', example: 'tablet-1' },
    }),
  );

/** Both headers of the customer API at once. The second is a parameter as well: many tools send one scheme only. */
export const NeedsKeyAndEnterprise = (): MethodDecorator =>
  applyDecorators(
    ApiSecurity({ [SECURITY_SCHEMES.key]: [], [SECURITY_SCHEMES.enterprise]: [] }),
    ApiHeader({
      name: ENTERPRISE_SCHEME.name,
      description: ENTERPRISE_SCHEME.description,
      required: true,
      schema: { type: 'string', example: 'havelwerk-logistik' },
    }),
  );

/** Both headers of the internal routes at once, or a session of the portal. */
export const NeedsAdminAndEnterprise = (): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiSecurity({ [SECURITY_SCHEMES.admin]: [], [SECURITY_SCHEMES.enterprise]: [] }),
    NeedsSession(),
  );

export const NeedsSession = (): MethodDecorator & ClassDecorator =>
  ApiSecurity({ [SECURITY_SCHEMES.session]: [] });

/** What any body may be refused for, before anybody reads it. */
export const OF_BODIES = ['payload_too_large', 'unsupported_media_type'] as const;

/** The error answers that an operation may give, each kind with an example. */
export const AnswersProblems = (...codes: readonly ErrorCode[]): MethodDecorator & ClassDecorator =>
  describeProblems(codes, {});

/** The same of answers after a key was counted, which say what is left of its limits. */
export const CountedAnswersProblems = (...codes: readonly ErrorCode[]): MethodDecorator & ClassDecorator =>
  describeProblems(codes, KEY_HEADERS);

/** The same of answers to requests without a known key. */
export const RefusesUnknown = (...codes: readonly ErrorCode[]): MethodDecorator =>
  describeProblems(codes, headersNamed('Vary'));

function describeProblems(codes: readonly ErrorCode[], headers: Headers): MethodDecorator & ClassDecorator {
  const statuses = [...new Set(codes.map((code) => ERROR_KINDS[code].status))];
  return applyDecorators(
    ...statuses.map((status) => {
      const ofStatus = codes.filter((code) => ERROR_KINDS[code].status === status);
      return ApiResponse({
        status,
        description: ofStatus.map((code) => `${ERROR_KINDS[code].title} (\`${code}\`).`).join(' '),
        headers: { ...COMMON_HEADERS, ...HEADERS_OF_STATUS[status], ...headers },
        content: {
          [PROBLEM_TYPE]: {
            schema: { $ref: '#/components/schemas/ProblemDto' },
            examples: Object.fromEntries(
              ofStatus.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      });
    }),
  );
}
