import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { fieldsOf } from '../streaming/fields/fields.js';
import { quoted } from '../streaming/formats/csv.js';
import {
  FLEET_FORMATS,
  MEDIA_TYPES,
  Offers,
  ROW_FORMATS,
  type FormatName,
} from '../http/parameters/formats.js';
import {
  BODY_HEADERS,
  COMMON_HEADERS,
  headersNamed,
  KEY_HEADERS,
  type Class,
} from './operation.decorators.js';

/** What operations that answer with rows say of themselves: the fields to choose from and the formats. */

/** Exactly these fields of the class, where a caller names some. */
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

/** Arrays in every format, with what is left of a key's limits. */
export const AnswersRows = (type: Class, description: string): MethodDecorator =>
  describeRows(type, description, ROW_FORMATS, KEY_HEADERS);

/** The same over all devices, which can be followed. */
export const AnswersFleet = (type: Class, description: string): MethodDecorator =>
  applyDecorators(
    describeRows(
      type,
      `${description} With \`since\` what changed: each item has the additional field \`deleted\`. A deleted record has only its identifying values.`,
      FLEET_FORMATS,
      { ...headersNamed('ETag', 'X-Sync-Token', 'Link'), ...KEY_HEADERS },
    ),
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

/** The arrays of internal routes, which no key's rate limits. */
export const ViewsRows = (type: Class, description: string): MethodDecorator =>
  describeRows(type, description, ROW_FORMATS, {});

export const ViewsFleet = (type: Class, description: string): MethodDecorator =>
  describeRows(type, description, FLEET_FORMATS, {});

function describeRows(
  type: Class,
  description: string,
  formats: readonly FormatName[],
  headers: object,
): MethodDecorator {
  const content = formats.map((format) => [MEDIA_TYPES[format], contentOf(format, type)] as const);
  return applyDecorators(
    Offers(formats),
    ChoosesFields(type),
    ApiExtraModels(type),
    ApiResponse({
      status: 200,
      description,
      headers: { ...BODY_HEADERS, ...headersNamed('Content-Disposition'), ...headers },
      content: Object.fromEntries(content),
    }),
  );
}

/** A string as the bytes of a format, and an item in it. */
const text = (description: string, example: string): object => ({
  schema: { type: 'string', description },
  example,
});

function contentOf(format: FormatName, type: Class): object {
  switch (format) {
    case 'json':
      return { schema: { type: 'array', items: { $ref: getSchemaPath(type) } } };
    case 'ndjson':
      return text('One JSON object per line (NDJSON).', `${JSON.stringify(exampleOf(type))}\n`);
    case 'csv':
      return text(
        'CSV (RFC 4180) in UTF-8 with a header line. Null is an empty cell, an empty string is `""`, and inner objects are JSON text.',
        csvOf(exampleOf(type)),
      );
    case 'parquet':
      return {
        schema: {
          type: 'string',
          format: 'binary',
          description:
            'A Parquet file: timestamps in UTC with milliseconds, integers as INT64, decimals as DOUBLE, inner objects as JSON text.',
        },
      };
  }
}

/** The fields that need no asking for, as the document has them. */
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
