import { ApiProperty, PickType } from '@nestjs/swagger';
import { ObjectQuery } from '../../http/list-query.dto.js';
import { InstantOrNull, WholeNumber } from '../../openapi/decorators.js';

export class EnterpriseQuery extends PickType(ObjectQuery, ['format']) {}

class RequestLimitDto {
  @WholeNumber('The number of requests in a window.', 1000)
  quota: number;

  @WholeNumber('The length of a window in seconds. A window begins with its first request.', 100)
  seconds: number;
}

class BulkLimitDto extends RequestLimitDto {
  @WholeNumber('The number of bulk requests at the same time, per process of the service.', 4)
  concurrent: number;
}

class LimitsDto {
  @ApiProperty({
    description: 'The limit of all requests of the key. Null if there is none.',
    type: () => RequestLimitDto,
    nullable: true,
  })
  requests: RequestLimitDto | null;

  @ApiProperty({
    description: 'The limit of its bulk requests, which count as requests too. Null if there is none.',
    type: () => BulkLimitDto,
    nullable: true,
  })
  bulk: BulkLimitDto | null;
}

export class EnterpriseDto {
  @ApiProperty({ description: 'Identifier of the enterprise.', example: 'havelwerk-logistik' })
  id: string;

  @ApiProperty({ description: 'Name of the enterprise.', example: 'Havelwerk Logistik GmbH' })
  name: string;

  @ApiProperty({
    description: 'IANA name of the time zone of all days and timestamps.',
    example: 'Europe/Berlin',
  })
  time_zone: string;

  @ApiProperty({
    description:
      'Days for which data usage, screen time, and locations are kept. Null if they are kept indefinitely.',
    type: 'integer',
    nullable: true,
    example: 365,
  })
  retention_days: number | null;

  @ApiProperty({
    description: 'Name of the application that the key was issued for.',
    example: 'Night report',
  })
  application: string;

  @ApiProperty({
    description: 'Scopes of the key, in alphabetical order.',
    type: [String],
    example: ['device:GetDetail', 'device:GetList'],
  })
  scopes: string[];

  @InstantOrNull(
    'When the key of this request expires, or its overlap ends. Null if it does not expire.',
    '2026-12-31T23:59:59.000+01:00',
  )
  key_expires_at: string | null;

  @ApiProperty({
    description: 'What the key may not see, in alphabetical order.',
    type: [String],
    example: ['credentials'],
  })
  hidden_data: string[];

  @ApiProperty({ description: 'Limits of the key.', type: () => LimitsDto })
  limits: LimitsDto;
}
