import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { Instant, WholeNumber } from '../../document/member.decorators.js';
import { OptionalDay } from '../../http/parameters/day-parameters.js';
import { OUTCOMES, type Outcome } from './audit-actions.js';
import { ORDERS } from './audit-order.js';

/** Events of a page, unless the query says otherwise. */
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

/** Which events to show, and in which order. */
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

  @OneOf(
    'By what the events are sorted, with a minus the other way round: by number, which is the order of time, or by what they have in common, the newest of each first. The newest stand first where this is left out.',
    ORDERS,
    '-sequence',
  )
  sort?: string;

  @Optional(
    'Only events in whose text every word stands, in any case of letters; `a|b` is one word or the other. At most 10,000 events are looked at for one answer, which may therefore hold few or none and still have a `Link` to go on.',
    /^[^\p{Cc}]{1,2000}$/u,
    'should be given once, as words',
    'night report|report-2',
  )
  search?: string;

  @Optional(
    'Where the `Link` of the page before says that this one begins. All else in the query stays as it was.',
    /^[\w-]{1,1000}$/,
    'should be one that an answer gave',
    'WzEyMCxudWxsXQ',
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

export class AuditedKeyDto {
  @ApiProperty({ description: 'The entry.', example: '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f' })
  id: string;

  @ApiProperty({ description: 'Its application, by the last name in the trail.', example: 'Night report' })
  application: string;
}

/** What the events of the audit trail can be filtered by. */
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
