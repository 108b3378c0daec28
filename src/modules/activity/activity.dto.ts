import { PickType } from '@nestjs/swagger';
import { BulkDaysQuery } from '../../http/list-query.dto.js';
import { IntegerField, TextField, TimestampField } from '../../streaming/fields/fields.js';

export class ActivityQuery extends PickType(BulkDaysQuery, ['startdate', 'enddate']) {}

export class ActivityDto {
  @TimestampField({
    description: 'Start of the hour, in the time zone of the enterprise.',
    example: '2026-03-29T08:00:00.000+02:00',
  })
  hour: string;

  @TextField({ description: 'Identifier of the API key.', example: '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f' })
  api_key_id: string;

  @TextField({ description: 'Application, or its last name if the key is deleted.', example: 'Night report' })
  application: string;

  @TextField({ description: 'Scope of the requests.', example: 'device:GetList' })
  scope: string;

  @IntegerField({ description: 'Number of all requests.', always: true, example: 12 })
  requests: number;

  @IntegerField({
    description: 'Requests with another error status, or a truncated response.',
    always: true,
    example: 1,
  })
  errors: number;

  @IntegerField({ description: 'Requests with status 401, 403 or 429.', always: true, example: 0 })
  refused: number;

  @IntegerField({
    description: 'Requests to change feeds, including 304 responses.',
    always: true,
    example: 3,
  })
  feeds: number;

  @IntegerField({ description: 'Number of records sent.', always: true, column: 'records', example: 4200 })
  rows: number;

  @IntegerField({
    description: 'Size of the sent bodies in bytes.',
    always: true,
    large: true,
    example: 1843200,
  })
  bytes: number;
}
