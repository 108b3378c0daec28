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
import type { ApiKey } from './api-key.entities.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { KeyUses } from './last-used.recorder.js';
import { AT_FIRST, beginnings, decided, describe, differences, type WantedKey } from './api-key.mapper.js';
import { readEnd } from './key-end.js';

const HOUR_MS = 3_600_000;
/** The most keys of an enterprise. */
const MOST_KEYS = 1_000;

/** An entry together with its key, which is known only at this moment. */
export interface IssuedKey {
  readonly entry: ApiKey;
  readonly key: string;
}

/** Makes, changes and ends the keys of an enterprise. A change counts from its commit on: nothing is cached anywhere. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly audit: AuditService,
    private readonly uses: KeyUses,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** With what is known here of their last uses: whether a key is used decides whether it may be deleted. */
  async list(enterpriseKey: number): Promise<ApiKey[]> {
    await this.uses.write();
    return this.apiKeys.list(enterpriseKey);
  }

  async create(caller: Caller, wanted: WantedKey): Promise<IssuedKey> {
    return this.audit.recorded(caller, async (manager) => {
      await this.refuseTaken(manager, caller.enterpriseKey, wanted.application);
      if ((await this.apiKeys.count(manager, caller.enterpriseKey)) >= MOST_KEYS)
        throw new ApiError(
          'limit_reached',
          `An enterprise may have up to ${MOST_KEYS.toLocaleString('en')} keys.`,
        );
      const expiresAt = await readEnd(manager, this.config.maxKeyDays, wanted.expires_at);
      const { key, ...secret } = this.newSecret();
      const now = Date.now();
      const entry: ApiKey = {
        enterpriseKey: caller.enterpriseKey,
        id: randomUUID(),
        ...decided(wanted, AT_FIRST),
        expiresAt,
        ...secret,
        createdAt: now,
        updatedAt: now,
        lastUsedAt: null,
        lastUsedAddress: null,
        ...endedBy(null),
      };
      await this.apiKeys.insert(manager, entry);
      return { result: { entry, key }, entry: describe('api_key.created', entry, beginnings(entry)) };
    });
  }

  async update(
    caller: Caller,
    id: string,
    wanted: Partial<WantedKey> & { unchanged_since?: string },
  ): Promise<ApiKey> {
    return this.audit.recorded(caller, async (manager) => {
      const entry = await this.requireEntry(manager, caller.enterpriseKey, id);
      refuseChanged(entry, wanted.unchanged_since);
      const { maxKeyDays } = this.config;
      const expiresAt = await readEnd(manager, maxKeyDays, wanted.expires_at, entry.expiresAt);
      const change = { ...decided(wanted, entry), expiresAt };
      const details = differences(entry, { ...entry, ...change });
      if (Object.keys(details).length === 0) return { result: entry };
      if (change.application !== entry.application)
        await this.refuseTaken(manager, caller.enterpriseKey, change.application);
      const changed: ApiKey = { ...entry, ...change, updatedAt: later(entry) };
      await this.apiKeys.update(manager, entry, { ...change, updatedAt: changed.updatedAt });
      return { result: changed, entry: describe('api_key.updated', changed, details) };
    });
  }

  /** The key before this one works for so many hours more; the one before that not any longer. */
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
        entry: describe('api_key.regenerated', entry, details),
      };
    });
  }

  /** Ends the key before the current one ahead of its time. */
  async endOldKey(caller: Caller, id: string): Promise<void> {
    await this.audit.recorded(caller, async (manager) => {
      const entry = await this.requireEntry(manager, caller.enterpriseKey, id);
      if (!((entry.oldKeyUntil ?? 0) > (await databaseNow(manager)))) throw new ApiError('old_key_not_found');
      await this.apiKeys.update(manager, entry, { ...endedBy(entry.oldKeyHash), updatedAt: later(entry) });
      return { result: undefined, entry: describe('api_key.old_key_ended', entry, {}) };
    });
  }

  async delete(caller: Caller, id: string): Promise<void> {
    await this.audit.recorded(caller, async (manager) => {
      const entry = await this.requireEntry(manager, caller.enterpriseKey, id);
      await this.apiKeys.delete(manager, entry);
      return {
        result: undefined,
        entry: describe('api_key.deleted', entry, { scopes: splitScopes(entry.scopes) }),
      };
    });
  }

  /** Another enterprise's entry is as absent as one that never was. */
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

/** Now, and never the time of the change before: it tells versions of the entry apart. */
const later = ({ updatedAt }: ApiKey): number => Math.max(Date.now(), updatedAt + 1);

/** Two administrators at once: the second saw an entry that is no longer there. */
function refuseChanged({ updatedAt }: ApiKey, unchangedSince: string | undefined): void {
  if (unchangedSince !== undefined && Date.parse(unchangedSince) !== updatedAt)
    throw new ApiError('api_key_changed');
}

type KeysBefore = Pick<ApiKey, 'oldKeyHash' | 'oldKeyUntil' | 'oldKeyLastUsedAt' | 'endedKeyHash'>;

/** No key works beside the current one; this one did last. */
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
