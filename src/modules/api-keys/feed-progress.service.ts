import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { BatchedWrites } from '../../database/batched-writes.js';
import { CHANGE_KIND_NAMES, CHANGE_KINDS } from '../../database/change-log.js';
import { ofExistingEnterprises, storeEntities } from '../../database/engine/upsert.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import type { RequestObserver } from '../../http/middleware.js';
import { ZonedTime } from '../../time/zoned-time.js';
import type { KeyFeedDto } from './api-key.dto.js';
import { FeedProgress, KEY_IDS } from './api-key.entities.js';

@Injectable()
export class FeedProgressService extends BatchedWrites<FeedProgress> {
  protected readonly subject = 'how far keys have read';

  constructor(@InjectEntityManager() private readonly manager: EntityManager) {
    super();
  }

  /** Skips failed and truncated responses, because clients read them again. */
  readonly note: RequestObserver = ({ context }, { status, isComplete }) => {
    const { key, feed } = context;
    if (feed?.readUntil === undefined || !key || status >= 400 || !isComplete) return;
    const kind = CHANGE_KINDS[feed.kind];
    const row = { enterpriseKey: key.enterprise.key, apiKeyId: key.id, kind, readUntil: feed.readUntil };
    this.gather(`${key.id} ${kind}`, { ...row, askedAt: Date.now() });
  };

  async list({ key: enterpriseKey, timeZone }: CallerEnterprise): Promise<KeyFeedDto[]> {
    await this.write(); // includes the last requests to this instance
    const time = ZonedTime.of(timeZone);
    const feeds = await this.manager
      .createQueryBuilder(FeedProgress, 'feed')
      .where(`feed.enterpriseKey = :enterpriseKey AND feed.apiKeyId IN ${KEY_IDS}`, { enterpriseKey })
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

  protected async store(manager: EntityManager, progress: readonly FeedProgress[]): Promise<void> {
    const kept = await ofExistingEnterprises(manager, progress);
    // another instance may have served a later page
    await storeEntities(manager, FeedProgress, kept, { replaced: ['readUntil'], latest: 'askedAt' });
  }
}
