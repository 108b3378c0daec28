import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type Config } from '../config/config.js';
import { rateLimited } from '../http/api-error.js';
import { Metrics } from '../metrics/metrics.js';
import { Counter, type Count } from './counter.js';
import { networkOf } from './network.js';
import { SHARED_COUNTS } from './shared-counts.js';

export const FAILURES_OF_AN_ADDRESS = { limit: 30, seconds: 60 } as const;
/** Valid credentials that are remembered, with their addresses. */
const MOST_KNOWN = 20_000;

/**
 * Limits how often an address may fail to authenticate. Over the limit its credentials are refused without a query. One that was
 * valid from there before is still checked: a client that fails behind a NAT does not lock out the others behind it.
 */
@Injectable()
export class FailedAuthentication {
  private readonly counter: Counter | undefined;
  private readonly known = new Set<string>();

  constructor(
    @Inject(CONFIG) { rateLimit }: Config,
    @Inject(SHARED_COUNTS) shared: Redis | undefined,
    private readonly metrics: Metrics,
  ) {
    this.counter =
      rateLimit === 'off' ? undefined : new Counter('authentication', FAILURES_OF_AN_ADDRESS, shared);
  }

  /** Checks the credential with this hash; undefined from the check means that it is not valid. */
  async attempt<T>(
    address: string,
    hash: string,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (!this.counter) return check();
    const credential = hash + address;
    if (!this.known.has(credential)) {
      const count = await this.counter.look(networkOf(address));
      if (count.left === 0) throw this.refuse(this.counter, count);
    }
    const found = await check();
    if (found === undefined) {
      this.known.delete(credential);
      await this.counter.add(networkOf(address));
    } else this.remember(credential);
    return found;
  }

  private remember(credential: string): void {
    this.known.add(credential);
    const [oldest = ''] = this.known.size > MOST_KNOWN ? this.known : [];
    this.known.delete(oldest);
  }

  private refuse(counter: Counter, count: Count): Error {
    this.metrics.rateLimitRefusals.inc({ policy: counter.name });
    return rateLimited('Too many requests from this address failed to authenticate.', count.seconds, {
      'RateLimit-Policy': counter.policy,
      RateLimit: counter.describe(count),
    });
  }
}
