import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { Instant, Uuid, WholeNumber } from '../../openapi/decorators.js';
import { SANE_ID } from '../../http/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { OfKey } from './api-key.dto.js';
import type { FailedCall } from './api-key.entities.js';

const KEY_STATES = ['expired', 'paused', 'replaced'] as const;
export type KeyState = (typeof KEY_STATES)[number];

export class KeyCallDto {
  @Uuid('Identifier of the call.', '5d1b2c3e-52d5-4c5b-9b0e-0a6c7f1d2e3f')
  id: string;

  @OfKey()
  api_key_id: string;

  @Instant('Time of the call.', '2026-03-29T14:03:11.120+02:00')
  called_at: string;

  @ApiProperty({
    description: 'The `X-Request-Id` of the response. Clients can set it, so it is not unique.',
    example: '7b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  })
  request_id: string;

  @ApiProperty({ description: 'HTTP method.', example: 'GET' })
  method: string;

  @ApiProperty({
    description: 'Route, with names instead of path parameters. Empty for an unknown path.',
    example: '/api/v1/device/id/:id',
  })
  route: string;

  @WholeNumber('HTTP status.', 404)
  status: number;

  @ApiProperty({
    description: 'The `code` of the error, or `broken_off` for a truncated response.',
    example: 'device_not_found',
  })
  code: string;

  @ApiProperty({
    description: 'Reason why the key was invalid. Null if it was valid. The response does not contain it.',
    type: 'string',
    enum: [...KEY_STATES, null],
    nullable: true,
    example: null,
  })
  key_state: KeyState | null;

  @ApiProperty({
    description: 'IPv4 address of the client, or the first 64 bits of its IPv6 address.',
    example: '203.0.113.7',
  })
  network: string;

  @WholeNumber('Duration in milliseconds.', 12)
  milliseconds: number;
}

export function toKeyCallDto(call: FailedCall, timeZone: string): KeyCallDto {
  return {
    id: call.id,
    api_key_id: call.apiKeyId,
    called_at: ZonedTime.of(timeZone).format(call.calledAt),
    request_id: call.requestId,
    method: call.method,
    route: call.route,
    status: call.status,
    code: call.code,
    key_state: call.keyState as KeyState | null,
    network: call.network,
    milliseconds: call.milliseconds,
  };
}

export class KeyCallCountDto {
  @WholeNumber('HTTP status.', 404)
  status: number;

  @ApiProperty({ description: 'The `code` of the error. Empty for a success.', example: 'device_not_found' })
  code: string;

  @WholeNumber('Number of calls.', 3)
  calls: number;
}

export class KeyCallsDto {
  @ApiProperty({ description: 'Number of calls in the last 7 days by result.', type: [KeyCallCountDto] })
  counts: KeyCallCountDto[];

  @ApiProperty({ description: 'The last 200 failed calls of these days, newest first.', type: [KeyCallDto] })
  failed: KeyCallDto[];
}

export class KeyCallsQuery {
  @ApiProperty({ description: 'The `X-Request-Id`.', example: '7b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f' })
  @Matches(SANE_ID, { message: 'must be given once, as a request ID' })
  request_id: string;
}
