import { ApiProperty } from '@nestjs/swagger';

/** What the Settings page shows. */
export class SettingsDto {
  @ApiProperty({ description: 'What customers send as x-enterprise-id.', example: 'havelwerk-logistik' })
  enterprise_id: string;

  @ApiProperty({ description: 'Name of the enterprise.', example: 'Havelwerk Logistik GmbH' })
  enterprise_name: string;

  @ApiProperty({ description: 'Time zone of days and timestamps.', example: 'Europe/Berlin' })
  time_zone: string;

  @ApiProperty({ description: 'Base address of the customer API.', example: 'https://api.example.com' })
  base_url: string;
}
