import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { Instant, WholeNumber } from '../../openapi/decorators.js';
import { OptionalParameter, OptionalDay } from '../../http/list-query.dto.js';
import { OUTCOMES, type Outcome } from './audit.entity.js';

export const DEFAULT_LIMIT = 100;

const OptionalNumber = (description: string, example: number): PropertyDecorator =>
  OptionalParameter(description, /^\d{1,15}$/, 'must be given once, as a whole number', example);

export class AuditEventsQuery {
  @OptionalNumber('Only events with a lower sequence number.', 120)
  before?: string;

  @OptionalNumber('Only events with a higher sequence number.', 80)
  after?: string;

  @OptionalParameter(
    `Maximum number of events, from 1 to 1000. Default: ${DEFAULT_LIMIT}.`,
    /^([1-9]\d{0,2}|1000)$/,
    'must be a whole number from 1 to 1000',
    100,
  )
  limit?: string;

  @OptionalParameter(
    'Only events with this action.',
    /^[\w.]{1,64}$/,
    'must be the name of an action',
    'api_key.created',
  )
  action?: string;

  @OptionalParameter(
    'Only events of this actor.',
    /^[^\p{Cc}]{1,500}$/u,
    'must be given once, as the name of an actor',
    'admin:ines@havelwerk.example',
  )
  actor?: string;

  @OptionalParameter(
    'Only events of this API key.',
    /^[\w-]{1,64}$/,
    'must be the identifier of an API key',
    '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  )
  api_key_id?: string;

  @ApiPropertyOptional({
    description: 'Only successful actions, or only failed sign-ins and refused calls.',
    enum: OUTCOMES,
    example: 'refused',
  })
  @IsOptional()
  @IsIn(OUTCOMES, { message: `must be one of: ${OUTCOMES.join(', ')}` })
  outcome?: Outcome;

  @OptionalDay('Only events from this day on, in the time zone of the enterprise.', '2026-03-29')
  startdate?: string;

  @OptionalDay('Only events up to this day, in the time zone of the enterprise.', '2026-03-30')
  enddate?: string;

  @OptionalParameter(
    'Only events whose text contains every word, ignoring case. `a|b` matches either word. The search covers the newest 10,000 events that match the other parameters.',
    /^[^\p{Cc}]{1,2000}$/u,
    'must be given once, as words',
    'night report|report-2',
  )
  search?: string;

  @OptionalParameter(
    'Cursor of the next page, from the `Link` of the previous page. Keep all other parameters.',
    /^\d{1,15}-\d{1,5}$/,
    'must be a cursor from a `Link` header',
    '120-0',
  )
  cursor?: string;
}

export class AuditEventDto {
  @WholeNumber('Sequence number in the audit log of the enterprise, without gaps.', 7)
  sequence: number;

  @Instant('Time of the event.')
  at: string;

  @ApiProperty({ description: 'Actor.', example: 'admin-token' })
  actor: string;

  @ApiProperty({ description: 'Action.', example: 'api_key.created' })
  action: string;

  @ApiProperty({
    description: 'Identifier of the API key, or empty.',
    example: '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  })
  api_key_id: string;

  @ApiProperty({ description: 'Application of the API key.', example: 'Night report' })
  application: string;

  @ApiProperty({
    description: 'Details of the action.',
    type: 'object',
    additionalProperties: true,
    example: { scopes: ['device:GetList'] },
  })
  details: Record<string, unknown>;

  @ApiProperty({ description: 'Client address.', example: '10.20.4.17' })
  address: string;

  @ApiProperty({ description: 'Request ID.', example: '3f0c9a52-6f0e-4d0a-9a57-6a3f2b1c7d10' })
  request_id: string;
}

export class AuditSearchDto {
  @ApiProperty({ description: 'A page of events, newest first.', type: [AuditEventDto] })
  events: AuditEventDto[];

  @ApiProperty({ description: 'True if the search did not cover older events.', example: false })
  search_limited: boolean;
}

export class AuditedKeyDto {
  @ApiProperty({ description: 'Identifier of the API key.', example: '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f' })
  id: string;

  @ApiProperty({ description: 'Last application name in the audit log.', example: 'Night report' })
  application: string;
}

export class AuditFiltersDto {
  @ApiProperty({
    description: 'All actors.',
    type: [String],
    example: ['admin-token', 'admin:ines@havelwerk.example'],
  })
  actors: string[];

  @ApiProperty({ description: 'All API keys, including deleted ones.', type: [AuditedKeyDto] })
  keys: AuditedKeyDto[];
}

const AUDIT_FLAWS = ['removed', 'altered', 'end_removed', 'end_altered'] as const;
export type AuditFlaw = (typeof AUDIT_FLAWS)[number];

class AuditFlawDto {
  @WholeNumber('Sequence number of the event.', 7)
  sequence: number;

  @ApiProperty({
    description:
      '`removed`: the event is missing. `altered`: the event or its position was changed. `end_removed`: events are missing at the end. `end_altered`: the record of the end is missing or was changed.',
    enum: AUDIT_FLAWS,
    example: 'removed',
  })
  flaw: AuditFlaw;
}

export class AuditVerificationQuery {
  @OptionalNumber('Only events with a higher sequence number: the `next` of the previous response.', 10000)
  after?: string;
}

export class AuditVerificationDto {
  @ApiProperty({ description: 'True if no checked event was removed or altered.', example: true })
  intact: boolean;

  @WholeNumber('Number of checked events.', 42)
  events: number;

  @WholeNumber('Sequence number of the last checked event, or 0.', 42)
  last_sequence: number;

  @ApiProperty({
    description:
      'Hash of the last checked event. Store it outside the database to prove later that the log was not rewritten.',
    example: '5f2b…',
  })
  last_hash: string;

  @ApiProperty({
    description: 'The `after` of the next request. Null at the end of the log.',
    type: 'integer',
    nullable: true,
    example: null,
  })
  next: number | null;

  @WholeNumber('Number of events in the log.', 42)
  total: number;

  @ApiProperty({ description: 'The first 100 removed or altered events.', type: [AuditFlawDto] })
  flaws: AuditFlawDto[];
}
