import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { shownToken } from '../../auth/credentials.js';
import { hashesOf } from '../../auth/key-format.js';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { BatchedWrites } from '../../database/batched-writes.js';
import { Transactions } from '../../database/transactions.js';
import { clientAddress, networkOf } from '../../http/client-address.js';
import type { RequestObserver } from '../../http/request-end.js';
import { LOGGER } from '../../observability/logger.js';
import { routeOf } from '../../observability/request-fields.js';
import {
  FailedCallsRepository,
  MOST_OF_A_KEY,
  type Call,
  type CalledWith,
  type GatheredCalls,
} from './failed-calls.repository.js';

/** Bounds the failed calls of all keys in memory. */
const MOST_CALLS = 2_000;
/** Bounds the outcomes of keys that may not exist, of which anyone can make up any number. */
const MOST_UNKNOWN = 200;
const HOUR_MS = 3_600_000;
const BROKEN_OFF = 'broken_off';

const isUnknown = (key: CalledWith): boolean => 'hashes' in key;

/**
 * Counts the calls of each key by outcome and keeps the last ones that failed (decision 0038). The key of a call that was refused before
 * authentication is identified when the call is written.
 */
@Injectable()
export class FailedCallsRecorder extends BatchedWrites<GatheredCalls> {
  private readonly peppers: readonly string[];
  /** In memory, those that are being written included. */
  private calls = 0;
  private unknown = 0;
  private skipped = 0;

  constructor(
    private readonly failedCalls: FailedCallsRepository,
    transactions: Transactions,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
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
    if (!hasFailed) {
      this.add(key, outcome);
      return;
    }
    this.add(key, outcome, {
      ...outcome,
      id: randomUUID(),
      requestId,
      method: request.method,
      route: routeOf(request) ?? '',
      network: networkOf(clientAddress(request)),
      milliseconds: Math.round(milliseconds),
    });
    this.writeSoon();
  };

  /** Counts a call and keeps the record of a failed one while there is room. */
  add(
    key: CalledWith,
    { calledAt, status, code }: Pick<Call, 'calledAt' | 'status' | 'code'>,
    failed?: Call,
  ): void {
    const hour = Math.floor(calledAt / HOUR_MS) * HOUR_MS;
    const name = `${'hashes' in key ? key.hashes[0] : key.apiKeyId} ${hour} ${status} ${code}`;
    if (isUnknown(key) && !this.gathered().has(name) && ++this.unknown > MOST_UNKNOWN) {
      this.skipped++;
      return;
    }
    const isKept = failed !== undefined && this.calls < MOST_CALLS;
    if (isKept) this.calls++;
    else if (failed) this.skipped++;
    this.gather(name, { key, count: { hour, status, code, calls: 1 }, failed: isKept ? [failed] : [] });
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
    await this.failedCalls.store(manager, gathered);
  }

  /** Returns the hashes of a key that is not authenticated, if the text of the key is well formed. */
  private shownKey(request: Request): CalledWith | undefined {
    const hashes = hashesOf(shownToken(request) ?? '', this.peppers);
    return hashes.length === 0 ? undefined : { hashes };
  }
}
