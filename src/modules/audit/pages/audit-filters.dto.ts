import { ApiProperty } from '@nestjs/swagger';

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
