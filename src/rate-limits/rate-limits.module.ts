import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../config/config.js';
import { LOGGER } from '../observability/logger.js';
import { connectRedis, SHARED_COUNTS } from './counter.js';
import { FailedAuthentication } from './failed-authentication.js';
import { RateLimits } from './rate-limits.js';

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
  constructor(@Inject(SHARED_COUNTS) private readonly shared: Redis | undefined) {}

  onApplicationShutdown(): void {
    this.shared?.disconnect();
  }
}
