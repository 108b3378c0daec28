import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type Config } from '../../config/config.js';
import { rateLimited } from '../../http/api-error.js';
import { Metrics } from '../../metrics/metrics.js';
import { Counter, SHARED_COUNTS } from '../../rate-limits/counter.js';
import type { Session } from './session.js';

const CHANGES = { limit: 60, seconds: 60 } as const;

/** Limits the changes that a session makes. The admin token of an operator has no such limit. */
@Injectable()
export class ChangeLimit {
  private readonly changes: Counter;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(SHARED_COUNTS) shared: Redis | undefined,
    private readonly metrics: Metrics,
  ) {
    this.changes = new Counter('session-changes', CHANGES, shared);
  }

  async count({ tokenHash }: Session): Promise<void> {
    if (this.config.rateLimit === 'off') return;
    const { exceeded, seconds } = await this.changes.add(tokenHash);
    if (!exceeded) return;
    this.metrics.rateLimitRefusals.inc({ policy: this.changes.name });
    throw rateLimited(`A session may make ${CHANGES.limit} changes in ${CHANGES.seconds} seconds.`, seconds);
  }
}
