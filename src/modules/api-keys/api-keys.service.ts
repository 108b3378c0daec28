import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { hashKey, keyHint, newKey } from '../../auth/key-format.js';
import { splitScopes } from '../../auth/scopes.js';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { databaseNow } from '../../database/clock.js';
import { ApiError } from '../../http/api-error.js';
import { AuditService } from '../audit/audit.service.js';
import type { CreateApiKeyDto, UpdateApiKeyDto } from './api-key.dto.js';
import type { ApiKey } from './api-key.entities.js';
import {
  applyChanges,
  auditEntry,
  DEFAULTS,
  diffForAudit,
  initialAuditDetails,
  readExpiration,
} from './api-key.mapper.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { LastUsedRecorder } from './last-used.recorder.js';

const HOUR_MS = 3_600_000;
const MOST_KEYS = 1_000;

/** A new key, which is not stored, and its entry. */
export interface IssuedKey {
  readonly entry: ApiKey;
  readonly key: string;
}

/** Manages the keys of an enterprise. A change takes effect when its transaction commits. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly audit: AuditService,
    private readonly lastUsed: LastUsedRecorder,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Writes the last uses first: an administrator deletes a key that seems unused. */
  async list(enterpriseKey: number): Promise<ApiKey[]> {
    await this.lastUsed.write();
    return this.apiKeys.list(enterpriseKey);
  }

  async create(caller: Caller, wanted: CreateApiKeyDto): Promise<IssuedKey> {
    return this.audit.recorded(caller, async (manager) => {
      await this.refuseTaken(manager, caller.enterpriseKey, wanted.application);
      if ((await this.apiKeys.count(manager, caller.enterpriseKey)) >= MOST_KEYS)
        throw new ApiError(
          'limit_reached',
          `An enterprise may have up to ${MOST_KEYS.toLocaleString('en')} keys.`,
        );
      const expiresAt = await readExpiration(manager, this.config.maxKeyDays, wanted.expires_at);
      const { key, ...secret } = this.newSecret();
      const now = Date.now();
      const entry: ApiKey = {
        enterpriseKey: caller.enterpriseKey,
        id: randomUUID(),
        ...applyChanges(wanted, DEFAULTS),
        expiresAt,
        ...secret,
        createdAt: now,
        updatedAt: now,
        lastUsedAt: null,
        lastUsedAddress: null,
        ...endedBy(null),
      };
      await this.apiKeys.insert(manager, entry);
      return {
        result: { entry, key },
        entry: auditEntry('api_key.created', entry, initialAuditDetails(entry)),
      };
    });
  }

  async update(caller: Caller, id: string, wanted: UpdateApiKeyDto): Promise<ApiKey> {
    return this.audit.recorded(caller, async (manager) => {
      const entry = await this.requireEntry(manager, caller.enterpriseKey, id);
      refuseChanged(entry, wanted.unchanged_since);
      const { maxKeyDays } = this.config;
      const expiresAt = await readExpiration(manager, maxKeyDays, wanted.expires_at, entry.expiresAt);
      const change = { ...applyChanges(wanted, entry), expiresAt };
      const details = diffForAudit(entry, { ...entry, ...change });
      if (Object.keys(details).length === 0) return { result: entry };
      if (change.application !== entry.application)
        await this.refuseTaken(manager, caller.enterpriseKey, change.application);
      const changed: ApiKey = { ...entry, ...change, updatedAt: later(entry) };
      await this.apiKeys.update(manager, entry, { ...change, updatedAt: changed.updatedAt });
      return { result: changed, entry: auditEntry('api_key.updated', changed, details) };
    });
  }

  /** Replaces the key. The previous key works for `overlapHours` more, and earlier keys stop working. */
  async regenerate(caller: Caller, id: string, overlapHours = 0): Promise<IssuedKey> {
    return this.audit.recorded(caller, async (manager) => {
      const entry = await this.requireEntry(manager, caller.enterpriseKey, id);
      const { key, ...secret } = this.newSecret();
      const old = overlapHours === 0 ? endedBy(entry.keyHash) : await asOldKey(manager, entry, overlapHours);
      const change = { ...secret, ...old, updatedAt: later(entry), lastUsedAt: null, lastUsedAddress: null };
      await this.apiKeys.update(manager, entry, change);
      const details = {
        key_hint: secret.keyHint,
        previous_key_hint: entry.keyHint,
        ...(overlapHours > 0 && { overlap_hours: overlapHours }),
      };
      return {
        result: { entry: { ...entry, ...change }, key },
        entry: auditEntry('api_key.regenerated', entry, details),
      };
    });
  }

  async endOldKey(caller: Caller, id: string): Promise<void> {
    await this.audit.recorded(caller, async (manager) => {
      const entry = await this.requireEntry(manager, caller.enterpriseKey, id);
      if (!((entry.oldKeyUntil ?? 0) > (await databaseNow(manager)))) throw new ApiError('old_key_not_found');
      await this.apiKeys.update(manager, entry, { ...endedBy(entry.oldKeyHash), updatedAt: later(entry) });
      return { result: undefined, entry: auditEntry('api_key.old_key_ended', entry, {}) };
    });
  }

  async delete(caller: Caller, id: string): Promise<void> {
    await this.audit.recorded(caller, async (manager) => {
      const entry = await this.requireEntry(manager, caller.enterpriseKey, id);
      await this.apiKeys.delete(manager, entry);
      return {
        result: undefined,
        entry: auditEntry('api_key.deleted', entry, { scopes: splitScopes(entry.scopes) }),
      };
    });
  }

  private async requireEntry(manager: EntityManager, enterpriseKey: number, id: string): Promise<ApiKey> {
    const entry = await this.apiKeys.find(manager, { enterpriseKey, id });
    if (!entry) throw new ApiError('api_key_not_found');
    return entry;
  }

  private async refuseTaken(
    manager: EntityManager,
    enterpriseKey: number,
    application: string,
  ): Promise<void> {
    if (await this.apiKeys.isTaken(manager, enterpriseKey, application))
      throw new ApiError('application_exists');
  }

  private newSecret(): { key: string; keyHash: string; keyHint: string } {
    const [pepper] = peppersOf(this.config);
    const key = newKey();
    return { key, keyHash: hashKey(key, pepper), keyHint: keyHint(key) };
  }
}

/** Returns the current time, or the next millisecond after the last change: `unchanged_since` needs distinct times. */
const later = ({ updatedAt }: ApiKey): number => Math.max(Date.now(), updatedAt + 1);

/** Refuses a change of an entry that another administrator has changed in the meantime. */
function refuseChanged({ updatedAt }: ApiKey, unchangedSince: string | undefined): void {
  if (unchangedSince !== undefined && Date.parse(unchangedSince) !== updatedAt)
    throw new ApiError('api_key_changed');
}

type KeysBefore = Pick<ApiKey, 'oldKeyHash' | 'oldKeyUntil' | 'oldKeyLastUsedAt' | 'endedKeyHash'>;

/** Only the current key works. `endedKeyHash` is the key that stopped working last. */
const endedBy = (endedKeyHash: string | null): KeysBefore => ({
  oldKeyHash: null,
  oldKeyUntil: null,
  oldKeyLastUsedAt: null,
  endedKeyHash,
});

async function asOldKey(
  manager: EntityManager,
  { keyHash, lastUsedAt, oldKeyHash, endedKeyHash }: ApiKey,
  hours: number,
): Promise<KeysBefore> {
  return {
    oldKeyHash: keyHash,
    oldKeyUntil: (await databaseNow(manager)) + hours * HOUR_MS,
    oldKeyLastUsedAt: lastUsedAt,
    endedKeyHash: oldKeyHash ?? endedKeyHash,
  };
}
