import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Redis } from 'ioredis';
import { CONFIG, type Config, type Limit } from '../config/config.js';
import { rateLimited } from '../http/api-error.js';
import { Metrics } from '../metrics/metrics.js';
import { Counter, SHARED_COUNTS, type Count } from './counter.js';

type Counted = readonly [Counter, Count];
/** Returns the bulk unit of a request. */
type GiveBack = () => Promise<void>;

/** Concurrent bulk responses of one key per process. Each one holds a database connection. */
export const MAX_BULK_AT_ONCE = 4;
/** Fixed time, because the end of a bulk response is unpredictable. */
const RETRY_BULK_SECONDS = 5;

/** Concurrent requests have a quota and no window (draft-ietf-httpapi-ratelimit-headers-11, section 3). */
const PLACES = 'bulk-concurrent';
const PLACES_POLICY = `"${PLACES}";q=${MAX_BULK_AT_ONCE};qu="concurrent-requests"`;

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

  /** The limits of a key. A limit that is off is null. */
  get limits() {
    const [all, bulk] = [this.all?.rate, this.all && this.bulk?.rate];
    return {
      requests: all ? { quota: all.limit, seconds: all.seconds } : null,
      bulk: bulk ? { quota: bulk.limit, seconds: bulk.seconds, concurrent: MAX_BULK_AT_ONCE } : null,
    };
  }

  async count(keyId: string, response: Response, isBulk: boolean): Promise<GiveBack | undefined> {
    if (!this.all) return undefined;
    const all: Counted = [this.all, await this.all.add(keyId)];
    if (isBulk && this.bulk) return this.countBulk(keyId, response, all, this.bulk);
    this.check(response, [all]);
    return undefined;
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
    if (!this.all) return;
    const bulk = isBulk ? this.bulk : undefined;
    const looked = [this.all, ...(bulk ? [bulk] : [])].map(async (counter): Promise<Counted> => [
      counter,
      await counter.look(keyId),
    ]);
    setHeaders(response, await Promise.all(looked), bulk && this.freePlaces(keyId));
  }

  private async countBulk(keyId: string, response: Response, all: Counted, bulk: Counter): Promise<GiveBack> {
    const mayRun = !all[1].exceeded && this.startBulk(keyId, response);
    const counted = await (mayRun ? bulk.add(keyId) : bulk.look(keyId));
    this.check(response, [all, [bulk, counted]], this.freePlaces(keyId));
    if (mayRun)
      return async () => {
        const left = await bulk.takeBack(keyId);
        setHeaders(response, [all, [bulk, left]], this.freePlaces(keyId));
      };
    this.metrics.rateLimitRefusals.inc({ policy: 'parallel' });
    const rule = `A key may run up to ${MAX_BULK_AT_ONCE} bulk requests at the same time.`;
    throw rateLimited(rule, RETRY_BULK_SECONDS);
  }

  private freePlaces(keyId: string): number {
    return MAX_BULK_AT_ONCE - (this.runningBulk.get(keyId) ?? 0);
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

  private check(response: Response, counts: readonly Counted[], freePlaces?: number): void {
    setHeaders(response, counts, freePlaces);
    for (const [{ name, rate }, { exceeded, seconds }] of counts) {
      if (!exceeded) continue;
      this.metrics.rateLimitRefusals.inc({ policy: name });
      const requests = name === 'bulk' ? 'bulk requests' : 'requests';
      throw rateLimited(`A key may make ${rate.limit} ${requests} in ${rate.seconds} seconds.`, seconds);
    }
  }
}

/** `freePlaces` is set if the request counts as a bulk request. */
function setHeaders(response: Response, counts: readonly Counted[], freePlaces?: number): void {
  const policies = counts.map(([{ policy }]) => policy);
  const rests = counts.map(([counter, count]) => counter.describe(count));
  if (freePlaces !== undefined) {
    policies.push(PLACES_POLICY);
    rests.push(`"${PLACES}";r=${freePlaces}`);
  }
  response.setHeader('RateLimit-Policy', policies.join(', '));
  response.setHeader('RateLimit', rests.join(', '));
}
