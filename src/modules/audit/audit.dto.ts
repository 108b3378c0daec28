import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { Instant, WholeNumber } from '../../openapi/decorators.js';
import { OptionalDay } from '../../http/list-query.dto.js';
import { OUTCOMES, type Outcome } from './audit.entity.js';

export const DEFAULT_LIMIT = 100;

const Optional = (description: string, form: RegExp, message: string, example: unknown): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ description, example }), IsOptional(), Matches(form, { message }));

export const OptionalNumber = (description: string, example: number): PropertyDecorator =>
  Optional(description, /^\d{1,15}$/, 'should be given once, as a whole number', example);

const OneOf = (description: string, names: readonly string[], example: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ description, enum: names, example }),
    IsOptional(),
    IsIn(names, { message: `should be one of: ${names.join(', ')}` }),
  );

export class AuditEventsQuery {
  @OptionalNumber('Only events with a number below this one: the next page of older events.', 120)
  before?: string;

  @OptionalNumber('Only events with a number above this one: what is new.', 80)
  after?: string;

  @Optional(
    `At most so many events, up to 1000; ${DEFAULT_LIMIT} where this is left out.`,
    /^([1-9]\d{0,2}|1000)$/,
    'should be a whole number from 1 to 1000',
    100,
  )
  limit?: string;

  @Optional('Only this kind of event.', /^[\w.]{1,64}$/, 'should be the name of an action', 'api_key.created')
  action?: string;

  @Optional(
    'Only what this one did.',
    /^[^\p{Cc}]{1,500}$/u,
    'should be given once, as the name of who acted',
    'admin:ines@havelwerk.example',
  )
  actor?: string;

  @Optional(
    'Only events of this entry.',
    /^[\w-]{1,64}$/,
    'should be the identifier of an entry',
    '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  )
  api_key_id?: string;

  @OneOf('Only what was done, or only what was refused: sign-ins that failed and calls.', OUTCOMES, 'refused')
  outcome?: Outcome;

  @OptionalDay('Only events of this day and later, in the time zone of the enterprise.', '2026-03-29')
  startdate?: string;

  @OptionalDay('Only events of this day and before, in the time zone of the enterprise.', '2026-03-30')
  enddate?: string;

  @Optional(
    'Only events whose text contains every word, ignoring case; `a|b` is one word or the other. The search covers the newest 10,000 events that match the other parameters.',
    /^[^\p{Cc}]{1,2000}$/u,
    'should be given once, as words',
    'night report|report-2',
  )
  search?: string;

  @Optional(
    'The next page, from the `Link` of the page before. Keep all other parameters.',
    /^\d{1,15}-\d{1,5}$/,
    'should be one that a response gave',
    '120-0',
  )
  cursor?: string;
}

export class AuditEventDto {
  @WholeNumber('Number of the event in the trail of the enterprise, without gaps.', 7)
  sequence: number;

  @Instant('When it happened.')
  at: string;

  @ApiProperty({ description: 'Who acted.', example: 'admin-token' })
  actor: string;

  @ApiProperty({ description: 'What was done.', example: 'api_key.created' })
  action: string;

  @ApiProperty({
    description: 'The entry it was done to; empty where there is none.',
    example: '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  })
  api_key_id: string;

  @ApiProperty({ description: 'The application of that entry.', example: 'Night report' })
  application: string;

  @ApiProperty({
    description: 'What changed.',
    type: 'object',
    additionalProperties: true,
    example: { scopes: ['device:GetList'] },
  })
  details: Record<string, unknown>;

  @ApiProperty({ description: 'The address it came from.', example: '10.20.4.17' })
  address: string;

  @ApiProperty({ description: 'The id of the request.', example: '3f0c9a52-6f0e-4d0a-9a57-6a3f2b1c7d10' })
  request_id: string;
}

export class AuditSearchDto {
  @ApiProperty({ description: 'A page of events, the newest first.', type: [AuditEventDto] })
  events: AuditEventDto[];

  @ApiProperty({
    description: 'Whether the search stopped at 10,000 events. Older events were not searched.',
    example: false,
  })
  search_limited: boolean;
}

export class AuditedKeyDto {
  @ApiProperty({ description: 'The entry.', example: '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f' })
  id: string;

  @ApiProperty({ description: 'Its application, by the last name in the trail.', example: 'Night report' })
  application: string;
}

export class AuditFiltersDto {
  @ApiProperty({
    description: 'Everybody who acted.',
    type: [String],
    example: ['admin-token', 'admin:ines@havelwerk.example'],
  })
  actors: string[];

  @ApiProperty({
    description: 'Every key to which something was done, deleted ones included.',
    type: [AuditedKeyDto],
  })
  keys: AuditedKeyDto[];
}

const AUDIT_FLAWS = ['removed', 'altered', 'end_removed', 'end_altered'] as const;
export type TrailFlaw = (typeof AUDIT_FLAWS)[number];

export class TrailFlawDto {
  @WholeNumber('The number of the event.', 7)
  sequence: number;

  @ApiProperty({
    description:
      '`removed`: the event is missing. `altered`: it, or its place, is not as it was written. `end_removed`: events are missing after the last. `end_altered`: the record of where the trail ends is missing or not as it was written.',
    enum: AUDIT_FLAWS,
    example: 'removed',
  })
  flaw: TrailFlaw;
}

export class TrailVerificationQuery {
  @OptionalNumber('Only events with a number above this one, as `next` of the piece before says.', 10000)
  after?: string;
}

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
