import { ApiProperty } from '@nestjs/swagger';
import { Instant, Uuid, WholeNumber } from '../../openapi/decorators.js';
import { OptionalParameter } from '../../http/list-query.dto.js';
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

  @ApiProperty({
    description: 'Names of the refused parameters. Up to 20 of them.',
    type: [String],
    example: ['startdate'],
  })
  refused_parameters: string[];

  @ApiProperty({
    description: 'The `detail` of the error, without values of the request. Empty for a truncated response.',
    example: '`startdate` must be a date in `YYYY-MM-DD` format',
  })
  detail: string;
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
    refused_parameters: JSON.parse(call.refusedParameters ?? '[]') as string[],
    detail: call.detail,
  };
}

class KeyCallCountDto {
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

export class KeyCallPageDto {
  @ApiProperty({ description: 'The calls, newest first.', type: [KeyCallDto] })
  calls: KeyCallDto[];

  @ApiProperty({
    description: 'The `cursor` of the next page. Null on the last page.',
    type: String,
    nullable: true,
    example: '1774785791120-5d1b2c3e-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  })
  next_cursor: string | null;
}

export const DEFAULT_LIMIT = 50;
export const CURSOR = /^(\d{1,15})-([\w-]{1,36})$/;

export class KeyCallsQuery {
  @OptionalParameter(
    'Only calls with this `X-Request-Id`.',
    SANE_ID,
    'must be given once, as a request ID',
    '7b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  )
  request_id?: string;

  @OptionalParameter(
    'Only calls with this API key. It may be deleted.',
    /^[\w-]{1,64}$/,
    'must be the identifier of an API key',
    '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  )
  api_key_id?: string;

  @OptionalParameter('Only calls with this HTTP status.', /^[1-5]\d\d$/, 'must be an HTTP status', 404)
  status?: string;

  @OptionalParameter(
    'Only calls with this `code`.',
    /^\w{1,64}$/,
    'must be the code of an error',
    'device_not_found',
  )
  code?: string;

  @OptionalParameter(
    `Maximum number of calls, from 1 to 200. Default: ${DEFAULT_LIMIT}, or 200 with \`request_id\`.`,
    /^([1-9]\d?|1\d\d|200)$/,
    'must be a whole number from 1 to 200',
    50,
  )
  limit?: string;

  @OptionalParameter(
    'The `next_cursor` of the previous page. Keep all other parameters.',
    CURSOR,
    'must be a cursor from `next_cursor`',
    '1774785791120-5d1b2c3e-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  )
  cursor?: string;
}
