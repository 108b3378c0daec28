import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type Config } from '../config/config.js';
import { rateLimited } from '../http/api-error.js';
import { networkOf } from '../http/request-context.js';
import { Metrics } from '../metrics/metrics.js';
import { Counter, SHARED_COUNTS } from './counter.js';

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
    const count = await counter.look(networkOf(address));
    if (count.left > 0) return;
    this.metrics.rateLimitRefusals.inc({ policy: counter.name });
    throw rateLimited('Too many requests from this address failed to authenticate.', count.seconds, {
      'RateLimit-Policy': counter.policy,
      RateLimit: counter.describe(count),
    });
  }
}
