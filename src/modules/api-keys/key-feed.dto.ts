import { ApiProperty } from '@nestjs/swagger';
import { CHANGE_KIND_NAMES, type ChangeKind } from '../../database/change-log.js';
import { Instant, InstantOrNull } from '../../openapi/decorators.js';
import { OfKey } from './api-key.dto.js';

/** How far one key has read one feed. */
export class KeyFeedDto {
  @OfKey()
  api_key_id: string;

  @ApiProperty({ description: 'What is followed.', enum: CHANGE_KIND_NAMES, example: 'locations' })
  feed: ChangeKind;

  @InstantOrNull(
    'Whatever the service got to know until then, the key has asked for; null while it reads everything for the first time.',
  )
  read_until: string | null;

  @Instant('When it last asked, at most a minute behind.')
  asked_at: string;
}
