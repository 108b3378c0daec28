import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager, LessThan, LessThanOrEqual, MoreThanOrEqual } from 'typeorm';
import { shownToken } from '../../auth/access.js';
import { hashesOf } from '../../auth/key-format.js';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { BatchedWrites } from '../../database/batched-writes.js';
import { runInBatches } from '../../database/delete-in-batches.js';
import { ofExistingEnterprises, storeEntities } from '../../database/engine/upsert.js';
import { LABEL_LENGTH } from '../../database/schema/columns.js';
import { ApiError } from '../../http/api-error.js';
import { clientAddress, networkOf } from '../../http/client-address.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { type RequestObserver, routeOf } from '../../http/middleware.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { CallCount, FailedCall, type KeyEntry } from './api-key.entities.js';
import { findByAnyHash, findKeys } from './api-keys.repository.js';
import {
  CURSOR,
  DEFAULT_LIMIT,
  toKeyCallDto,
  type KeyCallPageDto,
  type KeyCallsDto,
  type KeyCallsQuery,
  type KeyState,
} from './failed-calls.dto.js';

const MAX_OF_A_KEY = 200;
const MAX_CALLS = 2_000;
/** Limits the outcomes of unknown keys, because a client can invent any number of keys. */
const MAX_UNKNOWN = 200;
/** Limits the names in a stored call, because a client can invent any number of parameters. */
const MAX_PARAMETERS = 20;
const HOUR_MS = 3_600_000;

const hourOf = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS;
const keptFrom = (): number => Date.now() - 7 * 86_400_000;

type KeyRef = Pick<FailedCall, 'enterpriseKey' | 'apiKeyId'>;
export type CalledWith = KeyRef | { readonly hashes: readonly string[] };
export type Call = Omit<FailedCall, keyof KeyRef | 'keyState'>;

export interface GatheredCalls {
  readonly key: CalledWith;
  readonly count: Omit<CallCount, keyof KeyRef>;
  readonly failed: Call[];
}

/**
 * Counts calls by outcome and stores the last failed ones per key (decision 0038). Keys that were not authenticated are
 * identified when their calls are written.
 */
@Injectable()
export class FailedCallsService extends BatchedWrites<GatheredCalls> {
  protected readonly subject = 'the calls of keys';
  private readonly peppers: readonly string[];
  /** Includes calls that are being written. */
  private calls = 0;
  private unknown = 0;
  private skipped = 0;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly enterprises: EnterprisesService,
    @InjectEntityManager() private readonly manager: EntityManager,
  ) {
    super();
    this.peppers = peppersOf(config);
  }

  readonly note: RequestObserver = (request, { status, milliseconds, isComplete }) => {
    const { key: caller, error, requestId } = request.context;
    const hasFailed = status >= 400 || !isComplete;
    let key: CalledWith | undefined;
    if (caller) key = { enterpriseKey: caller.enterprise.key, apiKeyId: caller.id };
    else if (hasFailed) key = { hashes: hashesOf(shownToken(request) ?? '', this.peppers) };
    if (!key || ('hashes' in key && key.hashes.length === 0)) return;
    const outcome = {
      calledAt: Math.round(Date.now() - milliseconds),
      status,
      code: error?.code ?? (isComplete ? '' : 'broken_off'),
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
        refusedParameters: JSON.stringify(
          (error?.errors ?? []).slice(0, MAX_PARAMETERS).map(({ parameter }) => parameter),
        ),
        detail: (error?.detailWithoutValues ?? '').slice(0, LABEL_LENGTH),
      },
    );
    if (hasFailed) this.writeSoon();
  };

  add(
    key: CalledWith,
    { calledAt, status, code }: Pick<Call, 'calledAt' | 'status' | 'code'>,
    failed: Call | false,
  ): void {
    const hour = hourOf(calledAt);
    const name = `${'hashes' in key ? key.hashes[0] : key.apiKeyId} ${hour} ${status} ${code}`;
    if ('hashes' in key && !this.gathered().has(name) && ++this.unknown > MAX_UNKNOWN) {
      this.skipped++;
      return;
    }
    const row: GatheredCalls = { key, count: { hour, status, code, calls: 1 }, failed: [] };
    if (failed && this.calls < MAX_CALLS) {
      row.failed.push(failed);
      this.calls++;
    } else if (failed) this.skipped++;
    this.gather(name, row);
  }

  async get({ key: enterpriseKey, timeZone }: CallerEnterprise, id: string): Promise<KeyCallsDto> {
    const [entry] = await this.transactions.read((manager) => findKeys(manager, { enterpriseKey, id }));
    if (!entry) throw new ApiError('api_key_not_found');
    await this.write(); // includes the last calls to this instance
    const since = MoreThanOrEqual(keptFrom());
    const [counts, failed] = await Promise.all([
      this.manager
        .createQueryBuilder(CallCount, 'count')
        .select('count.status AS status, count.code AS code, SUM(count.calls) AS calls')
        .where({ enterpriseKey, apiKeyId: id, hour: since })
        .groupBy('count.status, count.code')
        .orderBy({ 'count.status': 'ASC', 'count.code': 'ASC' })
        .getRawMany<{ status: number; code: string; calls: number | string }>(),
      this.manager.find(FailedCall, {
        where: { enterpriseKey, apiKeyId: id, calledAt: since },
        order: { calledAt: 'DESC', id: 'DESC' },
        take: MAX_OF_A_KEY,
      }),
    ]);
    return {
      counts: counts.map(({ calls, ...outcome }) => ({ ...outcome, calls: Number(calls) })),
      failed: failed.map((call) => toKeyCallDto(call, timeZone)),
    };
  }

  /** Includes deleted keys. */
  async list({ key, timeZone }: CallerEnterprise, query: KeyCallsQuery): Promise<KeyCallPageDto> {
    await this.write();
    const most = query.request_id === undefined ? DEFAULT_LIMIT : MAX_OF_A_KEY;
    const limit = Number(query.limit ?? most);
    const found = await pageOf(this.manager, key, query)
      .orderBy({ 'call.calledAt': 'DESC', 'call.id': 'DESC' })
      .limit(limit + 1)
      .getMany();
    const calls = found.slice(0, limit);
    const last = found.length > limit ? calls.at(-1) : undefined;
    return {
      calls: calls.map((call) => toKeyCallDto(call, timeZone)),
      next_cursor: last ? `${last.calledAt}-${last.id}` : null,
    };
  }

  /** Deletes by key, because the primary keys of both tables begin with it. */
  async purge(signal: AbortSignal): Promise<void> {
    const before = hourOf(keptFrom()); // a call is deleted with the count of its hour
    for (const { key: enterpriseKey } of await this.enterprises.list()) {
      if (signal.aborted) return;
      const left = await this.manager
        .createQueryBuilder(CallCount, 'count')
        .select('DISTINCT count.apiKeyId', 'apiKeyId')
        .where({ enterpriseKey, hour: LessThan(before) })
        .getRawMany<{ apiKeyId: string }>();
      await runInBatches(async () => {
        const last = left.pop();
        if (!last) return true;
        const ofKey = { enterpriseKey, ...last };
        await this.transactions.run(async (manager) => {
          await manager.delete(FailedCall, { ...ofKey, calledAt: LessThan(before) });
          await manager.delete(CallCount, { ...ofKey, hour: LessThan(before) });
        }, Infinity);
        return false;
      }, signal);
    }
  }

  override async write(): Promise<void> {
    await super.write();
    if (this.skipped > 0)
      this.logger.warn({ calls: this.skipped }, 'failed calls skipped: too many in memory');
    const left = [...this.gathered().values()];
    this.calls = left.reduce((sum, { failed }) => sum + failed.length, 0);
    this.unknown = left.filter(({ key }) => 'hashes' in key).length;
    this.skipped = 0;
  }

  protected override merge(earlier: GatheredCalls, later: GatheredCalls): GatheredCalls {
    earlier.count.calls += later.count.calls;
    earlier.failed.push(...later.failed);
    this.calls -= earlier.failed.splice(0, earlier.failed.length - MAX_OF_A_KEY).length;
    return earlier;
  }

  protected async store(manager: EntityManager, gathered: readonly GatheredCalls[]): Promise<void> {
    const hashes = gathered.flatMap(({ key }) => ('hashes' in key ? key.hashes : []));
    const entries = hashes.length === 0 ? [] : await findByAnyHash(manager, hashes);
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
    // a retry stores the same call
    await storeEntities(manager, FailedCall, calls, { replaced: ['requestId'] });
    await storeEntities(manager, CallCount, counts, { sums: ['calls'] });
    const keys = new Map(calls.map(({ apiKeyId, enterpriseKey }) => [apiKeyId, enterpriseKey]));
    // in one order, so that concurrent writes of several instances do not deadlock
    for (const [apiKeyId, enterpriseKey] of [...keys].sort())
      await deleteAllButLast(manager, { enterpriseKey, apiKeyId });
  }
}

function pageOf(manager: EntityManager, enterpriseKey: number, query: KeyCallsQuery) {
  const filters = {
    apiKeyId: query.api_key_id,
    requestId: query.request_id,
    status: query.status === undefined ? undefined : Number(query.status),
    code: query.code,
  };
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const calls = manager
    .createQueryBuilder(FailedCall, 'call')
    .where({ enterpriseKey, calledAt: MoreThanOrEqual(keptFrom()), ...Object.fromEntries(given) });
  const [, at, id] = CURSOR.exec(query.cursor ?? '') ?? [];
  // compares the time alone first, so that the index of times can be used
  return at === undefined
    ? calls
    : calls
        .andWhere('call.calledAt <= :at', { at: Number(at) })
        .andWhere('(call.calledAt < :at OR call.id < :id)', { id });
}

function identify(
  key: CalledWith,
  entries: readonly KeyEntry[],
): (KeyRef & { keyState: KeyState | null }) | undefined {
  if (!('hashes' in key)) return { ...key, keyState: null };
  const matches = (hash: string | null): boolean => hash !== null && key.hashes.includes(hash);
  const entry = entries.find((each) => [each.keyHash, each.oldKeyHash, each.endedKeyHash].some(matches));
  if (!entry) return undefined;
  const { enterpriseKey, id, keyHash, oldKeyHash, oldKeyUntil, expiresAt, paused } = entry;
  const now = Date.now();
  const isOld = matches(oldKeyHash) && (oldKeyUntil ?? 0) > now;
  let keyState: KeyState | null = paused ? 'paused' : null;
  if (!matches(keyHash) && !isOld) keyState = 'replaced';
  else if (expiresAt !== null && expiresAt <= now) keyState = 'expired';
  return { enterpriseKey, apiKeyId: id, keyState };
}

async function deleteAllButLast(manager: EntityManager, key: KeyRef): Promise<void> {
  const [last] = await manager.find(FailedCall, {
    select: { calledAt: true, id: true },
    where: key,
    order: { calledAt: 'DESC', id: 'DESC' },
    skip: MAX_OF_A_KEY,
    take: 1,
  });
  if (!last) return;
  const { calledAt, id } = last;
  await manager.delete(FailedCall, [
    { ...key, calledAt: LessThan(calledAt) },
    { ...key, calledAt, id: LessThanOrEqual(id) },
  ]);
}
