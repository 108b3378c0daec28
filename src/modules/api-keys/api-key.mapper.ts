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
import { joinNetworks, splitNetworks } from './networks.js';

const DAY_MS = 86_400_000;

type Changeable = Pick<ApiKey, 'application' | 'scopes' | 'allowedNetworks' | 'paused' | 'note'>;

export const DEFAULTS: Changeable = {
  application: '',
  scopes: '',
  allowedNetworks: '',
  paused: false,
  note: '',
};

export function applyChanges(changes: UpdateApiKeyDto, current: Changeable): Changeable {
  const { application, scopes, allowed_networks, paused, note } = changes;
  return {
    application: application ?? current.application,
    scopes: scopes ? joinScopes(scopes) : current.scopes,
    allowedNetworks: allowed_networks ? joinNetworks(allowed_networks) : current.allowedNetworks,
    paused: paused ?? current.paused,
    note: note ?? current.note,
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
    if (maxDays !== undefined)
      throw invalidExpiration(`is required, and must be at most ${maxDays} days in the future`);
    return null;
  }
  const now = await databaseNow(manager);
  if (!(expiresAt > now)) throw invalidExpiration('must be in the future');
  if (maxDays !== undefined && expiresAt > now + maxDays * DAY_MS)
    throw invalidExpiration(`must be at most ${maxDays} days in the future`);
  return expiresAt;
}

const invalidExpiration = (detail: string): Error => invalidParameters([{ parameter: 'expires_at', detail }]);

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

export function auditEntry(
  action: AuditEntry['action'],
  { id, application }: ApiKey,
  details: AuditEntry['details'],
): AuditEntry {
  return { action, apiKeyId: id, application, details };
}

const auditDetails = (entry: ApiKey) => ({
  scopes: splitScopes(entry.scopes),
  expires_at: entry.expiresAt === null ? null : new Date(entry.expiresAt).toISOString(),
  allowed_networks: splitNetworks(entry.allowedNetworks),
  paused: entry.paused,
  note: entry.note,
});

function differingDetails(entry: ApiKey, other: ApiKey): [name: string, value: unknown][] {
  const others: Record<string, unknown> = auditDetails(other);
  return Object.entries(auditDetails(entry)).filter(
    ([name, value]) => !isDeepStrictEqual(value, others[name]),
  );
}

export const initialAuditDetails = (entry: ApiKey): AuditEntry['details'] =>
  Object.fromEntries(differingDetails(entry, { ...entry, ...DEFAULTS, expiresAt: null }));

/** Returns no members if nothing has changed. */
export function diffForAudit(before: ApiKey, after: ApiKey): AuditEntry['details'] {
  const previous = differingDetails(before, after)
    .filter(([name]) => name !== 'paused')
    .map(([name, value]) => [`previous_${name}`, value] as const);
  return {
    ...(before.application !== after.application && { previous_application: before.application }),
    ...Object.fromEntries<unknown>([...differingDetails(after, before), ...previous]),
  };
}
