import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { Between, Not, type EntityManager } from 'typeorm';
import type { Caller } from '../../auth/access.js';
import { hashesOf, hashKey, keyHint, newKey } from '../../auth/key-format.js';
import { joinScopes, splitScopes } from '../../auth/scopes.js';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { databaseNow } from '../../database/engine/engine.js';
import { Transactions } from '../../database/transactions.js';
import { ApiError, invalidParameter } from '../../http/api-error.js';
import { joinHidden, splitHidden } from '../../http/hidden-data.js';
import { parseTimestamp } from '../../time/zoned-time.js';
import { AuditService, type AuditEntry, type AuditedChange } from '../audit/audit.service.js';
import { networksOf, type CreateApiKeyDto, type UpdateApiKeyDto } from './api-key.dto.js';
import { ApiKey, FeedProgress, KEY_TABLES, RestrictedApiKey, type KeyEntry } from './api-key.entities.js';
import { LastUsedRecorder } from './api-key-auth.service.js';
import { findByAnyHash, findKeys } from './api-keys.repository.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_KEYS = 1_000;

type KeySettings = Pick<
  KeyEntry,
  'application' | 'scopes' | 'allowedNetworks' | 'paused' | 'mcp' | 'note' | 'expiresAt' | 'hiddenData'
>;

const DEFAULTS: KeySettings = {
  application: '',
  scopes: '',
  allowedNetworks: '',
  paused: false,
  mcp: false,
  note: '',
  expiresAt: null,
  hiddenData: '',
};

interface IssuedKey {
  readonly entry: KeyEntry;
  readonly key: string;
}

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly lastUsed: LastUsedRecorder,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Writes pending uses first, because administrators delete keys that seem unused. */
  async list(enterpriseKey: number): Promise<KeyEntry[]> {
    await this.lastUsed.write();
    const entries = await this.transactions.read((manager) => findKeys(manager, { enterpriseKey }));
    return entries.sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
  }

  /** Finds current, old and invalid keys, so that a leaked key can be identified. */
  async lookUp(enterpriseKey: number, key: string): Promise<KeyEntry> {
    await this.lastUsed.write();
    const hashes = hashesOf(key, peppersOf(this.config));
    const found =
      hashes.length === 0 ? [] : await this.transactions.read((manager) => findByAnyHash(manager, hashes));
    const entry = found.find((each) => each.enterpriseKey === enterpriseKey);
    if (!entry) throw new ApiError('api_key_not_found', 'The key belongs to no API key of the enterprise.');
    return entry;
  }

  /** Counts the keys of all enterprises. */
  countExpiring(withinDays: number): Promise<number> {
    return this.transactions.read(async (manager) => {
      const now = await databaseNow(manager);
      const expiresAt = Between(now, now + withinDays * DAY_MS);
      let keys = 0;
      for (const table of KEY_TABLES) keys += await manager.countBy<KeyEntry>(table, { expiresAt });
      return keys;
    });
  }

  async create(caller: Caller, wanted: CreateApiKeyDto): Promise<IssuedKey> {
    const { enterpriseKey } = caller;
    return this.audit.recorded(caller, async (manager) => {
      await requireFreeName(manager, enterpriseKey, wanted.application);
      if ((await findKeys(manager, { enterpriseKey })).length >= MAX_KEYS)
        throw new ApiError(
          'limit_reached',
          `An enterprise may have up to ${MAX_KEYS.toLocaleString('en')} keys.`,
        );
      const expiresAt = await readExpiration(manager, this.config.maxKeyDays, wanted.expires_at);
      const { key, ...secret } = this.newSecret();
      const now = Date.now();
      const entry: KeyEntry = {
        enterpriseKey,
        id: randomUUID(),
        ...applyChanges(wanted, DEFAULTS),
        expiresAt,
        ...secret,
        createdAt: now,
        createdBy: caller.person?.email ?? null,
        updatedAt: now,
        lastUsedAt: null,
        lastUsedAddress: null,
        ...withoutOldKey(null),
      };
      await manager.insert(tableOf(entry), { ...entry }); // a copy, because drivers change inserted objects
      const details = differingDetails(entry, DEFAULTS);
      return { result: { entry, key }, entry: auditEntry('api_key.created', entry, details) };
    });
  }

  async update(caller: Caller, id: string, wanted: UpdateApiKeyDto): Promise<KeyEntry> {
    return this.change(caller, id, async (manager, entry) => {
      const { unchanged_since, expires_at } = wanted;
      if (unchanged_since !== undefined && Date.parse(unchanged_since) !== entry.updatedAt)
        throw new ApiError('api_key_changed');
      const expiresAt = await readExpiration(manager, this.config.maxKeyDays, expires_at, entry.expiresAt);
      const change = { ...applyChanges(wanted, entry), expiresAt };
      const details = changedDetails(entry, change);
      if (Object.keys(details).length === 0) return { result: entry };
      if (change.application !== entry.application || tableOf(change) !== tableOf(entry))
        await requireFreeName(manager, caller.enterpriseKey, change.application, id);
      const changed = await updateEntry(manager, entry, change);
      return { result: changed, entry: auditEntry('api_key.updated', changed, details) };
    });
  }

  /** Keeps the previous key valid for `overlapHours`. Earlier keys stop working. */
  async regenerate(caller: Caller, id: string, overlapHours = 0): Promise<IssuedKey> {
    return this.change(caller, id, async (manager, entry) => {
      const { key, ...secret } = this.newSecret();
      const oldKey =
        overlapHours === 0
          ? withoutOldKey(entry.keyHash)
          : {
              oldKeyHash: entry.keyHash,
              oldKeyUntil: (await databaseNow(manager)) + overlapHours * HOUR_MS,
              oldKeyLastUsedAt: entry.lastUsedAt,
              endedKeyHash: entry.oldKeyHash ?? entry.endedKeyHash,
            };
      const change = { ...secret, ...oldKey, lastUsedAt: null, lastUsedAddress: null };
      const changed = await updateEntry(manager, entry, change);
      const details = {
        key_hint: secret.keyHint,
        previous_key_hint: entry.keyHint,
        ...(overlapHours > 0 && { overlap_hours: overlapHours }),
      };
      return { result: { entry: changed, key }, entry: auditEntry('api_key.regenerated', entry, details) };
    });
  }

  async endOldKey(caller: Caller, id: string): Promise<void> {
    await this.change(caller, id, async (manager, entry) => {
      if (!((entry.oldKeyUntil ?? 0) > (await databaseNow(manager)))) throw new ApiError('old_key_not_found');
      await updateEntry(manager, entry, withoutOldKey(entry.oldKeyHash));
      return { result: undefined, entry: auditEntry('api_key.old_key_ended', entry, {}) };
    });
  }

  async delete(caller: Caller, id: string): Promise<void> {
    await this.change(caller, id, async (manager, entry) => {
      const { enterpriseKey } = entry;
      await manager.delete(tableOf(entry), { enterpriseKey, id });
      await manager.delete(FeedProgress, { enterpriseKey, apiKeyId: id });
      const details = { scopes: splitScopes(entry.scopes) };
      return { result: undefined, entry: auditEntry('api_key.deleted', entry, details) };
    });
  }

  private change<T>(
    caller: Caller,
    id: string,
    work: (manager: EntityManager, entry: KeyEntry) => Promise<AuditedChange<T>>,
  ): Promise<T> {
    return this.audit.recorded(caller, async (manager) => {
      const [entry] = await findKeys(manager, { enterpriseKey: caller.enterpriseKey, id });
      if (!entry) throw new ApiError('api_key_not_found');
      return work(manager, entry);
    });
  }

  private newSecret(): { key: string; keyHash: string; keyHint: string } {
    const [pepper] = peppersOf(this.config);
    const key = newKey();
    return { key, keyHash: hashKey(key, pepper), keyHint: keyHint(key) };
  }
}

async function requireFreeName(
  manager: EntityManager,
  enterpriseKey: number,
  application: string,
  ownId = '',
): Promise<void> {
  const others = await findKeys(manager, { enterpriseKey, application, id: Not(ownId) });
  if (others.length > 0) throw new ApiError('application_exists');
}

/** Increases the update time with every change, because `unchanged_since` needs distinct times. */
async function updateEntry(
  manager: EntityManager,
  entry: KeyEntry,
  change: Partial<KeyEntry>,
): Promise<KeyEntry> {
  const stamped = { ...change, updatedAt: Math.max(Date.now(), entry.updatedAt + 1) };
  const changed = { ...entry, ...stamped };
  const key = { enterpriseKey: entry.enterpriseKey, id: entry.id };
  const from = tableOf(entry);
  const to = tableOf(changed);
  const { hiddenData, ...others } = stamped;
  await manager.update(from, key, from === ApiKey ? others : stamped);
  if (from === to) return changed;
  // reads the row behind its lock, because the use of a key changes its hash and its last use
  const row = await manager.findOneByOrFail(from, key);
  await manager.delete(from, key);
  await manager.insert<KeyEntry>(to, { ...row, hiddenData });
  return changed;
}

/** Returns the settings after a change. `expires_at` needs the database (`readExpiration`). */
function applyChanges(changes: UpdateApiKeyDto, current: KeySettings): Omit<KeySettings, 'expiresAt'> {
  const { scopes, allowed_networks } = changes;
  return {
    application: changes.application ?? current.application,
    scopes: scopes ? joinScopes(scopes) : current.scopes,
    allowedNetworks: allowed_networks?.join(' ') ?? current.allowedNetworks,
    paused: changes.paused ?? current.paused,
    mcp: changes.mcp ?? current.mcp,
    note: changes.note ?? current.note,
    hiddenData: changes.hidden_data ? joinHidden(changes.hidden_data) : current.hiddenData,
  };
}

/**
 * Returns null for no expiration. A new expiration must be later than the clock of the database and within
 * `MAX_KEY_DAYS`. The unchanged `current` one is always valid.
 */
async function readExpiration(
  manager: EntityManager,
  maxDays: number | undefined,
  text: string | null | undefined,
  current?: number | null,
): Promise<number | null> {
  const expiresAt = typeof text === 'string' ? (parseTimestamp(text) ?? NaN) : null;
  if (current !== undefined && (text === undefined || expiresAt === current)) return current;
  if (expiresAt === null) {
    if (maxDays === undefined) return null;
    throw invalidParameter('expires_at', `is required, and must be at most ${maxDays} days in the future`);
  }
  const now = await databaseNow(manager);
  if (!(expiresAt > now)) throw invalidParameter('expires_at', 'must be in the future');
  if (maxDays !== undefined && expiresAt > now + maxDays * DAY_MS)
    throw invalidParameter('expires_at', `must be at most ${maxDays} days in the future`);
  return expiresAt;
}

const tableOf = ({ hiddenData = '' }: Pick<KeyEntry, 'hiddenData'>) =>
  hiddenData === '' ? ApiKey : RestrictedApiKey;

const withoutOldKey = (endedKeyHash: string | null) => ({
  oldKeyHash: null,
  oldKeyUntil: null,
  oldKeyLastUsedAt: null,
  endedKeyHash,
});

const auditEntry = (
  action: AuditEntry['action'],
  { id, application }: KeyEntry,
  details: AuditEntry['details'],
): AuditEntry => ({ action, apiKeyId: id, application, details });

const auditDetails = (settings: KeySettings) => ({
  scopes: splitScopes(settings.scopes),
  expires_at: settings.expiresAt === null ? null : new Date(settings.expiresAt).toISOString(),
  allowed_networks: networksOf(settings),
  paused: settings.paused,
  mcp: settings.mcp,
  note: settings.note,
  hidden_data: splitHidden(settings.hiddenData ?? ''),
});

/** Returns the details of `settings` that differ from those of `other`, with names that begin with `prefix`. */
function differingDetails(settings: KeySettings, other: KeySettings, prefix = ''): Record<string, unknown> {
  const others: Record<string, unknown> = auditDetails(other);
  const differing = Object.entries(auditDetails(settings)).filter(
    ([name, value]) => !isDeepStrictEqual(value, others[name]),
  );
  return Object.fromEntries<unknown>(differing.map(([name, value]) => [prefix + name, value]));
}

function changedDetails(before: KeySettings, after: KeySettings): AuditEntry['details'] {
  const {
    previous_paused: _paused,
    previous_mcp: _mcp,
    ...previous
  } = differingDetails(before, after, 'previous_');
  return {
    ...(before.application !== after.application && { previous_application: before.application }),
    ...differingDetails(after, before),
    ...previous,
  };
}
