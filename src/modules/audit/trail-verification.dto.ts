import { ApiProperty } from '@nestjs/swagger';
import { TRAIL_FLAWS } from './verify-trail.js';

export class TrailFlawDto {
  @ApiProperty({ description: 'The number of the event.', type: 'integer', example: 7 })
  sequence: number;

  @ApiProperty({
    description:
      '`removed`: the event is missing. `altered`: it, or its place, is not as it was written. `end_removed`: events are missing after the last. `end_altered`: the record of where the trail ends is missing or not as it was written.',
    enum: TRAIL_FLAWS,
    example: 'removed',
  })
  flaw: (typeof TRAIL_FLAWS)[number];
}

/** What a look at the whole audit trail found. */
export class TrailVerificationDto {
  @ApiProperty({ description: 'Whether every event is there as it was written.', example: true })
  intact: boolean;

  @ApiProperty({ description: 'Events found.', type: 'integer', example: 42 })
  events: number;

  @ApiProperty({
    description: 'The number of the last event; 0 where there is none.',
    type: 'integer',
    example: 42,
  })
  last_sequence: number;

  @ApiProperty({
    description: 'Its hash. Note it elsewhere, to see later that the trail has only grown.',
    example: '5f2b…',
  })
  last_hash: string;

  @ApiProperty({ description: 'What is not as it was written; at most the first 100.', type: [TrailFlawDto] })
  flaws: TrailFlawDto[];
}
