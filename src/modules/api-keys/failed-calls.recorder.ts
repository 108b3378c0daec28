import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { In, LessThan, LessThanOrEqual, type EntityManager } from 'typeorm';
import { shownToken } from '../../auth/caller.js';
import { hashesOf } from '../../auth/key-format.js';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { BatchedWrites } from '../../database/batched-writes.js';
import { ofExistingEnterprises, storeEntities } from '../../database/engine/upsert.js';
import { Transactions } from '../../database/transactions.js';
import { clientAddress, networkOf } from '../../http/client-address.js';
import { type RequestObserver, routeOf } from '../../observability/request-log.js';
import { LOGGER } from '../../observability/logger.js';
import { ApiKey, CallCount, FailedCall } from './api-key.entities.js';
import type { KeyState } from './failed-calls.dto.js';

export const MOST_OF_A_KEY = 200;
const MOST_CALLS = 2_000;
/** Limits the outcomes of unknown keys, because a client can invent any number of keys. */
const MOST_UNKNOWN = 200;
const HOUR_MS = 3_600_000;
const BROKEN_OFF = 'broken_off';

export type CalledWith =
  { readonly enterpriseKey: number; readonly apiKeyId: string } | { readonly hashes: readonly string[] };

export type Call = Omit<FailedCall, 'enterpriseKey' | 'apiKeyId' | 'keyState'>;

export interface GatheredCalls {
  readonly key: CalledWith;
  readonly count: Omit<CallCount, 'enterpriseKey' | 'apiKeyId'>;
  readonly failed: Call[];
}

const isUnknown = (key: CalledWith): boolean => 'hashes' in key;

/**
 * Counts calls by outcome and stores the last failed ones per key (decision 0038). Keys that were not authenticated are
 * identified when their calls are written.
 */
@Injectable()
export class FailedCallsRecorder extends BatchedWrites<GatheredCalls> {
  private readonly peppers: readonly string[];
  /** Includes calls that are being written. */
  private calls = 0;
  private unknown = 0;
  private skipped = 0;

  constructor(transactions: Transactions, @Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    super('the calls of keys', transactions, logger);
    this.peppers = peppersOf(config);
  }

  readonly note: RequestObserver = (request, { status, milliseconds, isComplete }) => {
    const { apiKeyId, keyOwner, errorCode, requestId } = request.context;
    const hasFailed = status >= 400 || !isComplete;
    let key: CalledWith | undefined;
    if (apiKeyId !== undefined && keyOwner) key = { enterpriseKey: keyOwner.key, apiKeyId };
    else if (hasFailed) key = this.shownKey(request);
    if (!key) return;
    const outcome = {
      calledAt: Math.round(Date.now() - milliseconds),
      status,
      code: errorCode ?? (isComplete ? '' : BROKEN_OFF),
    };
    this.add(
      key,
      outcome,
      hasFailed && {
        ...outcome,
        id: randomUUID(),
        requestId,
        method: request.method,
        route: routeOf(request) ?? '',
        network: networkOf(clientAddress(request)),
        milliseconds: Math.round(milliseconds),
      },
    );
    if (hasFailed) this.writeSoon();
  };

  add(
    key: CalledWith,
    { calledAt, status, code }: Pick<Call, 'calledAt' | 'status' | 'code'>,
    failed: Call | false,
  ): void {
    const hour = Math.floor(calledAt / HOUR_MS) * HOUR_MS;
    const name = `${'hashes' in key ? key.hashes[0] : key.apiKeyId} ${hour} ${status} ${code}`;
    if (isUnknown(key) && !this.gathered().has(name) && ++this.unknown > MOST_UNKNOWN) {
      this.skipped++;
      return;
    }
    const row: GatheredCalls = { key, count: { hour, status, code, calls: 1 }, failed: [] };
    if (failed && this.calls < MOST_CALLS) {
      row.failed.push(failed);
      this.calls++;
    } else if (failed) this.skipped++;
    this.gather(name, row);
  }

  override async write(): Promise<void> {
    await super.write();
    if (this.skipped > 0) this.logger.warn({ calls: this.skipped }, 'more calls failed than are kept');
    const left = [...this.gathered().values()];
    this.calls = left.reduce((sum, { failed }) => sum + failed.length, 0);
    this.unknown = left.filter(({ key }) => isUnknown(key)).length;
    this.skipped = 0;
  }

  protected override merge(earlier: GatheredCalls, later: GatheredCalls): GatheredCalls {
    earlier.count.calls += later.count.calls;
    earlier.failed.push(...later.failed);
    this.calls -= earlier.failed.splice(0, earlier.failed.length - MOST_OF_A_KEY).length;
    return earlier;
  }

  protected async store(manager: EntityManager, gathered: readonly GatheredCalls[]): Promise<void> {
    const hashes = gathered.flatMap(({ key }) => ('hashes' in key ? key.hashes : []));
    const entries = hashes.length === 0 ? [] : await findByHashes(manager, hashes);
    const identified = gathered.flatMap(({ key, ...calls }) => {
      const identity = identify(key, entries);
      return identity ? [{ ...identity, ...calls }] : [];
    });
    if (identified.length === 0) return;
    const kept = await ofExistingEnterprises(manager, identified);
    const calls = kept.flatMap(({ failed, count: _count, ...key }) =>
      failed.map((call) => ({ ...key, ...call })),
    );
    const counts = kept.map(({ enterpriseKey, apiKeyId, count }) => ({ enterpriseKey, apiKeyId, ...count }));
    await storeEntities(manager, FailedCall, calls, { replaced: ['requestId'] }); // a retry stores the same call
    await storeEntities(manager, CallCount, counts, { sums: ['calls'] });
    const failed = new Map(
      calls.map(({ enterpriseKey, apiKeyId }) => [apiKeyId, { enterpriseKey, apiKeyId }]),
    );
    // in one order, so that concurrent writes of several instances do not deadlock
    for (const [, key] of [...failed].sort(([one], [other]) => (one < other ? -1 : 1)))
      await deleteAllButLast(manager, key);
  }

  private shownKey(request: Request): CalledWith | undefined {
    const hashes = hashesOf(shownToken(request) ?? '', this.peppers);
    return hashes.length === 0 ? undefined : { hashes };
  }
}

async function findByHashes(manager: EntityManager, hashes: readonly string[]): Promise<ApiKey[]> {
  const found: ApiKey[] = [];
  // one query for each index: with OR, the planner may use none
  for (const hash of ['keyHash', 'oldKeyHash', 'endedKeyHash'] as const)
    found.push(...(await manager.findBy(ApiKey, { [hash]: In(hashes) })));
  return found;
}

function identify(
  key: CalledWith,
  entries: readonly ApiKey[],
): Pick<FailedCall, 'enterpriseKey' | 'apiKeyId' | 'keyState'> | undefined {
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
