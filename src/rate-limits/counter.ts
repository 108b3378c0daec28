import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Rate } from '../config/config.js';

/** Injection token of the Redis connection, which is undefined if each instance counts alone. */
export const SHARED_COUNTS = Symbol('SharedCounts');

/** Command timeout, after which the connection closes and later requests do not wait for Redis. */
const COMMAND_TIMEOUT_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

export interface Count {
  readonly exceeded: boolean;
  readonly left: number;
  /** Seconds until the window ends, rounded up. A client that waits for them is not rejected again. */
  readonly seconds: number;
}

/** Counts keys in windows that begin with the first request. Instances without Redis count alone. */
export class Counter {
  /** Rate in header format (draft-ietf-httpapi-ratelimit-headers-11, section 3). */
  readonly policy: string;
  private readonly limiter: RateLimiterAbstract;

  constructor(
    readonly name: string,
    readonly rate: Rate,
    redis: Redis | undefined,
  ) {
    const { limit, seconds } = rate;
    this.policy = `"${name}";q=${limit};w=${seconds}`;
    const options = { keyPrefix: `customer-device-api:${name}`, points: limit, duration: seconds };
    const memory = new RateLimiterMemory(options);
    this.limiter = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: memory,
          rejectIfRedisNotReady: true,
          inMemoryBlockOnConsumed: limit + 1, // requests over the limit do not query Redis
        })
      : memory;
  }

  async add(key: string): Promise<Count> {
    try {
      return this.countOf(await this.limiter.consume(key));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return { ...this.countOf(refusal), exceeded: true };
      throw refusal;
    }
  }

  async look(key: string): Promise<Count> {
    const found = await this.limiter.get(key);
    return found
      ? this.countOf(found)
      : { exceeded: false, left: this.rate.limit, seconds: this.rate.seconds };
  }

  async takeBack(key: string): Promise<Count> {
    return this.countOf(await this.limiter.reward(key));
  }

  async forget(key: string): Promise<void> {
    await this.limiter.delete(key);
  }

  /** Formats a count for the header (section 4 of the draft). */
  describe({ left, seconds }: Count): string {
    return `"${this.name}";r=${left};t=${seconds}`;
  }

  private countOf({ remainingPoints, msBeforeNext }: RateLimiterRes): Count {
    return { exceeded: false, left: remainingPoints, seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
  }
}

/** Connects in the background, so that neither the start nor a request waits for Redis. */
export function connectRedis(url: string | undefined, logger: Logger): Redis | undefined {
  if (url === undefined) return undefined;
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: COMMAND_TIMEOUT_MS, // closes the connection to a frozen server
    connectTimeout: 1_000,
    retryStrategy: (times) => Math.min(times * 100, LONGEST_PAUSE_MS),
  });
  let isUnavailable = false;
  redis.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // An error of Redis itself, such as NOAUTH, has its code at the beginning of its message.
    const reason = code ?? /^[A-Z]+(?= )/.exec(message)?.[0];
    if (!isUnavailable)
      logger.warn({ code: reason }, 'Redis unavailable; this instance counts rate limits alone');
    isUnavailable = true;
  });
  redis.on('ready', () => {
    if (isUnavailable) logger.info('Redis available again; rate limits are shared');
    isUnavailable = false;
  });
  return redis;
}
