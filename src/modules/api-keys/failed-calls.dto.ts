import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { Instant, Uuid, WholeNumber } from '../../openapi/decorators.js';
import { SANE_ID } from '../../http/request-context.js';
import { OfKey } from './api-key.dto.js';

const KEY_STATES = ['expired', 'paused', 'replaced'] as const;
export type KeyState = (typeof KEY_STATES)[number];

export class KeyCallDto {
  @Uuid(
    'Identifier of the record: that of the request may be there twice.',
    '5d1b2c3e-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  )
  id: string;

  @OfKey()
  api_key_id: string;

  @Instant('When the call arrived.', '2026-03-29T14:03:11.120+02:00')
  called_at: string;

  @ApiProperty({
    description: 'What the answer named in `X-Request-Id`. Callers may choose it, and choose it twice.',
    example: '7b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  })
  request_id: string;

  @ApiProperty({ description: 'The method.', example: 'GET' })
  method: string;

  @ApiProperty({
    description:
      'The route, with names in the place of what callers put there; empty where the path has none.',
    example: '/api/v1/device/id/:id',
  })
  route: string;

  @WholeNumber('The HTTP status.', 404)
  status: number;

  @ApiProperty({
    description: 'The `code` of the answer; `broken_off` where it began and did not arrive whole.',
    example: 'device_not_found',
  })
  code: string;

  @ApiProperty({
    description:
      'What was wrong with the key itself, where a call was refused before it was known: to callers a key that has ended is an unknown one.',
    type: 'string',
    enum: [...KEY_STATES, null],
    nullable: true,
    example: null,
  })
  key_state: KeyState | null;

  @ApiProperty({
    description: 'From where it came: an IPv4 address, or the first 64 bits of an IPv6 address.',
    example: '203.0.113.7',
  })
  network: string;

  @WholeNumber('How long it took.', 12)
  milliseconds: number;
}

export class KeyCallCountDto {
  @WholeNumber('The status of the answers.', 404)
  status: number;

  @ApiProperty({
    description: 'Their `code`, as of the calls; empty where nothing failed.',
    example: 'device_not_found',
  })
  code: string;

  @WholeNumber('How many there were.', 3)
  calls: number;
}

export class KeyCallsDto {
  @ApiProperty({ description: 'All calls of the last 7 days, by how they ended.', type: [KeyCallCountDto] })
  counts: KeyCallCountDto[];

  @ApiProperty({
    description: 'The last 200 of these days that were refused or failed, the newest first.',
    type: [KeyCallDto],
  })
  failed: KeyCallDto[];
}

export class KeyCallsQuery {
  @ApiProperty({
    description: 'The id of a request, as the answer to it said.',
    example: '7b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  })
  @Matches(SANE_ID, { message: 'should be given once, as a request id' })
  request_id: string;
}
