import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, LessThanOrEqual, Repository, type EntityManager } from 'typeorm';
import { ofStanding } from '../../database/engine/standing.js';
import { storeEntities } from '../../database/engine/upsert.js';
import { ApiKey } from './api-key.entities.js';
import { MOST_OF_A_KEY, type CallsOfKey } from './gathered-calls.js';
import type { KeyState } from './failed-calls.dto.js';
import { KeyCallCount } from './key-call-count.entity.js';
import { KeyCall } from './key-call.entity.js';

export interface OwnedCalls {
  readonly enterpriseKey: number;
  readonly apiKeyId: string;
  readonly keyState: KeyState | null;
  readonly gathered: CallsOfKey;
}

/** Finds out whose the gathered calls are, and stores them. */
@Injectable()
export class GatheredCallsRepository {
  constructor(@InjectRepository(ApiKey) private readonly apiKeys: Repository<ApiKey>) {}

  /** Those of known keys, in one order, so that instances that write at once do not deadlock. */
  async ownersOf(gathered: readonly CallsOfKey[]): Promise<OwnedCalls[]> {
    const hashes = gathered.flatMap(({ key }) => ('hashes' in key ? key.hashes : []));
    const entries = hashes.length === 0 ? [] : await this.findByHashes(hashes);
    const owned = gathered.flatMap((calls) => ownerOf(calls, entries) ?? []);
    return owned.sort((one, other) => (one.apiKeyId < other.apiKeyId ? -1 : 1));
  }

  /** Of enterprises that stand: one may have been erased since. Of each key no more than the last ones stay. */
  async add(manager: EntityManager, owned: readonly OwnedCalls[]): Promise<void> {
    const kept = await ofStanding(manager, owned);
    const calls = kept.flatMap(({ gathered, ...key }) => gathered.calls.map((call) => ({ ...key, ...call })));
    const counts = kept.flatMap(({ gathered, ...key }) =>
      [...gathered.counts.values()].map((count) => ({ ...key, ...count })),
    );
    await storeEntities(manager, KeyCall, calls, { replaced: ['requestId'] }); // written again, a call is the same
    await storeEntities(manager, KeyCallCount, counts, { sums: ['calls'] });
    for (const { enterpriseKey, apiKeyId, gathered } of kept)
      if (gathered.calls.length > 0) await trim(manager, { enterpriseKey, apiKeyId });
  }

  private async findByHashes(hashes: readonly string[]): Promise<ApiKey[]> {
    // one index each: with OR the plan would be the planner's choice
    const found: ApiKey[] = [];
    for (const hash of ['keyHash', 'oldKeyHash', 'endedKeyHash'] as const)
      found.push(...(await this.apiKeys.findBy({ [hash]: In(hashes) })));
    return found;
  }
}

function ownerOf(gathered: CallsOfKey, entries: readonly ApiKey[]): OwnedCalls | undefined {
  const { key } = gathered;
  if (!('hashes' in key)) return { ...key, keyState: null, gathered };
  const isOneOf = (hash: string | null): boolean => hash !== null && key.hashes.includes(hash);
  const entry = entries.find((each) => [each.keyHash, each.oldKeyHash, each.endedKeyHash].some(isOneOf));
  if (!entry) return undefined;
  const { enterpriseKey, id, keyHash, oldKeyHash, oldKeyUntil } = entry;
  const isOld = isOneOf(oldKeyHash) && (oldKeyUntil ?? 0) > Date.now();
  const keyState = isOneOf(keyHash) || isOld ? stateOf(entry) : 'replaced';
  return { enterpriseKey, apiKeyId: id, keyState, gathered };
}

/** Of an entry whose key this is. */
function stateOf({ expiresAt, paused }: ApiKey): KeyState | null {
  if (expiresAt !== null && expiresAt <= Date.now()) return 'expired';
  return paused ? 'paused' : null;
}

async function trim(manager: EntityManager, key: Pick<KeyCall, 'enterpriseKey' | 'apiKeyId'>): Promise<void> {
  const [last] = await manager.find(KeyCall, {
    select: { calledAt: true, id: true },
    where: key,
    order: { calledAt: 'DESC', id: 'DESC' },
    skip: MOST_OF_A_KEY,
    take: 1,
  });
  if (!last) return;
  const { calledAt, id } = last;
  await manager.delete(KeyCall, [
    { ...key, calledAt: LessThan(calledAt) },
    { ...key, calledAt, id: LessThanOrEqual(id) },
  ]);
}
