import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { OptionalDay } from '../../http/day-parameters.js';

const Optional = (
  description: string,
  form: RegExp,
  message: string,
  example: unknown,
): PropertyDecorator => {
  const decorators = [
    ApiPropertyOptional({ description, example }),
    IsOptional(),
    Matches(form, { message }),
  ];
  return (prototype, property) => {
    for (const decorate of decorators) decorate(prototype, property);
  };
};

const NUMBER = 'should be given once, as a whole number';

/** Which events to show. Without any of these all are. */
export class AuditEventsQuery {
  @Optional(
    'Only events with a number below this one: the next page of older events.',
    /^\d{1,15}$/,
    NUMBER,
    120,
  )
  before?: string;

  @Optional('Only events with a number above this one: what is new.', /^\d{1,15}$/, NUMBER, 80)
  after?: string;

  @Optional(
    'At most so many events, up to 1000.',
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

  @OptionalDay('Only events of this day and later, in the time zone of the enterprise.', '2026-03-29')
  startdate?: string;

  @OptionalDay('Only events of this day and before, in the time zone of the enterprise.', '2026-03-30')
  enddate?: string;
}
