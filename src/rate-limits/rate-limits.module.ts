import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../config/config.js';
import { LOGGER } from '../observability/logger.js';
import { FailedAuthentication } from './failed-authentication.js';
import { RateLimits } from './rate-limits.js';
import { connectSharedCounts, SHARED_COUNTS } from './shared-counts.js';

/** How often a key may ask and an address may fail. */
@Module({
  providers: [
    {
      provide: SHARED_COUNTS,
      inject: [CONFIG, LOGGER],
      // also with RATE_LIMIT=off: the limits of sign-in stay
      useFactory: ({ redisUrl }: Config, logger: Logger) => connectSharedCounts(redisUrl, logger),
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
