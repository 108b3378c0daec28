import { ApiProperty, IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { InForm, Refuses } from '../../http/validators.js';
import { MAX_KEPT_DAYS } from '../../time/days.js';
import { ZonedTime } from '../../time/zoned-time.js';

const DAYS = { message: `must be a whole number of days from 1 to ${MAX_KEPT_DAYS}, or null` };

class PortalMapDto {
  @ApiProperty({
    description: 'URL of a MapLibre style.',
    example: 'https://maps.example.com/styles/streets.json',
  })
  style_url: string;

  @ApiProperty({
    description: 'Origins from which browsers load the style and its data.',
    example: ['https://maps.example.com', 'https://tiles.example.com'],
  })
  origins: string[];
}

export class SettingsDto {
  @ApiProperty({
    description: 'Identifier of the enterprise, which customers send as `x-enterprise-id`.',
    example: 'havelwerk-logistik',
  })
  enterprise_id: string;

  @ApiProperty({ description: 'Name of the enterprise.', example: 'Havelwerk Logistik GmbH' })
  enterprise_name: string;

  @ApiProperty({
    description: 'IANA name of the time zone for days and timestamps.',
    example: 'Europe/Berlin',
  })
  @InForm((name) => ZonedTime.inIanaCase(name))
  @Refuses((value) =>
    typeof value === 'string' && ZonedTime.isZone(value)
      ? undefined
      : 'must be an IANA time zone such as Europe/Berlin',
  )
  time_zone: string;

  @ApiProperty({
    description: 'Days to keep data usage, screen time and location records. null keeps them indefinitely.',
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: MAX_KEPT_DAYS,
    example: 365,
  })
  @IsOptional()
  @Max(MAX_KEPT_DAYS, DAYS)
  @Min(1, DAYS)
  @IsInt(DAYS)
  retention_days: number | null;

  @ApiProperty({
    description:
      'Whether sessions of the portal may read the data of devices. The admin token may read it in any case.',
    example: true,
  })
  @IsBoolean({ message: 'must be true or false' })
  data_pages: boolean;

  @ApiProperty({ description: 'Base URL of the customer API.', example: 'https://api.example.com' })
  base_url: string;
}

export class PortalSettingsDto {
  @ApiProperty({
    description:
      'True if users who sign in with a password need a second factor. Users without one set it up at the next sign-in.',
    example: false,
  })
  @IsBoolean({ message: 'must be true or false' })
  second_factor_required: boolean;

  @ApiProperty({
    description: 'Street map of the portal. null if the portal draws its own country outlines.',
    type: PortalMapDto,
    nullable: true,
  })
  map: PortalMapDto | null;
}

/** Absent members keep their value. Errors list the members in this order. */
export class UpdateSettingsDto extends PartialType(
  IntersectionType(
    PickType(SettingsDto, ['retention_days']),
    PickType(SettingsDto, ['time_zone']),
    PickType(PortalSettingsDto, ['second_factor_required']),
    PickType(SettingsDto, ['data_pages']),
  ),
  { skipNullProperties: false },
) {}
