import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Rate } from '../../config/config.js';
import { Transactions } from '../../database/transactions.js';
import { rateLimited } from '../../http/api-error.js';
import { Metrics } from '../../metrics/metrics.js';
import { Counter, SHARED_COUNTS } from '../../rate-limits/rate-limits.js';
import { networkOf } from '../../http/client-address.js';
import { type Person, primaryKeyOf, tableOf } from './administrator.entity.js';

const WINDOW_SECONDS = 15 * 60;
const MAX_CODES = 10;

/** A provider instead of a setting: `RATE_LIMIT=off` does not lift these limits. */
export type SignInRates = Readonly<Record<'ofAccount' | 'fromAddress', Rate>>;

export const SIGN_IN_RATES = Symbol('SignInRates');
export const PRODUCTION_RATES: SignInRates = {
  ofAccount: { limit: 10, seconds: WINDOW_SECONDS },
  fromAddress: { limit: 20, seconds: WINDOW_SECONDS },
};

export interface SignInTry {
  readonly email?: string;
  readonly address: string;
  readonly browser?: string | undefined;
}

/**
 * Limits unknown accounts too, so that the limit does not reveal which accounts exist. A known browser has its own
 * limit, so that attackers cannot lock out the user (decision 0018).
 */
@Injectable()
export class SignInLimits {
  private readonly ofAccount = new Counter('sign-in-account', this.rates.ofAccount, this.shared);
  private readonly fromAddress = new Counter('sign-in-address', this.rates.fromAddress, this.shared);
  private readonly inBrowser = new Counter('sign-in-browser', this.rates.ofAccount, this.shared);
  private readonly changes = new Counter('session-changes', { limit: 60, seconds: 60 }, this.shared);

  constructor(
    @Inject(SIGN_IN_RATES) private readonly rates: SignInRates,
    @Inject(SHARED_COUNTS) private readonly shared: Redis | undefined,
    private readonly transactions: Transactions,
    private readonly metrics: Metrics,
  ) {}

  /** Counts a failure if `check` returns a falsy value. */
  async attempt<T>(tried: SignInTry, check: () => Promise<T>): Promise<T> {
    const found = await this.counted(tried, check);
    if (found) await this.succeeded(tried);
    return found;
  }

  /** Counts a failure before the check, so that concurrent attempts are all counted. */
  async counted<T>(tried: SignInTry, check: () => Promise<T>): Promise<T> {
    for (const [counter, key] of this.countersOf(tried))
      await this.count(counter, key, 'Signing in failed too often.');
    return check().catch(async (error: unknown) => {
      await this.refund(tried);
      throw error;
    });
  }

  async refund(tried: SignInTry): Promise<void> {
    for (const [counter, key] of this.countersOf(tried)) await counter.refund(key);
  }

  /** Also resets earlier failures of the account or browser, but not of the address. */
  async succeeded(tried: SignInTry): Promise<void> {
    for (const [counter, key] of this.countersOf(tried))
      await (counter === this.fromAddress ? counter.refund(key) : counter.reset(key));
  }

  async resetAccount(email: string): Promise<void> {
    await this.ofAccount.reset(email);
  }

  /** Limits a session to 60 changes per minute. An admin token has no such limit. */
  async countChange(tokenHash: string): Promise<void> {
    await this.count(this.changes, tokenHash, 'A session may make 60 changes in 60 seconds.');
  }

  /** Allows 10 codes in 15 minutes. The database stores the count for all instances and restarts. */
  async countCode(person: Person): Promise<void> {
    const now = Date.now();
    const isOpen = `code_tries_until > ${now}`;
    const end = await this.transactions.run(async (manager) => {
      const { affected } = await manager
        .createQueryBuilder()
        .update(tableOf(person))
        .set({
          // MySQL evaluates these in order, and the first must read the old end of the window
          codeTries: () => `CASE WHEN ${isOpen} THEN code_tries + 1 ELSE 1 END`,
          codeTriesUntil: () =>
            `CASE WHEN ${isOpen} THEN code_tries_until ELSE ${now + WINDOW_SECONDS * 1000} END`,
        })
        .where(primaryKeyOf(person))
        .andWhere(`NOT (${isOpen} AND code_tries >= ${MAX_CODES})`)
        .execute();
      if (affected !== 0) return undefined;
      return (await manager.findOneBy(tableOf(person), primaryKeyOf(person)))?.codeTriesUntil ?? 0;
    });
    if (end === undefined) return;
    this.refuse('sign-in-code', 'Too many codes were tried.', Math.max(1, Math.ceil((end - now) / 1000)));
  }

  private async count(counter: Counter, key: string, detail: string): Promise<void> {
    const { exceeded, seconds } = await counter.add(key);
    if (exceeded) this.refuse(counter.name, detail, seconds);
  }

  private countersOf({ email, address, browser }: SignInTry): (readonly [Counter, string])[] {
    if (browser !== undefined) return [[this.inBrowser, browser]];
    const ofAddress = [this.fromAddress, networkOf(address)] as const;
    return email === undefined ? [ofAddress] : [ofAddress, [this.ofAccount, email]];
  }

  private refuse(policy: string, detail: string, seconds: number): never {
    this.metrics.rateLimitRefusals.inc({ policy });
    throw rateLimited(detail, seconds);
  }
}
