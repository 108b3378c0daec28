import { ApiParam, ApiProperty } from '@nestjs/swagger';
import { SCOPE_NAMES, splitScopes, type Scope } from '../../auth/scopes.js';
import { Instant, InstantOrNull, Uuid } from '../../openapi/decorators.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import type { ApiKey } from './api-key.entity.js';
import { MOST_NOTE_CHARACTERS } from './key-texts.js';
import { splitNetworks } from './networks.js';
import { MOST_NETWORKS } from './are-networks.js';

const EXAMPLE_ID = '0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f';

/** The entry of a key, where something else is told of it. */
export const OfKey = (): PropertyDecorator => Uuid('The entry of the key.', EXAMPLE_ID);

/** An entry in the path. */
export const TakesKeyId = (): MethodDecorator =>
  ApiParam({
    name: 'id',
    description: 'Identifier of the entry.',
    schema: { type: 'string', example: EXAMPLE_ID },
  });

/** What an entry shows and a body takes alike. */
export const MEMBERS = {
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
  scopes: Scope[];

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

/** An entry as administrators see it: everything but what opens anything. */
export function toDto(entry: ApiKey, { timeZone }: CallerEnterprise): ApiKeyDto {
  const time = ZonedTime.of(timeZone);
  const shown = (at: number | null): string | null => (at === null ? null : time.format(at));
  const hasOldKey = entry.oldKeyUntil !== null && entry.oldKeyUntil > Date.now();
  return {
    id: entry.id,
    application: entry.application,
    scopes: splitScopes(entry.scopes),
    key_hint: entry.keyHint,
    created_at: time.format(entry.createdAt),
    updated_at: time.format(entry.updatedAt),
    last_used_at: shown(entry.lastUsedAt),
    expires_at: shown(entry.expiresAt),
    allowed_networks: splitNetworks(entry.allowedNetworks),
    paused: entry.paused,
    note: entry.note,
    old_key_until: hasOldKey ? shown(entry.oldKeyUntil) : null,
    old_key_last_used_at: hasOldKey ? shown(entry.oldKeyLastUsedAt) : null,
  };
}
