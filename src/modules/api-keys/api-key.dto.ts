import { ApiParam, ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
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
import { CHANGE_KIND_NAMES, type ChangeKind } from '../../database/change-log.js';
import { IfGiven, InForm, Refuses, isVisibleThroughout, tidyName } from '../../http/validators.js';
import { MayBeLeftOut } from '../../http/request-validation.js';
import { Instant, InstantOrNull, Uuid } from '../../openapi/decorators.js';
import { parseTimestamp } from '../../time/zoned-time.js';
import { AreNetworks, MOST_NETWORKS } from './networks.js';

const MOST_NAME_CHARACTERS = 100;
const MOST_NOTE_CHARACTERS = 500;
const MOST_OVERLAP_HOURS = 168;
const EXAMPLE_ID = '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f';

export const OfKey = (): PropertyDecorator => Uuid('The entry of the key.', EXAMPLE_ID);

export const TakesKeyId = (): MethodDecorator =>
  ApiParam({
    name: 'id',
    description: 'Identifier of the entry.',
    schema: { type: 'string', example: EXAMPLE_ID },
  });

const MEMBERS = {
  application: {
    description:
      'Name of the application, unique in the enterprise. It is kept without space around it, in the normalization form NFC of Unicode, and holds no control, zero-width or direction characters.',
    example: 'Night report',
    minLength: 1,
    maxLength: 100,
  },
  scopes: {
    description: 'What the key opens.',
    enum: SCOPE_NAMES,
    enumName: 'Scope',
    isArray: true,
    example: ['device:GetList'],
  },
  expires_at: {
    type: 'string' as const,
    format: 'date-time',
    nullable: true,
    description:
      'From then on the key is unknown; null for never. A time that is set lies ahead; where `MAX_KEY_DAYS` is set, not further than so many days, and never is no choice.',
    example: '2026-12-31T23:59:59.000+01:00',
  },
  allowed_networks: {
    description:
      'Addresses and CIDR ranges, IPv4 and IPv6, each once, from which alone the key may be used; empty for everywhere. A range has no bits behind its prefix; `::ffff:a.b.c.d` is kept as IPv4.',
    type: [String] as [StringConstructor],
    maxItems: MOST_NETWORKS,
    example: ['203.0.113.0/24', '2001:db8::7'],
  },
  paused: { description: 'Whether the key opens nothing for the time being.', example: false },
  note: {
    description: 'What people should know of the key. Kept like the name, in several lines if need be.',
    example: 'Runs at the depot. Ask the warehouse team.',
    maxLength: MOST_NOTE_CHARACTERS,
  },
};

export class ApiKeyDto {
  @Uuid('Identifier of the entry.', EXAMPLE_ID)
  id: string;

  @ApiProperty(MEMBERS.application)
  application: string;

  @ApiProperty(MEMBERS.scopes)
  scopes: readonly Scope[];

  @ApiProperty({ description: 'The first and last characters of the key.', example: 'cda_7Qx2…p0Zk' })
  key_hint: string;

  @Instant('When the entry was made.')
  created_at: string;

  @Instant('When it was last changed.')
  updated_at: string;

  @InstantOrNull(
    'When the key was last used, at most a minute behind; null when never.',
    '2026-04-02T02:00:11.120+02:00',
  )
  last_used_at: string | null;

  @ApiProperty(MEMBERS.expires_at)
  expires_at: string | null;

  @ApiProperty(MEMBERS.allowed_networks)
  allowed_networks: string[];

  @ApiProperty(MEMBERS.paused)
  paused: boolean;

  @ApiProperty(MEMBERS.note)
  note: string;

  @InstantOrNull(
    'Until when the key before works beside this one; null where none does.',
    '2026-04-03T08:15:30.000+02:00',
  )
  old_key_until: string | null;

  @InstantOrNull(
    'When the key before was last used, at most a minute behind; null when never.',
    '2026-04-02T02:00:11.120+02:00',
  )
  old_key_last_used_at: string | null;
}

export class ApiKeyWithSecretDto extends ApiKeyDto {
  @ApiProperty({
    description: 'The key. This answer is the only place where it is ever shown.',
    example: 'cda_4fJ0kq2XbV7cR9sT1uW3yZ5aB6dE8gH0iK2lM4nO6pQ0abcdef',
  })
  key: string;
}

export class CreateApiKeyDto {
  @ApiProperty(MEMBERS.application)
  @InForm(tidyName)
  @Refuses((name) => {
    if (typeof name !== 'string' || name === '' || [...name].length > MOST_NAME_CHARACTERS)
      return `should be a text of 1 to ${MOST_NAME_CHARACTERS} characters`;
    return isVisibleThroughout(name)
      ? undefined
      : 'should hold no control, zero-width or direction characters';
  })
  application: string;

  @ApiProperty(MEMBERS.scopes)
  @IsIn(SCOPE_NAMES, { each: true, message: `should hold only: ${SCOPE_NAMES.join(', ')}` })
  @IsString({ each: true, message: 'should hold names of scopes' })
  @ArrayUnique({ message: 'should name each scope once' })
  @ArrayNotEmpty({ message: 'should name at least one scope' })
  @IsArray({ message: 'should be an array of scopes' })
  scopes: readonly Scope[];

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
  @InForm((note) => tidyName(note.replaceAll('\r\n', '\n')))
  @Refuses((note) =>
    typeof note === 'string' &&
    [...note].length <= MOST_NOTE_CHARACTERS &&
    isVisibleThroughout(note.replace(/[\n\t]/g, ''))
      ? undefined
      : `should be a text of at most ${MOST_NOTE_CHARACTERS} characters, without control, zero-width or direction characters`,
  )
  @IfGiven()
  note?: string;
}

/** Absent members keep their value. */
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

export class KeyFeedDto {
  @OfKey()
  api_key_id: string;

  @ApiProperty({ description: 'What is followed.', enum: CHANGE_KIND_NAMES, example: 'locations' })
  feed: ChangeKind;

  @InstantOrNull(
    'Whatever the service got to know until then, the key has asked for; null while it reads everything for the first time.',
  )
  read_until: string | null;

  @Instant('When it last asked, at most a minute behind.')
  asked_at: string;
}

export class KeyConditionsDto {
  @ApiProperty({
    description: 'So many days ahead a key must end; null where it need not.',
    type: 'integer',
    nullable: true,
    example: 365,
  })
  max_key_days: number | null;

  @ApiProperty({ description: 'Where this request comes from.', example: '203.0.113.7' })
  address: string;

  @ApiProperty({
    description:
      'Whether requests carry `X-Forwarded-For` from a proxy whose word `TRUST_PROXY` does not take: then the address is that of the proxy, for all alike, and no list of networks tells one client from another.',
    example: false,
  })
  address_unclear: boolean;
}
