import { splitScopes } from '../../auth/keys/scopes.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import type { ApiKeyDto, ApiKeyWithSecretDto } from './api-key.dto.js';
import type { ApiKey } from './api-key.entity.js';
import type { IssuedKey } from './api-keys.service.js';

/** An entry as administrators see it: everything but what opens anything. */
export function toDto(entry: ApiKey, { timeZone }: CallerEnterprise): ApiKeyDto {
  const time = ZonedTime.of(timeZone);
  return {
    id: entry.id,
    application: entry.application,
    scopes: splitScopes(entry.scopes),
    key_hint: entry.keyHint,
    created_at: time.format(entry.createdAt),
    updated_at: time.format(entry.updatedAt),
    last_used_at: entry.lastUsedAt === null ? null : time.format(entry.lastUsedAt),
  };
}

/** The same with the key, for the one answer that shows it. */
export function toDtoWithKey({ entry, key }: IssuedKey, enterprise: CallerEnterprise): ApiKeyWithSecretDto {
  return { ...toDto(entry, enterprise), key };
}
