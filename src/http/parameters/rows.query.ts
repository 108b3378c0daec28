import { applyDecorators } from '@nestjs/common';
import { ApiHideProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { OptionalDay } from './day-parameters.js';
import { FLEET_FORMATS, ROW_FORMATS, type FormatName } from './formats.js';

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
