import { applyDecorators } from '@nestjs/common';
import { ApiHideProperty, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, ValidateBy, type ValidationArguments } from 'class-validator';
import { type InstantRange, instantsOfDays, parseDay } from '../../time/days.js';
import type { ZonedTime } from '../../time/zoned-time.js';
import { invalidParameter } from '../api-error.js';
import { FLEET_FORMATS, type FormatName, ROW_FORMATS } from './formats.js';

export const NO_DAY = 'should be given once, as a day that exists, in the form YYYY-MM-DD';

export const isDay = (value: unknown): boolean => typeof value === 'string' && parseDay(value) !== undefined;

const IsDay = (): PropertyDecorator =>
  ValidateBy({
    name: 'isDay',
    validator: {
      validate: isDay,
      defaultMessage: () => NO_DAY,
    },
  });

const Day = (description: string, example: string): PropertyDecorator =>
  applyDecorators(ApiProperty({ description, format: 'date', example }), IsDay());

export const FirstDay = (): PropertyDecorator =>
  Day('The first day, in the time zone of the enterprise.', '2026-03-29');
export const LastDay = (): PropertyDecorator =>
  Day('The last day, inclusive, in the time zone of the enterprise.', '2026-03-30');

export const OptionalDay = (description: string, example: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ description, format: 'date', example }), IsOptional(), IsDay());

/** All instants from the first to the last day asked for, both included; without one of them there is no bound. */
export function optionalDays(
  { startdate, enddate }: { readonly startdate?: string; readonly enddate?: string },
  time: ZonedTime,
): Partial<InstantRange> {
  const first = startdate === undefined ? undefined : requireDay('startdate', startdate);
  const last = enddate === undefined ? undefined : requireDay('enddate', enddate);
  if (first !== undefined && last !== undefined) refuseReverse(first, last);
  return {
    ...(first !== undefined && { from: instantsOfDays(first, first, time).from }),
    ...(last !== undefined && { until: instantsOfDays(last, last, time).until }),
  };
}

/** All instants of the days asked for, of which there may be `most`. */
export function requestedDays(
  { startdate, enddate }: { readonly startdate?: string; readonly enddate?: string },
  most: number,
  time: ZonedTime,
): InstantRange {
  const [first, last] = [requireDay('startdate', startdate), requireDay('enddate', enddate)];
  refuseReverse(first, last);
  if (last - first + 1 > most) {
    throw invalidParameter('enddate', `should be less than ${most} days after startdate`);
  }
  return instantsOfDays(first, last, time);
}

function refuseReverse(first: number, last: number): void {
  if (first > last) throw invalidParameter('startdate', 'should not be after enddate');
}

function requireDay(parameter: string, text = ''): number {
  const day = parseDay(text);
  if (day === undefined) throw invalidParameter(parameter, 'should be a day that exists');
  return day;
}

/** The names of fields; which ones there are, the answer knows. */
const FieldNames = (): PropertyDecorator =>
  applyDecorators(
    ApiHideProperty(), // the operation lists them
    IsOptional(),
    IsString({ message: 'should be given once, as names with commas between them' }),
  );

export const noFormat = (formats: readonly FormatName[]): string =>
  `should be given once, as one of: ${formats.join(', ')}`;

const InFormat = (formats: readonly FormatName[]): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      description: 'The format of the response. Takes precedence over the `Accept` header.',
      enum: formats,
      default: 'json',
      example: 'json',
    }),
    IsOptional(),
    IsIn(formats, { message: noFormat(formats) }),
  );

/** What may be asked of one object. */
export class ObjectQuery {
  @FieldNames()
  fields?: string;

  @InFormat(['json'])
  format?: 'json';
}

/** What may be asked of every array. */
export class RowsQuery {
  @FieldNames()
  fields?: string;

  @InFormat(ROW_FORMATS)
  format?: FormatName;
}

/** What may be asked of an array over all devices. */
export class FleetQuery {
  @FieldNames()
  fields?: string;

  @InFormat(FLEET_FORMATS)
  format?: FormatName;
}

const FIRST = 'The first day, in the time zone of the enterprise. Default: no limit.';
const LAST = 'The last day, inclusive, in the time zone of the enterprise. Default: no limit.';

/** The same of the history of one device. */
export class HistoryQuery extends RowsQuery {
  @OptionalDay(FIRST, '2026-03-29')
  startdate?: string;

  @OptionalDay(LAST, '2026-03-30')
  enddate?: string;
}

/** The most items of one answer of a feed that says how many it wants. */
const MOST_ITEMS = 50_000;
const NUMBER = /^[1-9]\d{0,4}$/;

const Since = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      description:
        'Returns the records that were added, changed, or deleted since this token, the `X-Sync-Token` of an earlier response. `beginning` returns everything. Each item has the additional field `deleted`.',
      example: 'beginning',
    }),
    IsOptional(),
    IsString({ message: 'should be given once, as a token' }),
  );

const Limit = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      description:
        'The maximum number of items to return. Requires `since`. A page may contain fewer. `Link` is the URL of the next page.',
      type: 'integer',
      minimum: 1,
      maximum: MOST_ITEMS,
      example: 1000,
    }),
    IsOptional(),
    ValidateBy({
      name: 'isLimit',
      validator: {
        validate: (value: unknown, of) => isLimit(value) && follows(of),
        defaultMessage: (of) =>
          isLimit(of?.value)
            ? 'goes with since only'
            : `should be given once, as a whole number from 1 to ${MOST_ITEMS}`,
      },
    }),
  );

const isLimit = (value: unknown): boolean =>
  typeof value === 'string' && NUMBER.test(value) && Number(value) <= MOST_ITEMS;

/** What may be asked of an array over all devices that can be followed. */
export class SyncQuery extends FleetQuery {
  @Since()
  since?: string;

  @Limit()
  limit?: string;
}

/** Required, unless changes are asked for: what counts there is when a record arrived. */
const DayOrSince = (description: string, example: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      description: `${description} Required without \`since\`, and not allowed with it.`,
      format: 'date',
      example,
    }),
    ValidateBy({
      name: 'isDayOrSince',
      validator: {
        validate: (value: unknown, of) => (follows(of) ? value === undefined : isDay(value)),
        defaultMessage: (of) => (follows(of) ? 'does not go with since' : NO_DAY),
      },
    }),
  );

const follows = (of: ValidationArguments | undefined): boolean =>
  (of?.object as SyncQuery | undefined)?.since !== undefined;

/** The same of histories: some days of them, or what changed. */
export class SyncDaysQuery extends SyncQuery {
  @DayOrSince('The first day, in the time zone of the enterprise.', '2026-03-29')
  startdate?: string;

  @DayOrSince('The last day, inclusive, in the time zone of the enterprise.', '2026-03-30')
  enddate?: string;
}
