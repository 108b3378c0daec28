import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Redis } from 'ioredis';
import { CONFIG, type Config, type Limit } from '../config/config.js';
import { rateLimited } from '../http/api-error.js';
import { Metrics } from '../metrics/metrics.js';
import { BulkStreams, MOST_BULK_AT_ONCE } from './bulk-streams.js';
import { Counter, type Count } from './counter.js';
import { SHARED_COUNTS } from './shared-counts.js';

type Counted = readonly [Counter, Count];

/** When a bulk answer ends cannot be known. */
const RETRY_BULK_SECONDS = 5;

/**
 * The limits of each key: one budget for all its requests, a second for bulk requests, and how many of the latter may run at once,
 * unless they have no limit of their own. What is left stands in the headers of every answer.
 */
@Injectable()
export class RateLimits {
  private readonly all: Counter | undefined;
  private readonly bulk: Counter | undefined;
  private readonly streams = new BulkStreams();

  constructor(
    @Inject(CONFIG) { rateLimit, rateLimitBulk }: Config,
    @Inject(SHARED_COUNTS) shared: Redis | undefined,
    private readonly metrics: Metrics,
  ) {
    const counter = (name: string, limit: Limit): Counter | undefined =>
      limit === 'off' ? undefined : new Counter(name, limit, shared);
    this.all = counter('default', rateLimit);
    this.bulk = counter('bulk', rateLimitBulk);
  }

  /** Counts a request of a key, and refuses it when it is one too many. */
  async count(keyId: string, response: Response, isBulk: boolean): Promise<void> {
    if (!this.all) return;
    const all: Counted = [this.all, await this.all.add(keyId)];
    if (isBulk && this.bulk) await this.countBulk(keyId, response, all, this.bulk);
    else this.judge(response, [all]);
  }

  /** Counts a request that may turn out to be a bulk one: what it returns counts it as that, too. */
  async countLook(keyId: string, response: Response): Promise<() => Promise<void>> {
    const { all: counter, bulk } = this;
    if (!counter) return () => Promise.resolve();
    const all: Counted = [counter, await counter.add(keyId)];
    this.judge(response, [all]);
    return async () => {
      if (bulk) await this.countBulk(keyId, response, all, bulk);
    };
  }

  /** Says what is left to a key whose request was refused before it counted. */
  async show(keyId: string, response: Response, isBulk: boolean): Promise<void> {
    const counters = [this.all, isBulk ? this.bulk : undefined].filter((counter) => counter !== undefined);
    const looked = counters.map(async (counter): Promise<Counted> => [counter, await counter.look(keyId)]);
    setHeaders(response, await Promise.all(looked));
  }

  private async countBulk(keyId: string, response: Response, all: Counted, bulk: Counter): Promise<void> {
    const mayRun = !all[1].exceeded && this.streams.enter(keyId, response);
    const counted = await (mayRun ? bulk.add(keyId) : bulk.look(keyId));
    this.judge(response, [all, [bulk, counted]]);
    if (mayRun) return;
    this.metrics.rateLimitRefusals.inc({ policy: 'parallel' });
    const rule = `A key may have ${MOST_BULK_AT_ONCE} bulk requests running at once.`;
    throw rateLimited(rule, RETRY_BULK_SECONDS);
  }

  /** Says what is left, and refuses who has exceeded one of the limits. */
  private judge(response: Response, counts: readonly Counted[]): void {
    setHeaders(response, counts);
    for (const [counter, count] of counts) {
      if (count.exceeded) throw this.refuse(counter, count);
    }
  }

  private refuse({ name, rate }: Counter, { seconds }: Count): Error {
    this.metrics.rateLimitRefusals.inc({ policy: name });
    const what = name === 'bulk' ? 'bulk requests' : 'requests';
    return rateLimited(`A key may make ${rate.limit} ${what} in ${rate.seconds} seconds.`, seconds);
  }
}

function setHeaders(response: Response, counts: readonly Counted[]): void {
  if (counts.length === 0) return;
  response.setHeader('RateLimit-Policy', counts.map(([{ policy }]) => policy).join(', '));
  response.setHeader('RateLimit', counts.map(([counter, count]) => counter.describe(count)).join(', '));
}
