import { applyDecorators } from '@nestjs/common';
import { ApiHideProperty, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsArray, IsOptional, IsString, Length, Matches } from 'class-validator';
import { instantsOfDays, parseDay, type InstantRange } from '../time/days.js';
import type { ZonedTime } from '../time/zoned-time.js';
import { invalidParameter } from './api-error.js';
import { ALL_FORMATS, MayRepeat, ROW_FORMATS, type FormatName } from './request-validation.js';
import { notOneOf, notThese, notWithin, ONCE, Refuses } from './validators.js';

export const NO_DAY = 'must be a date in `YYYY-MM-DD` format';

const FIRST_DAY = 'The first day, in the time zone of the enterprise.';
const LAST_DAY = 'The last day, inclusive, in the time zone of the enterprise.';
const FIRST_EXAMPLE = '2026-03-29';
const LAST_EXAMPLE = '2026-03-30';

const IsDay = (): PropertyDecorator =>
  Refuses((value) => {
    if (Array.isArray(value)) return ONCE;
    return typeof value === 'string' && parseDay(value) !== undefined ? undefined : NO_DAY;
  });

export const FirstDay = (): PropertyDecorator =>
  applyDecorators(ApiProperty({ description: FIRST_DAY, format: 'date', example: FIRST_EXAMPLE }), IsDay());

export const LastDay = (): PropertyDecorator =>
  applyDecorators(ApiProperty({ description: LAST_DAY, format: 'date', example: LAST_EXAMPLE }), IsDay());

export const OptionalDay = (description: string, example: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ description, format: 'date', example }), IsOptional(), IsDay());

/** A parameter that may be given once, in this form. */
export const OptionalParameter = (
  description: string,
  form: RegExp,
  message: string,
  example: unknown,
): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ description, example }), IsOptional(), Matches(form, { message }));

const FORMAT_TEXTS: Readonly<Record<FormatName, string>> = {
  json: 'The format of the response. Takes precedence over the `Accept` header.',
  ndjson: '`ndjson`: one JSON object per line (`application/x-ndjson`).',
  csv: '`csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text.',
  parquet:
    '`parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`).',
};

export const InFormat = (formats: readonly FormatName[]): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      description: formats.map((format) => FORMAT_TEXTS[format]).join(' '),
      enum: formats,
      default: 'json',
    }),
    IsOptional(),
    Refuses((value) => (formats.some((format) => format === value) ? undefined : notOneOf(formats, value))),
  );

/** A longer number stays text, so that its error repeats what the client sent. */
const WHOLE_NUMBER = /^[1-9]\d{0,9}$/;

export const Limit = (description: string, most: number, usual: number, example: number): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      description,
      type: 'integer',
      minimum: 1,
      maximum: most,
      default: usual,
      example,
    }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : value,
    ),
    Refuses((value) => (typeof value === 'number' && value <= most ? undefined : notWithin(most, value))),
  );

class FieldsQuery {
  /** Any names. `FieldSelection.pick` checks them, and `ChoosesFields` documents them. */
  @ApiHideProperty()
  @IsOptional()
  @IsArray()
  @MayRepeat((names) => names.split(','))
  fields?: readonly string[];
}

export class ObjectQuery extends FieldsQuery {
  @InFormat(['json'])
  format?: 'json';
}

export class RowsQuery extends FieldsQuery {
  @InFormat(ROW_FORMATS)
  format?: FormatName;
}

export class HistoryQuery extends RowsQuery {
  @OptionalDay(`${FIRST_DAY} Default: no limit.`, FIRST_EXAMPLE)
  startdate?: string;

  @OptionalDay(`${LAST_DAY} Default: no limit.`, LAST_EXAMPLE)
  enddate?: string;
}

export class AllFormatsQuery extends FieldsQuery {
  @InFormat(ALL_FORMATS)
  format?: FormatName;
}

export const MAX_DEVICES = 100;

function wrongDevices(ids: readonly string[]): string | undefined {
  if (ids.length > MAX_DEVICES) return `must be at most ${MAX_DEVICES} identifiers`;
  const wrong = ids.filter((id, at) => id === '' || ids.indexOf(id) < at);
  return wrong.length === 0 ? undefined : `must be identifiers of devices, each once${notThese(wrong)}`;
}

/** The devices that a response is about. Repeated, because an identifier may contain a comma. */
export const OfDevices = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      description: 'Identifiers of devices. Repeat the parameter. Unknown devices match nothing.',
      type: [String],
      maxItems: MAX_DEVICES,
      example: ['tablet-1'],
    }),
    IsOptional(),
    Refuses((value) => wrongDevices(value as readonly string[])),
    MayRepeat(),
  );

/** Filters of a snapshot. Filtered responses have no sync token. */
export class DevicesFilterQuery extends AllFormatsQuery {
  @OfDevices()
  device_id?: readonly string[];
}

const MAX_STATUS = 100;

export class DevicesQuery extends DevicesFilterQuery {
  @ApiPropertyOptional({
    description: 'The status of the devices. Unknown values match nothing.',
    minLength: 1,
    maxLength: MAX_STATUS,
    example: 'ACTIVE',
  })
  @IsOptional()
  @Length(1, MAX_STATUS, { message: `must be one value of 1 to ${MAX_STATUS} characters` })
  status?: string;
}

export class BulkDaysQuery extends DevicesFilterQuery {
  @FirstDay()
  startdate: string;

  @LastDay()
  enddate: string;
}

const MAX_ITEMS = 50_000;
export const DEFAULT_ITEMS = 10_000;

export const BEGINNING = 'beginning';

export class ChangesQuery extends AllFormatsQuery {
  @ApiPropertyOptional({
    description:
      'A token: the `sync_token` or `X-Sync-Token` of an earlier response. Returns what was added, changed, or deleted after it. `beginning` returns everything.',
    default: BEGINNING,
    example: BEGINNING,
  })
  @IsOptional()
  @IsString({ message: ONCE })
  since: string = BEGINNING;

  @Limit(
    'The maximum number of items to return. A page may contain fewer, or none.',
    MAX_ITEMS,
    DEFAULT_ITEMS,
    1000,
  )
  limit?: number;
}

interface Days {
  readonly startdate?: string;
  readonly enddate?: string;
}

/** Includes both days. An absent day sets no bound. */
export function optionalDays({ startdate, enddate }: Days, time: ZonedTime): Partial<InstantRange> {
  const first = dayOf(startdate);
  const last = dayOf(enddate);
  refuseReverse(first, last);
  return {
    ...(first !== undefined && { from: instantsOfDays(first, first, time).from }),
    ...(last !== undefined && { until: instantsOfDays(last, last, time).until }),
  };
}

/** Includes both days. Throws if the range exceeds `most` days. */
export function requestedDays({ startdate, enddate }: Days, most: number, time: ZonedTime): InstantRange {
  const [first = NaN, last = NaN] = [dayOf(startdate), dayOf(enddate)];
  refuseReverse(first, last);
  if (last - first + 1 > most)
    throw invalidParameter('enddate', `must be less than ${most} days after \`startdate\``);
  return instantsOfDays(first, last, time);
}

/** Returns the number of a day that its query class has validated. */
const dayOf = (text: string | undefined): number | undefined => (text === undefined ? text : parseDay(text));

function refuseReverse(first: number | undefined, last: number | undefined): void {
  if (first !== undefined && last !== undefined && first > last)
    throw invalidParameter('startdate', 'must not be after `enddate`');
}
