import { IntegerField, TextField, TimestampField } from '../../streaming/fields/fields.js';
import { FirstDay, LastDay } from '../../http/list-query.dto.js';

export class ActivityQuery {
  @FirstDay()
  startdate: string;

  @LastDay()
  enddate: string;
}

export class ActivityDto {
  @TimestampField({
    description: 'When the hour began, in the time zone of the enterprise.',
    example: '2026-03-29T08:00:00.000+02:00',
  })
  hour: string;

  @TextField({ description: 'The entry of the key.', example: '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f' })
  api_key_id: string;

  @TextField({ description: 'Its application; of a deleted entry the last name.', example: 'Night report' })
  application: string;

  @TextField({ description: 'What was read.', example: 'device:GetList' })
  scope: string;

  @IntegerField({ description: 'All requests, those below included.', always: true, example: 12 })
  requests: number;

  @IntegerField({
    description:
      'Requests that were let in and failed: bad parameters, no such device, errors, broken-off answers.',
    always: true,
    example: 1,
  })
  errors: number;

  @IntegerField({
    description: 'Requests that were not let in: another enterprise, a missing scope, too many of them.',
    always: true,
    example: 0,
  })
  refused: number;

  @IntegerField({
    description: 'Requests that followed a feed (`since`), answered or not changed.',
    always: true,
    example: 3,
  })
  feeds: number;

  @IntegerField({ description: 'Records sent.', always: true, column: 'records', example: 4200 })
  rows: number;

  @IntegerField({ description: 'Bytes of bodies sent.', always: true, large: true, example: 1843200 })
  bytes: number;
}
