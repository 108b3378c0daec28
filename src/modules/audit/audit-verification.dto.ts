import { ApiProperty } from '@nestjs/swagger';
import { WholeNumber } from '../../document/member.decorators.js';
import { OptionalNumber } from './audit.dto.js';

const TRAIL_FLAWS = ['removed', 'altered', 'end_removed', 'end_altered'] as const;
export type TrailFlaw = (typeof TRAIL_FLAWS)[number];

export class TrailFlawDto {
  @WholeNumber('The number of the event.', 7)
  sequence: number;

  @ApiProperty({
    description:
      '`removed`: the event is missing. `altered`: it, or its place, is not as it was written. `end_removed`: events are missing after the last. `end_altered`: the record of where the trail ends is missing or not as it was written.',
    enum: TRAIL_FLAWS,
    example: 'removed',
  })
  flaw: TrailFlaw;
}

/** Which piece of the trail to check. */
export class TrailVerificationQuery {
  @OptionalNumber('Only events with a number above this one, as `next` of the piece before says.', 10000)
  after?: string;
}

/** What a look at a piece of the audit trail found. */
export class TrailVerificationDto {
  @ApiProperty({ description: 'Whether every event of the piece is there as it was written.', example: true })
  intact: boolean;

  @WholeNumber('Events found in the piece.', 42)
  events: number;

  @WholeNumber('The number of the last event of the piece; 0 where there is none.', 42)
  last_sequence: number;

  @ApiProperty({
    description: 'Its hash. Note it elsewhere, to see later that the trail has only grown.',
    example: '5f2b…',
  })
  last_hash: string;

  @ApiProperty({
    description:
      'Where the next piece begins: the `after` to ask for. Null when the end of the trail has been checked.',
    type: 'integer',
    nullable: true,
    example: null,
  })
  next: number | null;

  @WholeNumber('How many events the trail has by its record, to see how far the check is.', 42)
  total: number;

  @ApiProperty({
    description: 'What is not as it was written; at most the first 100 of the piece.',
    type: [TrailFlawDto],
  })
  flaws: TrailFlawDto[];
}
