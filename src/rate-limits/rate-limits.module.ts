import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { LOGGER } from '../observability/logger.js';
import { FailedAuthentication, RateLimits, SHARED_COUNTS } from './rate-limits.js';

/** Command timeout, after which the connection closes and later requests do not wait for Redis. */
const COMMAND_TIMEOUT_MS = 250;

@Module({
  providers: [
    {
      provide: SHARED_COUNTS,
      inject: [CONFIG, LOGGER],
      // Connects even with RATE_LIMIT=off, which does not disable the limits of sign-in.
      useFactory: ({ redisUrl }: Config, logger: Logger) => connectRedis(redisUrl, logger),
    },
    RateLimits,
    FailedAuthentication,
  ],
  exports: [RateLimits, FailedAuthentication, SHARED_COUNTS],
})
export class RateLimitsModule implements OnApplicationShutdown {
  constructor(
    @Inject(SHARED_COUNTS) private readonly shared: Redis | undefined,
    metrics: Metrics,
  ) {
    const help = '1 while Redis is connected, otherwise 0. Missing without REDIS_URL.';
    metrics.gauge('device_api_redis_up', help, {
      aggregator: 'min',
      collect() {
        if (shared) this.set(Number(shared.status === 'ready'));
        else this.remove();
      },
    });
  }

  onApplicationShutdown(): void {
    this.shared?.disconnect();
  }
}

/** Connects in the background, so that neither the start nor a request waits for Redis. */
async function connectRedis(url: string | undefined, logger: Logger): Promise<Redis | undefined> {
  if (url === undefined) return undefined;
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: COMMAND_TIMEOUT_MS, // closes the connection to a frozen server
    connectTimeout: 1_000,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
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
