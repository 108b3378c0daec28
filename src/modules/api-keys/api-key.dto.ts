import { ApiProperty, ApiPropertyOptional, IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
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
import { SCOPE_NAMES, splitScopes, type Scope } from '../../auth/scopes.js';
import { CHANGE_KIND_NAMES, type ChangeKind } from '../../database/change-log.js';
import { IfGiven, InForm, IsText, Refuses, isVisibleThroughout, tidyName } from '../../http/validators.js';
import { canonicalNetwork } from '../../http/client-address.js';
import { HIDDEN_DATA, splitHidden, type HiddenData } from '../../http/hidden-data.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { OptionalBody } from '../../http/request-validation.js';
import { Instant, InstantOrNull, TakesId, Uuid } from '../../openapi/decorators.js';
import { parseTimestamp, ZonedTime } from '../../time/zoned-time.js';
import type { KeyEntry } from './api-key.entities.js';

const MAX_NAME_CHARACTERS = 100;
const MAX_NOTE_CHARACTERS = 500;
const MAX_OVERLAP_HOURS = 168;
const MAX_NETWORKS = 50;
const MAX_KEY_CHARACTERS = 200;
const EXAMPLE_ID = '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f';

export const OfKey = (): PropertyDecorator => Uuid('Identifier of the API key.', EXAMPLE_ID);

export const TakesKeyId = (): MethodDecorator => TakesId('Identifier of the API key.', EXAMPLE_ID);

const canonical = (item: unknown): string | undefined =>
  typeof item === 'string' ? canonicalNetwork(item) : undefined;

export class ApiKeyDto {
  @OfKey()
  id: string;

  @ApiProperty({
    description:
      'Name of the application, unique in the enterprise. Stored without surrounding spaces, in Unicode normalization form NFC. Must not contain control, zero-width, or direction characters.',
    example: 'Night report',
    minLength: 1,
    maxLength: MAX_NAME_CHARACTERS,
  })
  @InForm(tidyName)
  @Refuses((name) => {
    if (typeof name !== 'string' || name === '' || [...name].length > MAX_NAME_CHARACTERS)
      return `must be a string of 1 to ${MAX_NAME_CHARACTERS} characters`;
    return isVisibleThroughout(name)
      ? undefined
      : 'must not contain control, zero-width or direction characters';
  })
  application: string;

  @ApiProperty({
    description: 'Scopes of the key.',
    enum: SCOPE_NAMES,
    enumName: 'Scope',
    isArray: true,
    example: ['device:GetList'],
  })
  @IsIn(SCOPE_NAMES, { each: true, message: `must contain only: ${SCOPE_NAMES.join(', ')}` })
  @IsString({ each: true, message: 'must contain names of scopes' })
  @ArrayUnique({ message: 'must not contain a scope twice' })
  @ArrayNotEmpty({ message: 'must contain at least one scope' })
  @IsArray({ message: 'must be an array of scopes' })
  scopes: readonly Scope[];

  @ApiProperty({ description: 'The first and last characters of the key.', example: 'cda_7Qx2…p0Zk' })
  key_hint: string;

  @Instant('Creation time.')
  created_at: string;

  @ApiProperty({
    description:
      'E-mail address of the user who created the key. Null for the admin token, and for keys of older versions.',
    type: String,
    nullable: true,
    example: 'ines@havelwerk.example',
  })
  created_by: string | null;

  @Instant('Time of the last change.')
  updated_at: string;

  @InstantOrNull(
    'Time of the last use, up to one minute old. Null if the key was never used.',
    '2026-04-02T02:00:11.120+02:00',
  )
  last_used_at: string | null;

  @InstantOrNull(
    'Expiration time. Null if the key does not expire. Must be in the future. With `MAX_KEY_DAYS`, it is required and limited to that number of days.',
    '2026-12-31T23:59:59.000+01:00',
  )
  @Refuses((value) =>
    value === null || (typeof value === 'string' && parseTimestamp(value) !== undefined)
      ? undefined
      : 'must be a time with an offset, such as 2026-12-31T23:59:59+01:00, or null',
  )
  expires_at: string | null;

  @ApiProperty({
    description:
      'Allowed client addresses: IPv4 and IPv6 addresses and CIDR ranges without host bits. Empty if every address is allowed. `::ffff:a.b.c.d` is stored as IPv4.',
    type: [String],
    maxItems: MAX_NETWORKS,
    example: ['203.0.113.0/24', '2001:db8::7'],
  })
  @ArrayUnique({ message: 'must not contain a network twice' })
  @Refuses((list) =>
    Array.isArray(list) && list.every((item) => canonical(item) !== undefined)
      ? undefined
      : 'must contain only IPv4 and IPv6 addresses and CIDR ranges without host bits, such as 203.0.113.0/24',
  )
  @ArrayMaxSize(MAX_NETWORKS, { message: `must contain up to ${MAX_NETWORKS} networks` })
  @IsArray({ message: 'must be an array of networks' })
  @Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.map((item: unknown) => canonical(item) ?? item) : value,
  )
  allowed_networks: string[];

  @ApiProperty({ description: 'True if the key is paused. A paused key is invalid.', example: false })
  @IsBoolean({ message: 'must be true or false' })
  paused: boolean;

  @ApiProperty({
    description:
      'True if agents may use the key at `/mcp`, with the tools of its scopes. Other keys get 403 `mcp_not_allowed` there.',
    example: false,
  })
  @IsBoolean({ message: 'must be true or false' })
  mcp: boolean;

  @ApiProperty({
    description: 'Note for administrators. Stored like the application name, and may have several lines.',
    example: 'Runs at the depot. Ask the warehouse team.',
    maxLength: MAX_NOTE_CHARACTERS,
  })
  @InForm((note) => tidyName(note.replaceAll('\r\n', '\n')))
  @Refuses((note) =>
    typeof note === 'string' &&
    [...note].length <= MAX_NOTE_CHARACTERS &&
    isVisibleThroughout(note.replace(/[\n\t]/g, ''))
      ? undefined
      : `must be a string of up to ${MAX_NOTE_CHARACTERS} characters, without control, zero-width or direction characters`,
  )
  note: string;

  @ApiProperty({
    description:
      'What the key may not see, in alphabetical order. `credentials`: tokens are empty. `identifiers`: IMEI, IMSI, serial number, and MAC address are empty. `exact_location`: coordinates are rounded to two decimals.',
    enum: HIDDEN_DATA,
    enumName: 'HiddenData',
    isArray: true,
    example: ['credentials'],
  })
  @IsIn(HIDDEN_DATA, { each: true, message: `must contain only: ${HIDDEN_DATA.join(', ')}` })
  @ArrayUnique({ message: 'must not contain a value twice' })
  @IsArray({ message: 'must be an array' })
  hidden_data: readonly HiddenData[];

  @InstantOrNull(
    'Time until which the previous key is valid too. Null if there is no valid previous key.',
    '2026-04-03T08:15:30.000+02:00',
  )
  old_key_until: string | null;

  @InstantOrNull(
    'Time of the last use of the previous key, up to one minute old. Null if it was never used.',
    '2026-04-02T02:00:11.120+02:00',
  )
  old_key_last_used_at: string | null;
}

export const networksOf = ({ allowedNetworks }: Pick<KeyEntry, 'allowedNetworks'>): string[] =>
  allowedNetworks === '' ? [] : allowedNetworks.split(' ');

export function toDto(entry: KeyEntry, { timeZone }: CallerEnterprise): ApiKeyDto {
  const time = ZonedTime.of(timeZone);
  const shown = (at: number | null): string | null => (at === null ? null : time.format(at));
  const hasOldKey = entry.oldKeyUntil !== null && entry.oldKeyUntil > Date.now();
  return {
    id: entry.id,
    application: entry.application,
    scopes: splitScopes(entry.scopes),
    key_hint: entry.keyHint,
    created_at: time.format(entry.createdAt),
    created_by: entry.createdBy,
    updated_at: time.format(entry.updatedAt),
    last_used_at: shown(entry.lastUsedAt),
    expires_at: shown(entry.expiresAt),
    allowed_networks: networksOf(entry),
    paused: entry.paused,
    mcp: entry.mcp,
    note: entry.note,
    hidden_data: splitHidden(entry.hiddenData ?? ''),
    old_key_until: hasOldKey ? shown(entry.oldKeyUntil) : null,
    old_key_last_used_at: hasOldKey ? shown(entry.oldKeyLastUsedAt) : null,
  };
}

export class ApiKeyWithSecretDto extends ApiKeyDto {
  @ApiProperty({
    description: 'The key. Only this response contains it.',
    example: 'cda_4fJ0kq2XbV7cR9sT1uW3yZ5aB6dE8gH0iK2lM4nO6pQ0abcdef',
  })
  key: string;
}

const NO_NULL = { skipNullProperties: false };

export class CreateApiKeyDto extends IntersectionType(
  PickType(ApiKeyDto, ['application', 'scopes']),
  PartialType(
    PickType(ApiKeyDto, ['expires_at', 'allowed_networks', 'paused', 'mcp', 'note', 'hidden_data']),
    NO_NULL,
  ),
) {}

/** Absent members keep their value. */
export class UpdateApiKeyDto extends PartialType(CreateApiKeyDto, NO_NULL) {
  @ApiPropertyOptional({
    description:
      'The `updated_at` that was read. If the API key has been changed since then, the response is 409 `api_key_changed`.',
    format: 'date-time',
    example: '2026-03-29T08:15:30.000+02:00',
  })
  @IfGiven()
  @IsISO8601({ strict: true, strictSeparator: true }, { message: 'must be the updated_at of the API key' })
  unchanged_since?: string;
}

export class LookupApiKeyDto {
  @ApiProperty({
    description: 'The API key. It may be expired, paused or replaced.',
    example: 'cda_4fJ0kq2XbV7cR9sT1uW3yZ5aB6dE8gH0iK2lM4nO6pQ0abcdef',
    maxLength: MAX_KEY_CHARACTERS,
  })
  @IsText(MAX_KEY_CHARACTERS)
  @InForm((key) => key.trim())
  key: string;
}

const hours = `must be a whole number from 0 to ${MAX_OVERLAP_HOURS}`;

@OptionalBody()
export class RegenerateApiKeyDto {
  @ApiPropertyOptional({
    description: 'Number of hours for which the old key stays valid.',
    type: 'integer',
    minimum: 0,
    maximum: MAX_OVERLAP_HOURS,
    default: 0,
    example: 24,
  })
  @Max(MAX_OVERLAP_HOURS, { message: hours })
  @Min(0, { message: hours })
  @IsInt({ message: hours })
  @IfGiven()
  overlap_hours?: number;
}

export class KeyFeedDto {
  @OfKey()
  api_key_id: string;

  @ApiProperty({ description: 'Change feed.', enum: CHANGE_KIND_NAMES, example: 'locations' })
  feed: ChangeKind;

  @InstantOrNull('Time up to which the key has read all changes. Null during the first full read.')
  read_until: string | null;

  @Instant('Time of the last request, up to one minute old.')
  asked_at: string;
}

export class KeyConditionsDto {
  @ApiProperty({
    description: 'Maximum lifetime of a key in days. Null if there is no limit.',
    type: 'integer',
    nullable: true,
    example: 365,
  })
  max_key_days: number | null;

  @ApiProperty({ description: 'Client address of this request.', example: '203.0.113.7' })
  address: string;

  @ApiProperty({
    description:
      'True if the request has an `X-Forwarded-For` header from a proxy that `TRUST_PROXY` does not trust. All clients then have the address of the proxy, so `allowed_networks` cannot distinguish them.',
    example: false,
  })
  address_unclear: boolean;
}
