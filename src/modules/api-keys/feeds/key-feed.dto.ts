import { ApiProperty } from '@nestjs/swagger';
import { CHANGE_KIND_NAMES, type ChangeKind } from '../../../database/changes/change-kinds.js';

/** How far one key has read one feed. */
export class KeyFeedDto {
  @ApiProperty({
    description: 'The entry of the key.',
    format: 'uuid',
    example: '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  })
  api_key_id: string;

  @ApiProperty({ description: 'What is followed.', enum: CHANGE_KIND_NAMES, example: 'locations' })
  feed: ChangeKind;

  @ApiProperty({
    description:
      'Whatever the service got to know until then, the key has asked for; null while it reads everything for the first time.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: '2026-03-29T08:15:30.000+02:00',
  })
  read_until: string | null;

  @ApiProperty({
    description: 'When it last asked, at most a minute behind.',
    format: 'date-time',
    example: '2026-03-29T08:15:30.000+02:00',
  })
  asked_at: string;
}
