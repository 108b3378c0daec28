import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Rate } from '../../config/config.js';
import { rateLimited } from '../../http/api-error.js';
import { Metrics } from '../../metrics/metrics.js';
import { Counter, SHARED_COUNTS } from '../../rate-limits/counter.js';
import { networkOf } from '../../http/client-address.js';

const QUARTER_OF_AN_HOUR = 15 * 60;

/** How often sign-ins may fail. It is a provider and no setting: RATE_LIMIT=off does not lift these limits. */
export interface SignInRates {
  readonly ofAccount: Rate;
  readonly fromAddress: Rate;
}

export const SIGN_IN_RATES = Symbol('SignInRates');
export const PRODUCTION_RATES: SignInRates = {
  ofAccount: { limit: 10, seconds: QUARTER_OF_AN_HOUR },
  fromAddress: { limit: 20, seconds: QUARTER_OF_AN_HOUR },
};

/** As whom somebody tries, where they say so, from where, and in which browser, if it is known. */
export interface SignInTry {
  readonly email?: string;
  readonly address: string;
  readonly browser?: string | undefined;
}

/**
 * Bounds how often somebody may fail to sign in: as one account, from wherever, and from one address, as whomever. An
 * account that does not exist has its limit too, so that the limit tells nothing. A browser in which the administrator has
 * signed in before has a budget of its own instead: strangers cannot use it up (decision 0018).
 */
@Injectable()
export class SignInLimits {
  private readonly ofAccount: Counter;
  private readonly fromAddress: Counter;
  private readonly inBrowser: Counter;

  constructor(
    @Inject(SIGN_IN_RATES) { ofAccount, fromAddress }: SignInRates,
    @Inject(SHARED_COUNTS) shared: Redis | undefined,
    private readonly metrics: Metrics,
  ) {
    this.ofAccount = new Counter('sign-in-account', ofAccount, shared);
    this.fromAddress = new Counter('sign-in-address', fromAddress, shared);
    this.inBrowser = new Counter('sign-in-browser', ofAccount, shared);
  }

  /** A try that brings nothing is a failure. */
  async attempt<T>(tried: SignInTry, check: () => Promise<T>): Promise<T> {
    const found = await this.counted(tried, check);
    if (found) await this.succeeded(tried);
    return found;
  }

  /** Counts a failure before it is known to be one: attempts that arrive together are all counted. */
  async counted<T>(tried: SignInTry, check: () => Promise<T>): Promise<T> {
    for (const [counter, key] of this.countersOf(tried)) await this.count(counter, key);
    return check().catch(async (error: unknown) => {
      await this.leave(tried);
      throw error;
    });
  }

  /** It was neither: nothing was tried. */
  async leave(tried: SignInTry): Promise<void> {
    for (const [counter, key] of this.countersOf(tried)) await counter.takeBack(key);
  }

  /** It was no failure after all. */
  async succeeded(tried: SignInTry): Promise<void> {
    for (const [counter, key] of this.countersOf(tried))
      await (counter === this.fromAddress ? counter.takeBack(key) : counter.forget(key));
  }

  /** Whoever has just proved to be the owner of an account may fail again. */
  async forget(email: string): Promise<void> {
    await this.ofAccount.forget(email);
  }

  private countersOf({ email, address, browser }: SignInTry): (readonly [Counter, string])[] {
    if (browser !== undefined) return [[this.inBrowser, browser]];
    const ofAll = [this.fromAddress, networkOf(address)] as const;
    return email === undefined ? [ofAll] : [ofAll, [this.ofAccount, email]];
  }

  private async count(counter: Counter, key: string): Promise<void> {
    const { exceeded, seconds } = await counter.add(key);
    if (!exceeded) return;
    this.metrics.rateLimitRefusals.inc({ policy: counter.name });
    throw rateLimited('Signing in failed too often.', seconds);
  }
}
