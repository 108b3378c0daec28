import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { invalidParameter } from '../api-error.js';
import { instantsOfDays, parseDay, type InstantRange } from '../../time/days.js';
import type { ZonedTime } from '../../time/zoned-time.js';

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
