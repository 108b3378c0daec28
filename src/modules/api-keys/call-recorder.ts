import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { hashesOf } from '../../auth/key-format.js';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { BatchedWrites } from '../../database/batched-writes.js';
import { Transactions } from '../../database/transactions.js';
import { clientAddress } from '../../http/client-address.js';
import { shownToken } from '../../http/credentials.js';
import { type RequestObserver, routeOf } from '../../observability/request-log.js';
import { LOGGER } from '../../observability/logger.js';
import { networkOf } from '../../rate-limits/network.js';
import { GatheredCalls, type Call, type CalledWith } from './gathered-calls.js';
import { GatheredCallsRepository } from './gathered-calls.repository.js';

/** Keys in one transaction: short enough to leave connections and locks to others. */
const AT_ONCE = 100;
const BROKEN_OFF = 'broken_off';

/**
 * Keeps the last calls of each key that were refused or failed, and counts all by how they ended (decision 0038). Whose key it is that
 * was refused before anybody looked is found out when the call is written.
 */
@Injectable()
export class CallRecorder extends BatchedWrites {
  private readonly gathered = new GatheredCalls();
  private readonly peppers: readonly string[];

  constructor(
    private readonly calls: GatheredCallsRepository,
    private readonly transactions: Transactions,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super('the calls of keys', log);
    this.peppers = peppersOf(config);
  }

  readonly note: RequestObserver = (request, { status, milliseconds, isComplete }) => {
    const { requestId, errorCode } = request.context;
    const hasFailed = status >= 400 || !isComplete;
    const key = knownKey(request) ?? (hasFailed ? this.shownKey(request) : undefined);
    if (!key) return;
    const code = errorCode ?? (isComplete ? '' : BROKEN_OFF);
    const calledAt = Math.round(Date.now() - milliseconds);
    const ended = { at: calledAt, status, code };
    const call = (): Call => ({
      calledAt,
      id: randomUUID(),
      requestId,
      method: request.method,
      route: routeOf(request) ?? '',
      status,
      code,
      network: networkOf(clientAddress(request)),
      milliseconds: Math.round(milliseconds),
    });
    this.gathered.add(key, ended, hasFailed ? call : undefined);
    if (hasFailed) this.writeSoon();
  };

  protected override async writeGathered(): Promise<void> {
    const { taken, passedOver } = this.gathered.take();
    if (passedOver > 0) this.log.warn({ calls: passedOver }, 'more calls failed than are kept');
    let left = taken;
    try {
      const owned = await this.calls.ownersOf(taken);
      while (owned.length > 0) {
        await this.transactions.run((manager) => this.calls.add(manager, owned.slice(0, AT_ONCE)));
        owned.splice(0, AT_ONCE);
        left = owned.map(({ gathered }) => gathered);
      }
    } catch (error) {
      this.gathered.putBack(left);
      throw error;
    }
  }

  /** Of a request without a key that was known before it failed. */
  private shownKey(request: Request): CalledWith | undefined {
    const hashes = hashesOf(shownToken(request) ?? '', this.peppers);
    return hashes.length === 0 ? undefined : { hashes };
  }
}

function knownKey({ context: { apiKeyId, keyOwner } }: Request): CalledWith | undefined {
  return apiKeyId !== undefined && keyOwner ? { enterpriseKey: keyOwner.key, apiKeyId } : undefined;
}
