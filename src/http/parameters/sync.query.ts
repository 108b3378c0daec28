import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, ValidateBy, type ValidationArguments } from 'class-validator';
import { isDay, NO_DAY } from './day-parameters.js';
import { FleetQuery } from './rows.query.js';

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
