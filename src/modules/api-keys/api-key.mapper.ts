import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { joinScopes, splitScopes } from '../../auth/scopes.js';
import { databaseNow } from '../../database/engine/engine.js';
import { invalidParameters } from '../../http/api-error.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { parseTimestamp, ZonedTime } from '../../time/zoned-time.js';
import type { AuditEntry } from '../audit/audit.service.js';
import type { ApiKeyDto, UpdateApiKeyDto } from './api-key.dto.js';
import type { ApiKey } from './api-key.entities.js';

const DAY_MS = 86_400_000;

type Settings = Pick<ApiKey, 'application' | 'scopes' | 'allowedNetworks' | 'paused' | 'note' | 'expiresAt'>;

export const DEFAULTS: Settings = {
  application: '',
  scopes: '',
  allowedNetworks: '',
  paused: false,
  note: '',
  expiresAt: null,
};

/** Returns the settings after a change. `expires_at` needs the database (`readExpiration`). */
export function applyChanges(changes: UpdateApiKeyDto, current: Settings): Omit<Settings, 'expiresAt'> {
  const { scopes, allowed_networks } = changes;
  return {
    application: changes.application ?? current.application,
    scopes: scopes ? joinScopes(scopes) : current.scopes,
    allowedNetworks: allowed_networks?.join(' ') ?? current.allowedNetworks,
    paused: changes.paused ?? current.paused,
    note: changes.note ?? current.note,
  };
}

/**
 * Returns null for no expiration. A new expiration must be later than the clock of the database and within
 * `MAX_KEY_DAYS`. The unchanged `current` one is always valid.
 */
export async function readExpiration(
  manager: EntityManager,
  maxDays: number | undefined,
  text: string | null | undefined,
  current?: number | null,
): Promise<number | null> {
  const expiresAt = typeof text === 'string' ? (parseTimestamp(text) ?? NaN) : null;
  if (current !== undefined && (text === undefined || expiresAt === current)) return current;
  if (expiresAt === null) {
    if (maxDays === undefined) return null;
    throw invalidExpiration(`is required, and must be at most ${maxDays} days in the future`);
  }
  const now = await databaseNow(manager);
  if (!(expiresAt > now)) throw invalidExpiration('must be in the future');
  if (maxDays !== undefined && expiresAt > now + maxDays * DAY_MS)
    throw invalidExpiration(`must be at most ${maxDays} days in the future`);
  return expiresAt;
}

const invalidExpiration = (detail: string): Error => invalidParameters([{ parameter: 'expires_at', detail }]);

const networkList = ({ allowedNetworks }: Settings): string[] =>
  allowedNetworks === '' ? [] : allowedNetworks.split(' ');

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
    allowed_networks: networkList(entry),
    paused: entry.paused,
    note: entry.note,
    old_key_until: hasOldKey ? shown(entry.oldKeyUntil) : null,
    old_key_last_used_at: hasOldKey ? shown(entry.oldKeyLastUsedAt) : null,
  };
}

const auditDetails = (settings: Settings) => ({
  scopes: splitScopes(settings.scopes),
  expires_at: settings.expiresAt === null ? null : new Date(settings.expiresAt).toISOString(),
  allowed_networks: networkList(settings),
  paused: settings.paused,
  note: settings.note,
});

/** Returns the details of `settings` that differ from those of `other`, with names that begin with `prefix`. */
export function differingDetails(
  settings: Settings,
  other: Settings,
  prefix = '',
): Record<string, unknown> {
  const others: Record<string, unknown> = auditDetails(other);
  const differing = Object.entries(auditDetails(settings)).filter(
    ([name, value]) => !isDeepStrictEqual(value, others[name]),
  );
  return Object.fromEntries<unknown>(differing.map(([name, value]) => [prefix + name, value]));
}

/** Returns no members if nothing has changed. */
export function changedDetails(before: Settings, after: Settings): AuditEntry['details'] {
  const { previous_paused: _paused, ...previous } = differingDetails(before, after, 'previous_');
  return {
    ...(before.application !== after.application && { previous_application: before.application }),
    ...differingDetails(after, before),
    ...previous,
  };
}
