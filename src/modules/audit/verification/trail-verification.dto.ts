import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';

export const TRAIL_FLAWS = ['removed', 'altered', 'end_removed', 'end_altered'] as const;
export type TrailFlaw = (typeof TRAIL_FLAWS)[number];

export class TrailFlawDto {
  @ApiProperty({ description: 'The number of the event.', type: 'integer', example: 7 })
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
  @ApiPropertyOptional({
    description: 'Only events with a number above this one, as `next` of the piece before says.',
    example: 10000,
  })
  @IsOptional()
  @Matches(/^\d{1,15}$/, { message: 'should be given once, as a whole number' })
  after?: string;
}

/** What a look at a piece of the audit trail found. */
export class TrailVerificationDto {
  @ApiProperty({ description: 'Whether every event of the piece is there as it was written.', example: true })
  intact: boolean;

  @ApiProperty({ description: 'Events found in the piece.', type: 'integer', example: 42 })
  events: number;

  @ApiProperty({
    description: 'The number of the last event of the piece; 0 where there is none.',
    type: 'integer',
    example: 42,
  })
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

  @ApiProperty({
    description: 'How many events the trail has by its record, to see how far the check is.',
    type: 'integer',
    example: 42,
  })
  total: number;

  @ApiProperty({
    description: 'What is not as it was written; at most the first 100 of the piece.',
    type: [TrailFlawDto],
  })
  flaws: TrailFlawDto[];
}
