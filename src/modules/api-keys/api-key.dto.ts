import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsISO8601, IsString, ValidateIf } from 'class-validator';
import { SCOPE_NAMES, type Scope } from '../../auth/keys/scopes.js';
import { tidyName } from '../../http/parameters/visible-text.js';
import { IsApplicationName } from './application-name.js';

const application = {
  description:
    'Name of the application, unique in the enterprise. It is kept without space around it, in the normalization form NFC of Unicode, and holds no control, zero-width or direction characters.',
  example: 'Night report',
  minLength: 1,
  maxLength: 100,
};
const scopes = {
  description: 'What the key opens.',
  enum: SCOPE_NAMES,
  enumName: 'Scope',
  isArray: true,
  example: ['device:GetList'],
};

const tidied = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? tidyName(value) : value;
const isGiven = (_body: unknown, value: unknown): boolean => value !== undefined;

export class CreateApiKeyDto {
  @ApiProperty(application)
  @Transform(tidied)
  @IsApplicationName()
  application: string;

  @ApiProperty(scopes)
  @IsIn(SCOPE_NAMES, { each: true, message: `should hold only: ${SCOPE_NAMES.join(', ')}` })
  @IsString({ each: true, message: 'should hold names of scopes' })
  @ArrayUnique({ message: 'should name each scope once' })
  @ArrayNotEmpty({ message: 'should name at least one scope' })
  @IsArray({ message: 'should be an array of scopes' })
  scopes: Scope[];
}

/** What is left out stays as it is. */
export class UpdateApiKeyDto {
  @ApiPropertyOptional(application)
  @ValidateIf(isGiven)
  @Transform(tidied)
  @IsApplicationName()
  application?: string;

  @ApiPropertyOptional(scopes)
  @ValidateIf(isGiven)
  @IsIn(SCOPE_NAMES, { each: true, message: `should hold only: ${SCOPE_NAMES.join(', ')}` })
  @IsString({ each: true, message: 'should hold names of scopes' })
  @ArrayUnique({ message: 'should name each scope once' })
  @ArrayNotEmpty({ message: 'should name at least one scope' })
  @IsArray({ message: 'should be an array of scopes' })
  scopes?: Scope[];

  @ApiPropertyOptional({
    description:
      'The `updated_at` of the entry as it was read. If somebody has changed the entry since, the answer is 409 `api_key_changed`.',
    format: 'date-time',
    example: '2026-03-29T08:15:30.000+02:00',
  })
  @ValidateIf(isGiven)
  @IsISO8601({ strict: true, strictSeparator: true }, { message: 'should be the updated_at of the entry' })
  unchanged_since?: string;
}

export class ApiKeyDto {
  @ApiProperty({
    description: 'Identifier of the entry.',
    format: 'uuid',
    example: '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f',
  })
  id: string;

  @ApiProperty(application)
  application: string;

  @ApiProperty(scopes)
  scopes: Scope[];

  @ApiProperty({ description: 'The first and last characters of the key.', example: 'cda_7Qx2…p0Zk' })
  key_hint: string;

  @ApiProperty({
    description: 'When the entry was made.',
    format: 'date-time',
    example: '2026-03-29T08:15:30.000+02:00',
  })
  created_at: string;

  @ApiProperty({
    description: 'When it was last changed.',
    format: 'date-time',
    example: '2026-03-29T08:15:30.000+02:00',
  })
  updated_at: string;

  @ApiProperty({
    description: 'When the key was last used, at most a minute behind; null when never.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: '2026-04-02T02:00:11.120+02:00',
  })
  last_used_at: string | null;
}

export class ApiKeyWithSecretDto extends ApiKeyDto {
  @ApiProperty({
    description: 'The key. This answer is the only place where it is ever shown.',
    example: 'cda_4fJ0kq2XbV7cR9sT1uW3yZ5aB6dE8gH0iK2lM4nO6pQ0abcdef',
  })
  key: string;
}
