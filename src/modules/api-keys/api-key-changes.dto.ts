import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsString,
  Max,
  Min,
} from 'class-validator';
import { SCOPE_NAMES, type Scope } from '../../auth/scopes.js';
import { IfGiven, Refuses } from '../../http/validators.js';
import { MayBeLeftOut } from '../../http/parameters/strict-validation.pipe.js';
import { parseTimestamp } from '../../time/read-time.js';
import { MEMBERS } from './api-key.dto.js';
import { IsApplicationName, IsNote } from './key-texts.js';
import { AreNetworks } from './are-networks.js';

const MOST_OVERLAP_HOURS = 168;

export class CreateApiKeyDto {
  @ApiProperty(MEMBERS.application)
  @IsApplicationName()
  application: string;

  @ApiProperty(MEMBERS.scopes)
  @IsIn(SCOPE_NAMES, { each: true, message: `should hold only: ${SCOPE_NAMES.join(', ')}` })
  @IsString({ each: true, message: 'should hold names of scopes' })
  @ArrayUnique({ message: 'should name each scope once' })
  @ArrayNotEmpty({ message: 'should name at least one scope' })
  @IsArray({ message: 'should be an array of scopes' })
  scopes: Scope[];

  @ApiPropertyOptional(MEMBERS.expires_at)
  @Refuses((value) =>
    value === null || (typeof value === 'string' && parseTimestamp(value) !== undefined)
      ? undefined
      : 'should be a time with an offset, such as 2026-12-31T23:59:59+01:00, or null',
  )
  @IfGiven()
  expires_at?: string | null;

  @ApiPropertyOptional(MEMBERS.allowed_networks)
  @AreNetworks()
  @IfGiven()
  allowed_networks?: string[];

  @ApiPropertyOptional(MEMBERS.paused)
  @IsBoolean({ message: 'should be true or false' })
  @IfGiven()
  paused?: boolean;

  @ApiPropertyOptional(MEMBERS.note)
  @IsNote()
  @IfGiven()
  note?: string;
}

/** What is left out stays as it is. */
export class UpdateApiKeyDto extends PartialType(CreateApiKeyDto, { skipNullProperties: false }) {
  @ApiPropertyOptional({
    description:
      'The `updated_at` of the entry as it was read. If somebody has changed the entry since, the answer is 409 `api_key_changed`.',
    format: 'date-time',
    example: '2026-03-29T08:15:30.000+02:00',
  })
  @IfGiven()
  @IsISO8601({ strict: true, strictSeparator: true }, { message: 'should be the updated_at of the entry' })
  unchanged_since?: string;
}

const hours = `should be a whole number from 0 to ${MOST_OVERLAP_HOURS}`;

@MayBeLeftOut()
export class RegenerateApiKeyDto {
  @ApiPropertyOptional({
    description: 'For so many hours the old key works beside the new one.',
    type: 'integer',
    minimum: 0,
    maximum: MOST_OVERLAP_HOURS,
    default: 0,
    example: 24,
  })
  @Max(MOST_OVERLAP_HOURS, { message: hours })
  @Min(0, { message: hours })
  @IsInt({ message: hours })
  @IfGiven()
  overlap_hours?: number;
}
