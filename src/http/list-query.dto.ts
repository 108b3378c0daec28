import { applyDecorators } from '@nestjs/common';
import { ApiHideProperty, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, ValidateBy, type ValidationArguments } from 'class-validator';
import { instantsOfDays, parseDay, type InstantRange } from '../time/days.js';
import type { ZonedTime } from '../time/zoned-time.js';
import { invalidParameter } from './api-error.js';
import { FLEET_FORMATS, ROW_FORMATS, type FormatName } from './request-validation.js';

export const NO_DAY = 'must be a date in `YYYY-MM-DD` format';

const FIRST_DAY = 'The first day, in the time zone of the enterprise.';
const LAST_DAY = 'The last day, inclusive, in the time zone of the enterprise.';
const [FIRST_EXAMPLE, LAST_EXAMPLE] = ['2026-03-29', '2026-03-30'];

const isDay = (value: unknown): boolean => typeof value === 'string' && parseDay(value) !== undefined;

const IsDay = (): PropertyDecorator =>
  ValidateBy({ name: 'isDay', validator: { validate: isDay, defaultMessage: () => NO_DAY } });

export const FirstDay = (): PropertyDecorator =>
  applyDecorators(ApiProperty({ description: FIRST_DAY, format: 'date', example: FIRST_EXAMPLE }), IsDay());

export const LastDay = (): PropertyDecorator =>
  applyDecorators(ApiProperty({ description: LAST_DAY, format: 'date', example: LAST_EXAMPLE }), IsDay());

export const OptionalDay = (description: string, example: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ description, format: 'date', example }), IsOptional(), IsDay());

export const noFormat = (formats: readonly FormatName[]): string => `must be one of: ${formats.join(', ')}`;

const FORMAT_TEXTS: Readonly<Record<FormatName, string>> = {
  json: 'The format of the response. Takes precedence over the `Accept` header.',
  ndjson: '`ndjson`: one JSON object per line (`application/x-ndjson`).',
  csv: '`csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text.',
  parquet:
    '`parquet`: timestamps in UTC with milliseconds, integers as INT64, decimals as DOUBLE, inner objects as JSON text (`application/vnd.apache.parquet`).',
};

const InFormat = (formats: readonly FormatName[]): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      description: formats.map((format) => FORMAT_TEXTS[format]).join(' '),
      enum: formats,
      default: 'json',
      example: 'json',
    }),
    IsOptional(),
    IsIn(formats, { message: noFormat(formats) }),
  );

class FieldsQuery {
  /** Any names. `FieldSelection.pick` checks them, and `ChoosesFields` documents them. */
  @ApiHideProperty()
  @IsOptional()
  @IsString({ message: 'must be sent once, as names separated by commas' })
  fields?: string;
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

export class FleetQuery extends FieldsQuery {
  @InFormat(FLEET_FORMATS)
  format?: FormatName;
}

const MAX_ITEMS = 50_000;

const isLimit = (value: unknown): boolean =>
  typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value) && Number(value) <= MAX_ITEMS;

const hasSince = (of: ValidationArguments | undefined): boolean =>
  (of?.object as SyncQuery | undefined)?.since !== undefined;

export class SyncQuery extends FleetQuery {
  @ApiPropertyOptional({
    description:
      'Returns the records that were added, changed, or deleted since this token, the `X-Sync-Token` of an earlier response. `beginning` returns everything. Each item has the additional field `deleted`.',
    example: 'beginning',
  })
  @IsOptional()
  @IsString({ message: 'must be `beginning` or a token from `X-Sync-Token`' })
  since?: string;

  @ApiPropertyOptional({
    description:
      'The maximum number of items to return. Requires `since`. A page may contain fewer. `Link` is the URL of the next page.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_ITEMS,
    example: 1000,
  })
  @IsOptional()
  @ValidateBy({
    name: 'isLimit',
    validator: {
      validate: (value: unknown, of) => isLimit(value) && hasSince(of),
      defaultMessage: (of) =>
        isLimit(of?.value)
          ? 'must be omitted without `since`'
          : `must be a whole number from 1 to ${MAX_ITEMS}`,
    },
  })
  limit?: string;
}

/** Requires a day without `since` and rejects it with `since`, because a feed orders records by arrival. */
const DayOrSince = (description: string, example: string): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ description, format: 'date', example }),
    ValidateBy({
      name: 'isDayOrSince',
      validator: {
        validate: (value: unknown, of) => (hasSince(of) ? value === undefined : isDay(value)),
        defaultMessage: (of) => (hasSince(of) ? 'must be omitted with `since`' : NO_DAY),
      },
    }),
  );

export class SyncDaysQuery extends SyncQuery {
  @DayOrSince(FIRST_DAY, FIRST_EXAMPLE)
  startdate?: string;

  @DayOrSince(LAST_DAY, LAST_EXAMPLE)
  enddate?: string;
}

interface Days {
  readonly startdate?: string;
  readonly enddate?: string;
}

/** Includes both days. An absent day sets no bound. */
export function optionalDays({ startdate, enddate }: Days, time: ZonedTime): Partial<InstantRange> {
  const [first, last] = [dayOf(startdate), dayOf(enddate)];
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
