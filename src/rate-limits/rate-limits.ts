import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Redis } from 'ioredis';
import { CONFIG, type Config, type Limit } from '../config/config.js';
import { rateLimited } from '../http/errors/api-error.js';
import { Metrics } from '../metrics/metrics.js';
import { BulkStreams } from './bulk-streams.js';
import { Counter, type Count } from './counter.js';
import { SHARED_COUNTS } from './shared-counts.js';

/**
 * The limits of each key: one budget for all its requests, a second for those that ask for data in bulk, and how many of the
 * latter may run at once, unless bulk requests have no limit of their own. What is left stands in the headers of every answer.
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
    const all = await this.all.add(keyId);
    if (!isBulk || !this.bulk) {
      response.setHeader('RateLimit-Policy', this.all.policy);
      response.setHeader('RateLimit', this.all.describe(all));
      if (all.exceeded) throw this.refuse(this.all, all);
      return;
    }
    await this.countBulk(keyId, response, this.all, this.bulk, all);
  }

  /** Says what is left to a key whose request was refused before it counted. */
  async show(keyId: string, response: Response, isBulk: boolean): Promise<void> {
    const counters = [this.all, isBulk ? this.bulk : undefined].filter((counter) => counter !== undefined);
    const counts = await Promise.all(counters.map((counter) => counter.look(keyId)));
    setHeaders(response, counters, counts);
  }

  private async countBulk(
    keyId: string,
    response: Response,
    counter: Counter,
    bulk: Counter,
    all: Count,
  ): Promise<void> {
    const hasPlace = !all.exceeded && this.streams.enter(keyId, response);
    const counted = await (hasPlace ? bulk.add(keyId) : bulk.look(keyId));
    setHeaders(response, [counter, bulk], [all, counted]);
    if (all.exceeded) throw this.refuse(counter, all);
    if (!hasPlace) {
      this.metrics.rateLimitRefusals.inc({ policy: 'parallel' });
      throw this.streams.refusal();
    }
    if (counted.exceeded) throw this.refuse(bulk, counted);
  }

  private refuse({ name, rate }: Counter, { seconds }: Count): Error {
    this.metrics.rateLimitRefusals.inc({ policy: name });
    const what = name === 'bulk' ? 'bulk requests' : 'requests';
    return rateLimited(`A key may make ${rate.limit} ${what} in ${rate.seconds} seconds.`, seconds);
  }
}

function setHeaders(response: Response, counters: readonly Counter[], counts: readonly Count[]): void {
  if (counters.length === 0) return;
  response.setHeader('RateLimit-Policy', counters.map(({ policy }) => policy).join(', '));
  const described = counters.flatMap((counter, at) =>
    counts.slice(at, at + 1).map((count) => counter.describe(count)),
  );
  response.setHeader('RateLimit', described.join(', '));
}
