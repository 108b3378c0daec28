import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { MOST_KEPT_DAYS } from '../../time/days.js';

/** Limits the count, so that no administrator waits for a large one. */
export const MOST_COUNTED = 100_000;

const Count = (what: string): PropertyDecorator =>
  ApiProperty({
    description: `How many ${what}; \`counted_up_to\` where there are so many or more.`,
    type: 'integer',
    example: 1200,
  });

const isNumberOfDays = (value: unknown): boolean =>
  typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value) && Number(value) <= MOST_KEPT_DAYS;

export class RetentionPreviewQuery {
  @ApiProperty({
    description: 'How many days would be kept.',
    type: 'integer',
    minimum: 1,
    maximum: MOST_KEPT_DAYS,
    example: 365,
  })
  @ValidateBy({
    name: 'isNumberOfDays',
    validator: {
      validate: isNumberOfDays,
      defaultMessage: () => `should be given once, as a whole number of days from 1 to ${MOST_KEPT_DAYS}`,
    },
  })
  retention_days: string;
}

export class RetentionPreviewDto {
  @ApiProperty({
    description: 'Everything from before would be removed, in the time zone of the enterprise.',
    format: 'date-time',
    example: '2026-03-29T00:00:00.000+01:00',
  })
  kept_from: string;

  @Count('records of data usage')
  datausage: number;

  @Count('records of screen time')
  screentime: number;

  @Count('positions')
  locations: number;

  @ApiProperty({ description: 'Of each kind no more are counted.', type: 'integer', example: MOST_COUNTED })
  counted_up_to: number;
}
