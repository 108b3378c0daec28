import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Redis } from 'ioredis';
import { CONFIG, type Config, type Limit } from '../config/config.js';
import { rateLimited } from '../http/api-error.js';
import { Metrics } from '../metrics/metrics.js';
import { Counter, SHARED_COUNTS, type Count } from './counter.js';

type Counted = readonly [Counter, Count];

/** Concurrent bulk responses of one key per process. Each one holds a database connection. */
export const MAX_BULK_AT_ONCE = 4;
/** Fixed time, because the end of a bulk response is unpredictable. */
const RETRY_BULK_SECONDS = 5;

/**
 * Limits all requests, bulk requests and parallel bulk requests of each key. `RATE_LIMIT_BULK=off` disables the latter
 * two.
 */
@Injectable()
export class RateLimits {
  private readonly all: Counter | undefined;
  private readonly bulk: Counter | undefined;
  private readonly runningBulk = new Map<string, number>();

  constructor(
    @Inject(CONFIG) { rateLimit, rateLimitBulk }: Config,
    @Inject(SHARED_COUNTS) shared: Redis | undefined,
    private readonly metrics: Metrics,
  ) {
    const counter = (name: string, limit: Limit): Counter | undefined =>
      limit === 'off' ? undefined : new Counter(name, limit, shared);
    this.all = counter('default', rateLimit);
    this.bulk = counter('bulk', rateLimitBulk);
  }

  async count(keyId: string, response: Response, isBulk: boolean): Promise<void> {
    if (!this.all) return;
    const all: Counted = [this.all, await this.all.add(keyId)];
    if (isBulk && this.bulk) await this.countBulk(keyId, response, all, this.bulk);
    else this.check(response, [all]);
  }

  /** Returns a function that counts the request as a bulk request. */
  async countLook(keyId: string, response: Response): Promise<() => Promise<void>> {
    const { all: counter, bulk } = this;
    if (!counter) return () => Promise.resolve();
    const all: Counted = [counter, await counter.add(keyId)];
    this.check(response, [all]);
    return async () => {
      if (bulk) await this.countBulk(keyId, response, all, bulk);
    };
  }

  async show(keyId: string, response: Response, isBulk: boolean): Promise<void> {
    const counters = [this.all, isBulk ? this.bulk : undefined].filter((counter) => counter !== undefined);
    const looked = counters.map(async (counter): Promise<Counted> => [counter, await counter.look(keyId)]);
    setHeaders(response, await Promise.all(looked));
  }

  private async countBulk(keyId: string, response: Response, all: Counted, bulk: Counter): Promise<void> {
    const mayRun = !all[1].exceeded && this.startBulk(keyId, response);
    const counted = await (mayRun ? bulk.add(keyId) : bulk.look(keyId));
    this.check(response, [all, [bulk, counted]]);
    if (mayRun) return;
    this.metrics.rateLimitRefusals.inc({ policy: 'parallel' });
    const rule = `A key may run up to ${MAX_BULK_AT_ONCE} bulk requests at the same time.`;
    throw rateLimited(rule, RETRY_BULK_SECONDS);
  }

  private startBulk(keyId: string, response: Response): boolean {
    const running = this.runningBulk.get(keyId) ?? 0;
    if (running >= MAX_BULK_AT_ONCE) return false;
    this.runningBulk.set(keyId, running + 1);
    response.once('close', () => {
      const left = (this.runningBulk.get(keyId) ?? 1) - 1;
      if (left > 0) this.runningBulk.set(keyId, left);
      else this.runningBulk.delete(keyId);
    });
    return true;
  }

  private check(response: Response, counts: readonly Counted[]): void {
    setHeaders(response, counts);
    for (const [{ name, rate }, { exceeded, seconds }] of counts) {
      if (!exceeded) continue;
      this.metrics.rateLimitRefusals.inc({ policy: name });
      const requests = name === 'bulk' ? 'bulk requests' : 'requests';
      throw rateLimited(`A key may make ${rate.limit} ${requests} in ${rate.seconds} seconds.`, seconds);
    }
  }
}

function setHeaders(response: Response, counts: readonly Counted[]): void {
  if (counts.length === 0) return;
  response.setHeader('RateLimit-Policy', counts.map(([{ policy }]) => policy).join(', '));
  response.setHeader('RateLimit', counts.map(([counter, count]) => counter.describe(count)).join(', '));
}
