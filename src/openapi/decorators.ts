import { HttpCode, applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiProperty, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { ERROR_KINDS, type ErrorCode } from '../http/api-error.js';
import { PROBLEM_TYPE } from '../http/problem.filter.js';
import { type Class, fieldsOf } from '../streaming/fields/fields.js';
import { ALL_FORMATS, type FormatName, HasFeed, Offers, ROW_FORMATS } from '../http/request-validation.js';

type Headers = Readonly<Record<string, { $ref: string }>>;

const headersNamed = (...names: readonly string[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The text of the document names the headers that all responses have, so that the document is small. */
const HEADERS_OF_STATUS: Readonly<Record<number, Headers>> = {
  401: headersNamed('WWW-Authenticate'),
  403: headersNamed('WWW-Authenticate'),
  405: headersNamed('Allow'),
  429: headersNamed('Retry-After', 'RateLimit', 'RateLimit-Policy'),
  503: headersNamed('Retry-After'),
};

export const RespondsWith = (
  status: 200 | 201 | 204,
  description: string,
  type?: Class | [Class],
): MethodDecorator => applyDecorators(HttpCode(status), ApiResponse({ status, description, type }));

export const TakesId = (description: string, example: string): MethodDecorator =>
  ApiParam({ name: 'id', description, schema: { type: 'string', example } });

export const TakesDevice = (): MethodDecorator =>
  applyDecorators(
    RespondsWithProblems('device_not_found'),
    TakesId('Identifier of a device of the enterprise.', 'tablet-1'),
  );

export const OF_BODIES = ['payload_too_large', 'unsupported_media_type'] as const;

export function RespondsWithProblems(...codes: readonly ErrorCode[]): MethodDecorator & ClassDecorator {
  const statuses = [...new Set(codes.map((code) => ERROR_KINDS[code].status))];
  return applyDecorators(
    ...statuses.map((status) => {
      const ofStatus = codes.filter((code) => ERROR_KINDS[code].status === status);
      return ApiResponse({
        status,
        description: ofStatus.map((code) => `${ERROR_KINDS[code].title} (\`${code}\`).`).join(' '),
        headers: { ...HEADERS_OF_STATUS[status] },
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
    description: 'The fields to return, separated by commas.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string', enum: names } },
  });
};

/** Documents JSON only, so that generated clients get one type. The parameter `format` describes the other formats. */
export const RespondsWithRows = (
  type: Class,
  description: string,
  formats: readonly FormatName[] = ROW_FORMATS,
  headers: Headers = {},
): MethodDecorator =>
  applyDecorators(
    Offers(formats),
    ChoosesFields(type),
    ApiResponse({ status: 200, description, type: [type], headers }),
  );

/** `feed` is the path of the changes after the response. */
export const RespondsWithSnapshot = (type: Class, description: string, feed: string): MethodDecorator =>
  applyDecorators(
    HasFeed(feed),
    RespondsWithRows(
      type,
      `${description} The changes after this state are at \`${feed}\`.`,
      ALL_FORMATS,
      headersNamed('ETag', 'X-Sync-Token'),
    ),
    MayBeUnchanged(),
  );

class ChangesPage {
  @ApiProperty({ description: 'The token to continue with, as `since`.' })
  sync_token: string;

  @ApiProperty({ description: 'True if there are more items.' })
  has_more: boolean;

  @ApiProperty({
    description: 'The absolute URL of the next page. Null on the last page.',
    type: 'string',
    format: 'uri',
    nullable: true,
  })
  next: string | null;
}

export function ChangesPageOf<Item>(type: new () => Item): new () => ChangesPage & { items: Item[] } {
  class Changes extends ChangesPage {
    @ApiProperty({ description: 'The changed and deleted records.', type: [type] })
    items: Item[];
  }
  return Changes;
}

export const RespondsWithChanges = (page: Class, item: Class): MethodDecorator =>
  applyDecorators(
    Offers(ALL_FORMATS),
    ChoosesFields(item),
    ApiResponse({
      status: 200,
      description:
        'A page of changes. A deleted record has only its identifying values. NDJSON, CSV, and Parquet contain only the items, and the headers contain the rest.',
      type: page,
      headers: headersNamed('ETag', 'X-Sync-Token', 'Link'),
    }),
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
    ApiResponse({ status: 304, description: 'Nothing has changed.', headers: headersNamed('ETag') }),
  );
