import { ApiProperty } from '@nestjs/swagger';

export class AuditEventDto {
  @ApiProperty({
    description: 'Number of the event in the trail of the enterprise, without gaps.',
    type: 'integer',
    example: 7,
  })
  sequence: number;

  @ApiProperty({
    description: 'When it happened.',
    format: 'date-time',
    example: '2026-03-29T08:15:30.000+02:00',
  })
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
