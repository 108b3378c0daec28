import { Injectable } from '@nestjs/common';
import { In, LessThan, LessThanOrEqual, type EntityManager } from 'typeorm';
import { ofStanding } from '../../database/engine/standing.js';
import { storeEntities } from '../../database/engine/upsert.js';
import { ApiKey, CallCount, FailedCall } from './api-key.entities.js';
import type { KeyState } from './failed-calls.dto.js';

/** Failed calls that are kept of each key: the last ones. */
export const MOST_OF_A_KEY = 200;

/** An authenticated key, or the hashes of a key that was refused before it was looked up. */
export type CalledWith =
  { readonly enterpriseKey: number; readonly apiKeyId: string } | { readonly hashes: readonly string[] };

export type Call = Omit<FailedCall, 'enterpriseKey' | 'apiKeyId' | 'keyState'>;

/** Calls with one key that had the same outcome in one hour. */
export interface GatheredCalls {
  readonly key: CalledWith;
  readonly count: Omit<CallCount, 'enterpriseKey' | 'apiKeyId'>;
  readonly failed: Call[];
}

interface KeyOfCalls {
  readonly enterpriseKey: number;
  readonly apiKeyId: string;
  readonly keyState: KeyState | null;
}

/** Identifies the keys of gathered calls and stores the calls. */
@Injectable()
export class FailedCallsRepository {
  /** Skips unknown keys and erased enterprises. */
  async store(manager: EntityManager, gathered: readonly GatheredCalls[]): Promise<void> {
    const hashes = gathered.flatMap(({ key }) => ('hashes' in key ? key.hashes : []));
    const entries = hashes.length === 0 ? [] : await findByHashes(manager, hashes);
    const identified = gathered.flatMap(({ key, ...calls }) => {
      const identity = identify(key, entries);
      return identity ? [{ ...identity, ...calls }] : [];
    });
    if (identified.length === 0) return;
    const kept = await ofStanding(manager, identified);
    const calls = kept.flatMap(({ failed, count: _count, ...key }) =>
      failed.map((call) => ({ ...key, ...call })),
    );
    const counts = kept.map(({ enterpriseKey, apiKeyId, count }) => ({ enterpriseKey, apiKeyId, ...count }));
    await storeEntities(manager, FailedCall, calls, { replaced: ['requestId'] }); // a retry stores the same call
    await storeEntities(manager, CallCount, counts, { sums: ['calls'] });
    const failed = new Map(
      calls.map(({ enterpriseKey, apiKeyId }) => [apiKeyId, { enterpriseKey, apiKeyId }]),
    );
    // in one order, so that instances that write at the same time do not deadlock
    for (const [, key] of [...failed].sort(([one], [other]) => (one < other ? -1 : 1)))
      await deleteAllButLast(manager, key);
  }
}

async function findByHashes(manager: EntityManager, hashes: readonly string[]): Promise<ApiKey[]> {
  const found: ApiKey[] = [];
  // one query for each index: with OR, the planner may use none
  for (const hash of ['keyHash', 'oldKeyHash', 'endedKeyHash'] as const)
    found.push(...(await manager.findBy(ApiKey, { [hash]: In(hashes) })));
  return found;
}

function identify(key: CalledWith, entries: readonly ApiKey[]): KeyOfCalls | undefined {
  if (!('hashes' in key)) return { ...key, keyState: null };
  const matches = (hash: string | null): boolean => hash !== null && key.hashes.includes(hash);
  const entry = entries.find((each) => [each.keyHash, each.oldKeyHash, each.endedKeyHash].some(matches));
  if (!entry) return undefined;
  const { enterpriseKey, id, keyHash, oldKeyHash, oldKeyUntil } = entry;
  const isOld = matches(oldKeyHash) && (oldKeyUntil ?? 0) > Date.now();
  const keyState = matches(keyHash) || isOld ? stateOf(entry) : 'replaced';
  return { enterpriseKey, apiKeyId: id, keyState };
}

function stateOf({ expiresAt, paused }: ApiKey): KeyState | null {
  if (expiresAt !== null && expiresAt <= Date.now()) return 'expired';
  return paused ? 'paused' : null;
}

async function deleteAllButLast(
  manager: EntityManager,
  key: Pick<FailedCall, 'enterpriseKey' | 'apiKeyId'>,
): Promise<void> {
  const [last] = await manager.find(FailedCall, {
    select: { calledAt: true, id: true },
    where: key,
    order: { calledAt: 'DESC', id: 'DESC' },
    skip: MOST_OF_A_KEY,
    take: 1,
  });
  if (!last) return;
  const { calledAt, id } = last;
  await manager.delete(FailedCall, [
    { ...key, calledAt: LessThan(calledAt) },
    { ...key, calledAt, id: LessThanOrEqual(id) },
  ]);
}
