import { ApiProperty } from '@nestjs/swagger';
import { Refuses } from '../../http/validators.js';
import { Instant, WholeNumber } from '../../openapi/decorators.js';
import { MAX_KEPT_DAYS } from '../../time/days.js';

/** Limits the count, so that no administrator waits for a large one. */
export const MAX_COUNTED = 100_000;

const Count = (what: string): PropertyDecorator =>
  WholeNumber(`Number of ${what} to purge. At \`counted_up_to\` there may be more.`, 1200);

export class RetentionPreviewQuery {
  @ApiProperty({
    description: 'Retention period in days.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_KEPT_DAYS,
    example: 365,
  })
  @Refuses((value) =>
    typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value) && Number(value) <= MAX_KEPT_DAYS
      ? undefined
      : `must be given once, as a whole number of days from 1 to ${MAX_KEPT_DAYS}`,
  )
  retention_days: string;
}

export class RetentionPreviewDto {
  @Instant(
    'Start of the retention period, in the time zone of the enterprise. Older records would be purged.',
    '2026-03-29T00:00:00.000+01:00',
  )
  kept_from: string;

  @Count('data usage records')
  datausage: number;

  @Count('screen time records')
  screentime: number;

  @Count('location records')
  locations: number;

  @WholeNumber('Maximum count of each kind.', MAX_COUNTED)
  counted_up_to: number;
}
