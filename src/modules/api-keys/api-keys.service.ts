import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/current-caller.js';
import { hashKey, keyHint, newKey } from '../../auth/keys/key-format.js';
import { KeyUses } from './guard/key-uses.js';
import { joinScopes, splitScopes, type Scope } from '../../auth/keys/scopes.js';
import { CONFIG, type Config } from '../../config/config.js';
import { peppersOf } from '../../config/peppers.js';
import { ApiError } from '../../http/errors/api-error.js';
import { AuditTrail, type AuditEntry } from '../audit/trail/audit-trail.service.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeysRepository } from './api-keys.repository.js';

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
    private readonly audit: AuditTrail,
    private readonly uses: KeyUses,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** With what is known here of their last uses: whether a key is used decides whether it may be deleted. */
  async list(enterpriseKey: number): Promise<ApiKey[]> {
    await this.uses.write();
    return this.apiKeys.list(enterpriseKey);
  }

  async create(caller: Caller, application: string, scopes: readonly Scope[]): Promise<IssuedKey> {
    return this.audit.recorded(caller, async (manager) => {
      await this.refuseTaken(manager, caller.enterpriseKey, application);
      const now = Date.now();
      const { key, ...secret } = this.newSecret();
      const entry: ApiKey = {
        enterpriseKey: caller.enterpriseKey,
        id: randomUUID(),
        application,
        scopes: joinScopes(scopes),
        ...secret,
        createdAt: now,
        updatedAt: now,
        lastUsedAt: null,
        lastUsedAddress: null,
      };
      await this.apiKeys.insert(manager, entry);
      return {
        result: { entry, key },
        entry: describe('api_key.created', entry, { scopes: splitScopes(entry.scopes) }),
      };
    });
  }

  async update(
    caller: Caller,
    id: string,
    wanted: { application?: string; scopes?: readonly Scope[]; unchanged_since?: string },
  ): Promise<ApiKey> {
    return this.audit.recorded(caller, async (manager) => {
      const entry = await this.require(manager, caller.enterpriseKey, id);
      refuseChanged(entry, wanted.unchanged_since);
      const application = wanted.application ?? entry.application;
      const scopes = wanted.scopes ? joinScopes(wanted.scopes) : entry.scopes;
      if (application === entry.application && scopes === entry.scopes) return { result: entry };
      if (application !== entry.application)
        await this.refuseTaken(manager, caller.enterpriseKey, application);
      const changed: ApiKey = { ...entry, application, scopes, updatedAt: later(entry) };
      await this.apiKeys.update(manager, entry, { application, scopes, updatedAt: changed.updatedAt });
      return { result: changed, entry: describe('api_key.updated', changed, differences(entry, changed)) };
    });
  }

  async regenerate(caller: Caller, id: string): Promise<IssuedKey> {
    return this.audit.recorded(caller, async (manager) => {
      const entry = await this.require(manager, caller.enterpriseKey, id);
      const { key, ...secret } = this.newSecret();
      const change = { ...secret, updatedAt: later(entry), lastUsedAt: null, lastUsedAddress: null };
      await this.apiKeys.update(manager, entry, change);
      const details = { key_hint: secret.keyHint, previous_key_hint: entry.keyHint };
      return {
        result: { entry: { ...entry, ...change }, key },
        entry: describe('api_key.regenerated', entry, details),
      };
    });
  }

  async delete(caller: Caller, id: string): Promise<void> {
    await this.audit.recorded(caller, async (manager) => {
      const entry = await this.require(manager, caller.enterpriseKey, id);
      await this.apiKeys.delete(manager, entry);
      return {
        result: undefined,
        entry: describe('api_key.deleted', entry, { scopes: splitScopes(entry.scopes) }),
      };
    });
  }

  private newSecret(): { key: string; keyHash: string; keyHint: string } {
    const [pepper] = peppersOf(this.config);
    const key = newKey();
    return { key, keyHash: hashKey(key, pepper), keyHint: keyHint(key) };
  }

  /** Another enterprise's entry is as absent as one that never was. */
  private async require(manager: EntityManager, enterpriseKey: number, id: string): Promise<ApiKey> {
    const entry = await this.apiKeys.findById(manager, enterpriseKey, id);
    if (!entry)
      throw new ApiError('api_key_not_found', 'The enterprise has no API key with this identifier.');
    return entry;
  }

  private async refuseTaken(
    manager: EntityManager,
    enterpriseKey: number,
    application: string,
  ): Promise<void> {
    const other = await this.apiKeys.findByApplication(manager, enterpriseKey, application);
    if (other)
      throw new ApiError('application_exists', 'Another key of the enterprise has this application name.');
  }
}

/** Now, and never the time of the change before: it tells versions of the entry apart. */
const later = ({ updatedAt }: ApiKey): number => Math.max(Date.now(), updatedAt + 1);

/** Two administrators at once: the second saw an entry that is no longer there. */
function refuseChanged({ updatedAt }: ApiKey, unchangedSince: string | undefined): void {
  if (unchangedSince !== undefined && Date.parse(unchangedSince) !== updatedAt)
    throw new ApiError('api_key_changed', 'The entry has been changed since it was read.');
}

function describe(
  action: AuditEntry['action'],
  { id, application }: ApiKey,
  details: AuditEntry['details'],
): AuditEntry {
  return { action, apiKeyId: id, application, details };
}

function differences(before: ApiKey, after: ApiKey): AuditEntry['details'] {
  return {
    ...(before.application !== after.application && { previous_application: before.application }),
    ...(before.scopes !== after.scopes && {
      scopes: splitScopes(after.scopes),
      previous_scopes: splitScopes(before.scopes),
    }),
  };
}
