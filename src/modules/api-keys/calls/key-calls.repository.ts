import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThanOrEqual, Repository, type EntityManager } from 'typeorm';
import { ApiKey } from '../api-key.entity.js';
import { MOST_OF_A_KEY, type CallCount } from './gathered-calls.js';
import { KeyCallCount } from './key-call-count.entity.js';
import { KeyCall } from './key-call.entity.js';

/** What is kept of the calls of each key. */
@Injectable()
export class KeyCallsRepository {
  constructor(
    @InjectRepository(ApiKey) private readonly apiKeys: Repository<ApiKey>,
    @InjectRepository(KeyCall) private readonly calls: Repository<KeyCall>,
    @InjectRepository(KeyCallCount) private readonly counts: Repository<KeyCallCount>,
  ) {}

  exists(enterpriseKey: number, id: string): Promise<boolean> {
    return this.apiKeys.existsBy({ enterpriseKey, id });
  }

  /** The newest first. */
  last(enterpriseKey: number, apiKeyId: string, since: number): Promise<KeyCall[]> {
    return this.calls.find({
      where: { enterpriseKey, apiKeyId, calledAt: MoreThanOrEqual(since) },
      order: { calledAt: 'DESC', id: 'DESC' },
      take: MOST_OF_A_KEY,
    });
  }

  /** All that had this id, with whatever key that is still there: the newest first. */
  withRequestId(enterpriseKey: number, requestId: string, since: number): Promise<KeyCall[]> {
    return this.calls
      .createQueryBuilder('call')
      .innerJoin(ApiKey, 'entry', 'entry.enterpriseKey = call.enterpriseKey AND entry.id = call.apiKeyId')
      .where({ enterpriseKey, requestId, calledAt: MoreThanOrEqual(since) })
      .orderBy({ 'call.calledAt': 'DESC', 'call.id': 'DESC' })
      .limit(MOST_OF_A_KEY)
      .getMany();
  }

  /** How many ended in each way. */
  async sums(enterpriseKey: number, apiKeyId: string, since: number): Promise<Omit<CallCount, 'hour'>[]> {
    const sums = await this.counts
      .createQueryBuilder('ended')
      .select('ended.status', 'status')
      .addSelect('ended.code', 'code')
      .addSelect('SUM(ended.calls)', 'calls')
      .where({ enterpriseKey, apiKeyId, hour: MoreThanOrEqual(since) })
      .groupBy('ended.status')
      .addGroupBy('ended.code')
      .orderBy({ 'ended.status': 'ASC', 'ended.code': 'ASC' })
      .getRawMany<{ status: number; code: string; calls: number | string }>();
    return sums.map(({ calls, ...ended }) => ({ ...ended, calls: Number(calls) }));
  }

  /** The keys of which something is from before an instant. */
  async withOld(enterpriseKey: number, before: number): Promise<string[]> {
    const found = await this.counts
      .createQueryBuilder('ended')
      .select('DISTINCT ended.apiKeyId', 'id')
      .where({ enterpriseKey, hour: LessThan(before) })
      .getRawMany<{ id: string }>();
    return found.map(({ id }) => id);
  }

  async removeOld(
    manager: EntityManager,
    key: Pick<KeyCall, 'enterpriseKey' | 'apiKeyId'>,
    before: number,
  ): Promise<void> {
    await manager.delete(KeyCall, { ...key, calledAt: LessThan(before) });
    await manager.delete(KeyCallCount, { ...key, hour: LessThan(before) });
  }
}
