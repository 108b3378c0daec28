import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { Repository } from 'typeorm';
import { BatchedWrites } from '../../database/batched-writes.js';
import { CHANGE_KIND_NAMES, CHANGE_KINDS } from '../../database/change-log.js';
import { ofStanding } from '../../database/engine/standing.js';
import { storeEntities } from '../../database/engine/upsert.js';
import { Transactions } from '../../database/transactions.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import type { RequestObserver } from '../../observability/request-log.js';
import { LOGGER } from '../../observability/logger.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { ApiKey } from './api-key.entity.js';
import type { KeyFeedDto } from './key-feed.dto.js';
import { KeyFeed } from './key-feed.entity.js';

/** Keeps how far each key has read where it follows feeds: a row for each kind, written in batches, off the path of requests. */
@Injectable()
export class KeyFeedsService extends BatchedWrites {
  private read = new Map<string, KeyFeed>();

  constructor(
    @InjectRepository(KeyFeed) private readonly feeds: Repository<KeyFeed>,
    private readonly transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('how far keys have read', logger);
  }

  /** What did not arrive whole was not read. */
  readonly note: RequestObserver = ({ context }, { status, isComplete }) => {
    const { apiKeyId, enterprise, feed } = context;
    if (feed?.readUntil === undefined || apiKeyId === undefined || !enterprise) return;
    if (status >= 400 || !isComplete) return;
    const kind = CHANGE_KINDS[feed.kind];
    this.read.set(`${apiKeyId} ${kind}`, {
      enterpriseKey: enterprise.key,
      apiKeyId,
      kind,
      readUntil: feed.readUntil,
      askedAt: Date.now(),
    });
  };

  async list({ key: enterpriseKey, timeZone }: CallerEnterprise): Promise<KeyFeedDto[]> {
    await this.write(); // so that what this instance has just answered is there
    const time = ZonedTime.of(timeZone);
    const feeds = await this.feeds
      .createQueryBuilder('feed')
      .innerJoin(ApiKey, 'entry', 'entry.enterpriseKey = feed.enterpriseKey AND entry.id = feed.apiKeyId')
      .where('feed.enterpriseKey = :enterpriseKey', { enterpriseKey })
      .orderBy({ 'feed.apiKeyId': 'ASC', 'feed.kind': 'ASC' })
      .getMany();
    return feeds.flatMap(({ apiKeyId, kind, readUntil, askedAt }) => {
      const feed = CHANGE_KIND_NAMES.find((name) => CHANGE_KINDS[name] === kind);
      if (feed === undefined) return [];
      return {
        api_key_id: apiKeyId,
        feed,
        read_until: readUntil === null ? null : time.format(readUntil),
        asked_at: time.format(askedAt),
      };
    });
  }

  protected async writeGathered(): Promise<void> {
    const { read } = this;
    if (read.size === 0) return;
    this.read = new Map();
    try {
      await this.transactions.run(async (manager) => {
        const kept = await ofStanding(manager, [...read.values()]);
        await storeEntities(manager, KeyFeed, kept, { replaced: ['readUntil', 'askedAt'] });
      });
    } catch (error) {
      this.read = new Map([...read, ...this.read]);
      throw error;
    }
  }
}
