import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { CONFIG, type Config, type Limit, type Rate } from '../config/config.js';
import { rateLimited } from '../http/api-error.js';
import { networkOf } from '../http/client-address.js';
import { Metrics } from '../metrics/metrics.js';

/** Injection token of the Redis connection, which is undefined if each instance counts alone. */
export const SHARED_COUNTS = Symbol('SharedCounts');

export interface Count {
  readonly counter: Counter;
  readonly exceeded: boolean;
  readonly left: number;
  /** Seconds until the window ends, rounded up. A client that waits for them is not rejected again. */
  readonly seconds: number;
}

/** Counts keys in windows that begin with the first request. Instances without Redis count alone. */
export class Counter {
  /** Rate in header format (draft-ietf-httpapi-ratelimit-headers-11, section 3). */
  readonly policy: string;
  private readonly memory: RateLimiterMemory;
  private readonly limiter: RateLimiterAbstract;

  constructor(
    readonly name: string,
    readonly rate: Rate,
    redis: Redis | undefined,
    /** Refuses requests over the limit without a query. A refund would not end that. */
    blocksInMemory = false,
  ) {
    const { limit, seconds } = rate;
    this.policy = `"${name}";q=${limit};w=${seconds}`;
    const options = { keyPrefix: `customer-device-api:${name}`, points: limit, duration: seconds };
    this.memory = new RateLimiterMemory(options);
    this.limiter = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: this.memory,
          rejectIfRedisNotReady: true,
          ...(blocksInMemory && { inMemoryBlockOnConsumed: limit + 1 }),
        })
      : this.memory;
  }

  async add(key: string): Promise<Count> {
    try {
      return this.countOf(await this.limiter.consume(key));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return { ...this.countOf(refusal), exceeded: true };
      throw refusal;
    }
  }

  async get(key: string): Promise<Count> {
    // While Redis refuses writes but not reads, the counts are in memory
    const counts = [await this.limiter.get(key), await this.memory.get(key)].filter(
      (count) => count !== null,
    );
    const [found] = counts.sort((one, other) => other.consumedPoints - one.consumedPoints);
    const { limit, seconds } = this.rate;
    return found ? this.countOf(found) : { counter: this, exceeded: false, left: limit, seconds };
  }

  async refund(key: string): Promise<Count> {
    return this.countOf(await this.limiter.reward(key));
  }

  async reset(key: string): Promise<void> {
    await this.limiter.delete(key);
    await this.memory.delete(key);
  }

  private countOf({ remainingPoints, msBeforeNext }: RateLimiterRes): Count {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    return { counter: this, exceeded: false, left: remainingPoints, seconds };
  }
}

/** Formats a count for the header `RateLimit` (section 4 of the draft). */
const describe = ({ counter, left, seconds }: Count): string => `"${counter.name}";r=${left};t=${seconds}`;

/** Returns the bulk unit of a request. */
type Refund = () => Promise<void>;

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
    const counter = (name: string, limit: Limit, blocksInMemory = false): Counter | undefined =>
      limit === 'off' ? undefined : new Counter(name, limit, shared, blocksInMemory);
    this.all = counter('default', rateLimit, true);
    this.bulk = counter('bulk', rateLimitBulk);
  }

  /** The limits of a key. A limit that is off is null. */
  get limits() {
    const all = this.all?.rate;
    const bulk = this.all && this.bulk?.rate;
    return {
      requests: all ? { quota: all.limit, seconds: all.seconds } : null,
      bulk: bulk ? { quota: bulk.limit, seconds: bulk.seconds, concurrent: MAX_BULK_AT_ONCE } : null,
    };
  }

  async count(keyId: string, response: Response, isBulk: boolean): Promise<Refund | undefined> {
    if (!this.all) return undefined;
    const all = await this.all.add(keyId);
    if (isBulk && this.bulk) return this.countBulk(keyId, response, all, this.bulk);
    this.check(response, keyId, [all]);
    return undefined;
  }

  /** Counts the request. The returned function also counts it as a bulk request. */
  async countExceptBulk(keyId: string, response: Response): Promise<() => Promise<Refund | undefined>> {
    const { all: counter, bulk } = this;
    if (!counter) return () => Promise.resolve(undefined);
    const all = await counter.add(keyId);
    this.check(response, keyId, bulk ? [all, await bulk.get(keyId)] : [all]);
    return async () => (bulk ? this.countBulk(keyId, response, all, bulk) : undefined);
  }

  async show(keyId: string, response: Response, isBulk: boolean): Promise<void> {
    if (!this.all) return;
    const bulk = isBulk ? this.bulk : undefined;
    const counters = [this.all, bulk].filter((counter) => counter !== undefined);
    const counts = await Promise.all(counters.map((counter) => counter.get(keyId)));
    this.setHeaders(response, keyId, counts);
  }

  private async countBulk(keyId: string, response: Response, all: Count, bulk: Counter): Promise<Refund> {
    const mayRun = !all.exceeded && this.startBulk(keyId, response);
    const counted = await (mayRun ? bulk.add(keyId) : bulk.get(keyId));
    this.check(response, keyId, [all, counted]);
    if (mayRun) {
      const windowEnds = Date.now() + (counted.seconds - 1) * 1_000; // the seconds are rounded up
      return async () => {
        if (Date.now() >= windowEnds) return; // the next window would get one request more
        const left = await bulk.refund(keyId);
        if (!response.headersSent) this.setHeaders(response, keyId, [all, left]);
      };
    }
    this.metrics.rateLimitRefusals.inc({ policy: 'parallel' });
    const rule = `A key may run up to ${MAX_BULK_AT_ONCE} bulk requests at the same time.`;
    throw rateLimited(rule, RETRY_BULK_SECONDS);
  }

  private startBulk(keyId: string, response: Response): boolean {
    const running = this.runningBulk.get(keyId) ?? 0;
    if (running >= MAX_BULK_AT_ONCE) return false;
    if (response.destroyed) return true; // has emitted `close` already
    this.runningBulk.set(keyId, running + 1);
    response.once('close', () => {
      const left = (this.runningBulk.get(keyId) ?? 1) - 1;
      if (left > 0) this.runningBulk.set(keyId, left);
      else this.runningBulk.delete(keyId);
    });
    return true;
  }

  private check(response: Response, keyId: string, counts: readonly Count[]): void {
    this.setHeaders(response, keyId, counts);
    const over = counts.find(({ exceeded }) => exceeded);
    if (!over) return;
    const { name, rate } = over.counter;
    this.metrics.rateLimitRefusals.inc({ policy: name });
    const requests = name === 'bulk' ? 'bulk requests' : 'requests';
    throw rateLimited(`A key may make ${rate.limit} ${requests} in ${rate.seconds} seconds.`, over.seconds);
  }

  /** A bulk request has two counts, and a limit of requests at the same time. */
  private setHeaders(response: Response, keyId: string, counts: readonly Count[]): void {
    const policies = counts.map(({ counter }) => counter.policy);
    const rests = counts.map(describe);
    if (counts.length > 1) {
      policies.push(PLACES_POLICY);
      rests.push(`"${PLACES}";r=${MAX_BULK_AT_ONCE - (this.runningBulk.get(keyId) ?? 0)}`);
    }
    response.setHeader('RateLimit-Policy', policies.join(', '));
    response.setHeader('RateLimit', rests.join(', '));
  }
}

export const FAILURES_OF_AN_ADDRESS = { limit: 30, seconds: 60 } as const;
const MAX_REMEMBERED = 20_000;

/**
 * Limits failed authentications per address. Over the limit, credentials are rejected without a query unless they were
 * valid from this address before. So one failing client does not lock out others behind the same NAT.
 */
@Injectable()
export class FailedAuthentication {
  private readonly counter: Counter | undefined;
  private readonly valid = new Set<string>();

  constructor(
    @Inject(CONFIG) { rateLimit }: Config,
    @Inject(SHARED_COUNTS) shared: Redis | undefined,
    private readonly metrics: Metrics,
  ) {
    this.counter =
      rateLimit === 'off' ? undefined : new Counter('authentication', FAILURES_OF_AN_ADDRESS, shared);
  }

  async attempt<T>(
    address: string,
    hash: string,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (!this.counter) return check();
    const credential = hash + address;
    if (!this.valid.has(credential)) await this.refuseOverLimit(this.counter, address);
    const found = await check();
    if (found === undefined) {
      this.valid.delete(credential);
      await this.counter.add(networkOf(address));
    } else {
      this.valid.add(credential);
      const [oldest = ''] = this.valid.size > MAX_REMEMBERED ? this.valid : [];
      this.valid.delete(oldest);
    }
    return found;
  }

  private async refuseOverLimit(counter: Counter, address: string): Promise<void> {
    const count = await counter.get(networkOf(address));
    if (count.left > 0) return;
    this.metrics.rateLimitRefusals.inc({ policy: counter.name });
    throw rateLimited('Too many requests from this address failed to authenticate.', count.seconds, {
      'RateLimit-Policy': counter.policy,
      RateLimit: describe(count),
    });
  }
}
