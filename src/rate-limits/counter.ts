import type { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Rate } from '../config/config.js';

/** Where a key stands in its window. */
export interface Count {
  /** Whether it counted more than the rate allows. */
  readonly exceeded: boolean;
  readonly left: number;
  /** Whole seconds until all is allowed again, rounded up: who waits as long is not refused again. */
  readonly seconds: number;
}

/**
 * Counts keys against one rate, in windows that begin with the first count: in memory, or in Redis where instances share it.
 * While Redis is unavailable each instance counts alone.
 */
export class Counter {
  /** What the headers say of the rate (draft-ietf-httpapi-ratelimit-headers-11, section 3). */
  readonly policy: string;
  private readonly limiter: RateLimiterAbstract;

  constructor(
    readonly name: string,
    readonly rate: Rate,
    shared: Redis | undefined,
  ) {
    this.policy = `"${name}";q=${rate.limit};w=${rate.seconds}`;
    this.limiter = limiterOf(name, rate, shared);
  }

  /** Counts once more. */
  async add(key: string): Promise<Count> {
    try {
      return this.countOf(await this.limiter.consume(key));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return { ...this.countOf(refusal), exceeded: true };
      throw refusal;
    }
  }

  /** Looks without counting. */
  async look(key: string): Promise<Count> {
    const found = await this.limiter.get(key);
    return found
      ? this.countOf(found)
      : { exceeded: false, left: this.rate.limit, seconds: this.rate.seconds };
  }

  /** Takes one count back. */
  async takeBack(key: string): Promise<void> {
    await this.limiter.reward(key);
  }

  async forget(key: string): Promise<void> {
    await this.limiter.delete(key);
  }

  /** What the headers say of a count (section 4). */
  describe({ left, seconds }: Count): string {
    return `"${this.name}";r=${left};t=${seconds}`;
  }

  private countOf({ remainingPoints, msBeforeNext }: RateLimiterRes): Count {
    return { exceeded: false, left: remainingPoints, seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
  }
}

function limiterOf(name: string, { limit, seconds }: Rate, shared: Redis | undefined): RateLimiterAbstract {
  const options = { keyPrefix: `customer-device-api:${name}`, points: limit, duration: seconds };
  const memory = new RateLimiterMemory(options);
  if (!shared) return memory;
  return new RateLimiterRedis({
    ...options,
    storeClient: shared,
    insuranceLimiter: memory,
    rejectIfRedisNotReady: true,
    inMemoryBlockOnConsumed: limit + 1, // over the limit no request goes to Redis
  });
}
