import { HttpCode, applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiProperty,
  ApiQuery,
  ApiResponse,
  ApiSecurity,
  getSchemaPath,
} from '@nestjs/swagger';
import { ERROR_KINDS, type ErrorCode } from '../http/api-error.js';
import { PROBLEM_TYPE } from '../http/problem.filter.js';
import { fieldsOf } from '../streaming/fields/fields.js';
import { quoted } from '../streaming/formats/csv.js';
import {
  FLEET_FORMATS,
  type FormatName,
  HasFeed,
  MEDIA_TYPES,
  Offers,
  ROW_FORMATS,
} from '../http/request-validation.js';
import { ENTERPRISE_SCHEME, SECURITY_SCHEMES } from './components.js';

type OperationTexts = Readonly<Record<'id' | 'summary' | 'description', string>>;

export const Describes = ({ id, ...texts }: OperationTexts): MethodDecorator =>
  ApiOperation({ operationId: id, ...texts });

type Headers = Readonly<Record<string, { $ref: string }>>;

const headersNamed = (...names: readonly string[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const COMMON_HEADERS = headersNamed('X-Request-Id', 'Cache-Control');
const BODY_HEADERS = { ...COMMON_HEADERS, ...headersNamed('Content-Encoding') };
const RATE_HEADERS = headersNamed('RateLimit', 'RateLimit-Policy');
const KEY_HEADERS = { ...RATE_HEADERS, ...headersNamed('Vary', 'X-Key-Expires-At') };
const HEADERS_OF_STATUS: Readonly<Record<number, Headers>> = {
  401: headersNamed('WWW-Authenticate'),
  403: headersNamed('WWW-Authenticate'),
  405: headersNamed('Allow'),
  429: { ...headersNamed('Retry-After'), ...RATE_HEADERS },
  503: headersNamed('Retry-After'),
};

type Class = new () => object;

export const RespondsWithOne = (type: Class, description: string): MethodDecorator =>
  ApiResponse({ status: 200, description, type, headers: { ...BODY_HEADERS, ...KEY_HEADERS } });

export const RespondsWith = (
  status: 200 | 201 | 204,
  description: string,
  type?: Class | [Class],
): MethodDecorator => applyDecorators(HttpCode(status), ApiResponse({ status, description, type }));

/** Documents an array response of an internal route, which has no rate limit headers. */
export const RespondsWithArray = (type: Class, description: string): MethodDecorator =>
  ApiResponse({ status: 200, description, type: [type], headers: COMMON_HEADERS });

export const ViewsOne = (type: Class, description: string): MethodDecorator =>
  ApiResponse({ status: 200, description, type, headers: COMMON_HEADERS });

export const TakesDevice = (): MethodDecorator =>
  applyDecorators(
    CountedProblems('device_not_found'),
    ApiParam({
      name: 'id',
      description: 'Identifier of a device of the enterprise.',
      schema: { type: 'string', example: 'tablet-1' },
    }),
  );

/** Also declares the second header as a parameter, because many tools send one scheme only. */
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

export const NeedsAdminAndEnterprise = (): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiSecurity({ [SECURITY_SCHEMES.admin]: [], [SECURITY_SCHEMES.enterprise]: [] }),
    NeedsSession(),
  );

export const NeedsSession = (): MethodDecorator & ClassDecorator =>
  ApiSecurity({ [SECURITY_SCHEMES.session]: [] });

export const OF_BODIES = ['payload_too_large', 'unsupported_media_type'] as const;

export const RespondsWithProblems = (...codes: readonly ErrorCode[]): MethodDecorator & ClassDecorator =>
  describeProblems(codes, {});

/** Errors after the rate limit check, with rate limit headers. */
export const CountedProblems = (...codes: readonly ErrorCode[]): MethodDecorator & ClassDecorator =>
  describeProblems(codes, KEY_HEADERS);

/** Errors of requests without a valid key, which have no rate limit headers. */
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

const INSTANT = '2026-03-29T08:15:30.000+02:00';

export const Instant = (description: string, example = INSTANT): PropertyDecorator =>
  ApiProperty({ description, format: 'date-time', example });

export const InstantOrNull = (description: string, example = INSTANT): PropertyDecorator =>
  ApiProperty({ description, format: 'date-time', type: 'string', nullable: true, example });

export const Uuid = (description: string, example: string): PropertyDecorator =>
  ApiProperty({ description, format: 'uuid', example });

export const WholeNumber = (description: string, example: number): PropertyDecorator =>
  ApiProperty({ description, type: 'integer', example });

export const ChoosesFields = (type: Class): MethodDecorator => {
  const names = fieldsOf(type).map(({ name }) => name);
  return ApiQuery({
    name: 'fields',
    required: false,
    description:
      'A comma-separated list of the fields to return. The response has them in the order of the document.',
    style: 'form',
    explode: false,
    schema: {
      type: 'array',
      items: { type: 'string', enum: names },
      uniqueItems: true,
      minItems: 1,
      example: names.slice(0, 3),
    },
  });
};

export const RespondsWithRows = (type: Class, description: string): MethodDecorator =>
  describeRows(type, description, ROW_FORMATS, KEY_HEADERS);

/** `feed` is the path of the changes after the response. */
export const RespondsWithFleet = (type: Class, description: string, feed: string): MethodDecorator =>
  applyDecorators(
    HasFeed(feed),
    describeRows(type, `${description} The changes after this state are at \`${feed}\`.`, FLEET_FORMATS, {
      ...headersNamed('ETag', 'X-Sync-Token'),
      ...KEY_HEADERS,
    }),
    MayBeUnchanged(),
  );

export const RespondsWithChanges = (page: Class, item: Class): MethodDecorator =>
  applyDecorators(
    describeRows(
      item,
      'A page of changes. A deleted record has only its identifying values. NDJSON, CSV, and Parquet contain only the items, and the headers contain the rest.',
      FLEET_FORMATS,
      { ...headersNamed('ETag', 'X-Sync-Token', 'Link'), ...KEY_HEADERS },
      page,
    ),
    MayBeUnchanged(),
  );

const MayBeUnchanged = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      description: 'The `ETag` of an earlier response.',
      required: false,
      schema: { type: 'string', example: 'W/"PUGYZPr-FX5jnn3clR_Xt4"' },
    }),
    ApiResponse({
      status: 304,
      description: 'Nothing has changed.',
      headers: { ...COMMON_HEADERS, ...headersNamed('ETag'), ...KEY_HEADERS },
    }),
  );

/** Documents an array in every format, without an ETag and a token. */
export const RespondsWithTable = (type: Class, description: string): MethodDecorator =>
  describeRows(type, description, FLEET_FORMATS, KEY_HEADERS);

export const ViewsRows = (type: Class, description: string): MethodDecorator =>
  describeRows(type, description, ROW_FORMATS, {});

export const ViewsFleet = (type: Class, description: string): MethodDecorator =>
  describeRows(type, description, FLEET_FORMATS, {});

function describeRows(
  type: Class,
  description: string,
  formats: readonly FormatName[],
  headers: object,
  page?: Class,
): MethodDecorator {
  const content = formats.map((format) => [MEDIA_TYPES[format], contentOf(format, type, page)] as const);
  return applyDecorators(
    Offers(formats),
    ChoosesFields(type),
    ApiExtraModels(page ?? type),
    ApiResponse({
      status: 200,
      description,
      headers: { ...BODY_HEADERS, ...headersNamed('Content-Disposition'), ...headers },
      content: Object.fromEntries(content),
    }),
  );
}

function contentOf(format: FormatName, type: Class, page?: Class): object {
  if (format === 'json' && page) return { schema: { $ref: getSchemaPath(page) } };
  if (format === 'json') return { schema: { type: 'array', items: { $ref: getSchemaPath(type) } } };
  const schema = { type: 'string', description: FORMAT_TEXTS[format] };
  if (format === 'parquet') return { schema: { ...schema, format: 'binary' } };
  const example = exampleOf(type);
  return { schema, example: format === 'csv' ? csvOf(example) : `${JSON.stringify(example)}\n` };
}

const FORMAT_TEXTS = {
  ndjson: 'One JSON object per line (NDJSON).',
  csv: 'CSV (RFC 4180) in UTF-8 with a header line. Null is an empty cell, an empty string is `""`, and inner objects are JSON text.',
  parquet:
    'A Parquet file: timestamps in UTC with milliseconds, integers as INT64, decimals as DOUBLE, inner objects as JSON text.',
};

function exampleOf(type: Class): object {
  const shown = fieldsOf(type).filter(({ onRequest }) => !onRequest);
  return Object.fromEntries(
    shown.map(({ name, type, example }) => [name, type ? exampleOf(type()) : example]),
  );
}

function csvOf(item: object): string {
  const cells = Object.values(item).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return [Object.keys(item), cells.map(quoted)].map((line) => `${line.join(',')}\r\n`).join('');
}
