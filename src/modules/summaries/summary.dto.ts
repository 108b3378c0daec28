import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsOptional, type ValidationArguments } from 'class-validator';
import { FirstDay, InFormat, LastDay, Limit, OfDevices } from '../../http/list-query.dto.js';
import { notOneOf } from '../../http/validators.js';
import { WholeNumber } from '../../openapi/decorators.js';

export const GROUPINGS = ['app', 'device', 'day'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const DEFAULT_ROWS = 100;

export class SummaryQuery {
  @FirstDay()
  startdate: string;

  @LastDay()
  enddate: string;

  @ApiPropertyOptional({
    description: 'What a row is for: an app, a device, or a day in the time zone of the enterprise.',
    enum: GROUPINGS,
    default: 'app',
    example: 'app',
  })
  @IsOptional()
  @IsIn(GROUPINGS, { message: ({ value }: ValidationArguments) => notOneOf(GROUPINGS, value) })
  group_by?: Grouping;

  @OfDevices()
  device_id?: readonly string[];

  @Limit(
    'The maximum number of rows to return. `total` and `row_count` are for all rows.',
    1_000,
    DEFAULT_ROWS,
    10,
  )
  limit?: number;

  @InFormat(['json'])
  format?: 'json';
}

/** Has the type number, because sums above 2^53-1 are rounded. */
const Amount = (description: string, example: number): PropertyDecorator =>
  ApiProperty({ description, type: 'number', example });

class KeyDto {
  @ApiProperty({
    description:
      'The package name of the app, the identifier of the device, or the day (`YYYY-MM-DD`), depending on `group_by`.',
    example: 'com.google.android.apps.maps',
  })
  key: string;
}

class DataUsageTotalDto {
  @Amount('Mobile data usage in bytes.', 56623104)
  mobile: number;

  @Amount('Wi-Fi data usage in bytes.', 6291456)
  wifi: number;

  @Amount('The sum of both in bytes.', 62914560)
  total: number;
}

class DataUsageSumDto extends IntersectionType(KeyDto, DataUsageTotalDto) {}

class ScreenTimeTotalDto {
  @Amount('Screen time in milliseconds.', 16380000)
  screentime: number;
}

class ScreenTimeSumDto extends IntersectionType(KeyDto, ScreenTimeTotalDto) {}

const Day = (description: string, example: string): PropertyDecorator =>
  ApiProperty({ description, format: 'date', example });

class DaysDto {
  @Day('The first day of the summary.', '2026-03-29')
  startdate: string;

  @Day('The last day of the summary, inclusive.', '2026-03-30')
  enddate: string;

  @ApiProperty({ description: 'What a row is for: `app`, `device`, or `day`.', example: 'app' })
  group_by: Grouping;
}

class RowCountDto {
  @WholeNumber('The number of all rows, including those past `limit`.', 1)
  row_count: number;

  @ApiProperty({ description: 'True if there are more rows than `limit`.', example: false })
  has_more: boolean;
}

class DataUsageSumsDto {
  @ApiProperty({
    description:
      'The rows: the largest `total` first, then by `key`. With `group_by=day`, the days ascending.',
    type: [DataUsageSumDto],
  })
  rows: DataUsageSumDto[];

  @ApiProperty({ description: 'The sums of all rows.', type: () => DataUsageTotalDto })
  total: DataUsageTotalDto;
}

class ScreenTimeSumsDto {
  @ApiProperty({
    description:
      'The rows: the largest `screentime` first, then by `key`. With `group_by=day`, the days ascending.',
    type: [ScreenTimeSumDto],
  })
  rows: ScreenTimeSumDto[];

  @ApiProperty({ description: 'The sum of all rows.', type: () => ScreenTimeTotalDto })
  total: ScreenTimeTotalDto;
}

export class DataUsageSummaryDto extends IntersectionType(DaysDto, DataUsageSumsDto, RowCountDto) {}

export class ScreenTimeSummaryDto extends IntersectionType(DaysDto, ScreenTimeSumsDto, RowCountDto) {}
