import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type Config } from '../config/config.js';
import { rateLimited } from '../http/errors/api-error.js';
import { Metrics } from '../metrics/metrics.js';
import { Counter } from './counter.js';
import { networkOf } from './network.js';
import { ProvenCredentials } from './proven-credentials.js';
import { SHARED_COUNTS } from './shared-counts.js';

/** Failures that an address may have. Nobody mistypes a key so often, and nobody guesses one of 256 bits with it. */
export const FAILURES_OF_AN_ADDRESS = { limit: 30, seconds: 60 } as const;

/** What is known of an address that fails. */
interface Source {
  failures: number;
  /** Checks that have not ended: any of them may fail. */
  running: number;
  until: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits how often an address may fail to authenticate. Once it has, its credentials are refused without a look at them, so
 * that guessing costs the database nothing; those that were good from there before still go through, and are checked as ever.
 */
@Injectable()
export class FailedAuthentication {
  private readonly counter: Counter | undefined;
  private readonly sources = new Map<string, Source>();
  private readonly proven = new ProvenCredentials();

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
    if (!this.proven.has(address, hash)) return this.attemptUnproven(this.counter, address, hash, check);
    const found = await check();
    if (found === undefined) {
      this.proven.remove(address, hash);
      const network = networkOf(address);
      await this.fail(this.counter, network, this.sourceOf(network));
    }
    return found;
  }

  /** Lets no more checks run at once than may still fail: a thousand guesses sent together are not a thousand queries. */
  private async attemptUnproven<T>(
    counter: Counter,
    address: string,
    hash: string,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const network = networkOf(address);
    const source = this.sourceOf(network);
    while (source.failures + source.running >= FAILURES_OF_AN_ADDRESS.limit) {
      if (source.failures >= FAILURES_OF_AN_ADDRESS.limit) throw this.refuse(counter, source);
      await new Promise<void>((resolve) => source.waiting.push(resolve));
      if (this.proven.has(address, hash)) return check();
    }
    source.running++;
    try {
      const found = await check();
      if (found === undefined) await this.fail(counter, network, source);
      else this.proven.add(address, hash);
      return found;
    } finally {
      source.running--;
      this.wake(network, source);
    }
  }

  private wake(network: string, source: Source): void {
    for (const wake of source.waiting.splice(0)) wake();
    if (source.failures === 0 && source.running === 0) this.sources.delete(network);
  }

  private sourceOf(network: string): Source {
    const known = this.sources.get(network);
    if (known) return known;
    const source: Source = { failures: 0, running: 0, until: 0, waiting: [] };
    this.sources.set(network, source);
    return source;
  }

  private async fail(counter: Counter, network: string, source: Source): Promise<void> {
    const { exceeded, left, seconds } = await counter.add(network);
    const isFirst = source.failures === 0;
    source.failures = exceeded
      ? FAILURES_OF_AN_ADDRESS.limit
      : Math.max(source.failures, FAILURES_OF_AN_ADDRESS.limit - left);
    source.until = Date.now() + seconds * 1000;
    if (isFirst) {
      setTimeout(() => {
        source.failures = 0;
        this.wake(network, source);
      }, seconds * 1000).unref();
    }
  }

  private refuse({ policy, ...counter }: Counter, { until }: Source): Error {
    this.metrics.rateLimitRefusals.inc({ policy: 'authentication' });
    const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
    return rateLimited('Too many requests from this address failed to authenticate.', seconds, {
      'RateLimit-Policy': policy,
      RateLimit: `"${counter.name}";r=0;t=${seconds}`,
    });
  }
}
