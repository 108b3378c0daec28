import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThanOrEqual, Repository, type FindOptionsWhere } from 'typeorm';
import { inSlices } from '../../database/slices.js';
import { Transactions } from '../../database/transactions.js';
import { ApiError } from '../../http/api-error.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { ApiKey } from './api-key.entities.js';
import { CallRecorder } from './failed-calls.recorder.js';
import { MOST_OF_A_KEY } from './gathered-calls.js';
import { KeyCallCount } from './key-call-count.entity.js';
import { KeyCall } from './key-call.entity.js';
import type { KeyCallCountDto, KeyCallDto, KeyCallsDto, KeyState } from './failed-calls.dto.js';

const KEPT_MS = 7 * 86_400_000;
const keptFrom = (): number => Date.now() - KEPT_MS;

/** Why calls failed, for as long as that is kept. */
@Injectable()
export class KeyCallsService {
  constructor(
    @InjectRepository(ApiKey) private readonly apiKeys: Repository<ApiKey>,
    @InjectRepository(KeyCall) private readonly calls: Repository<KeyCall>,
    @InjectRepository(KeyCallCount) private readonly counts: Repository<KeyCallCount>,
    private readonly recorder: CallRecorder,
    private readonly enterprises: EnterprisesService,
    private readonly transactions: Transactions,
  ) {}

  async get({ key: enterpriseKey, timeZone }: CallerEnterprise, id: string): Promise<KeyCallsDto> {
    if (!(await this.apiKeys.existsBy({ enterpriseKey, id }))) throw new ApiError('api_key_not_found');
    await this.recorder.write(); // so that what this instance has just answered is there
    const ofKey = { enterpriseKey, apiKeyId: id };
    const since = MoreThanOrEqual(keptFrom());
    const [counts, failed] = await Promise.all([
      this.sums({ ...ofKey, hour: since }),
      this.calls.find({
        where: { ...ofKey, calledAt: since },
        order: { calledAt: 'DESC', id: 'DESC' },
        take: MOST_OF_A_KEY,
      }),
    ]);
    return { counts, failed: failed.map((call) => toDto(call, timeZone)) };
  }

  /** All that had this id, with whatever key that is still there: the newest first. */
  async find({ key: enterpriseKey, timeZone }: CallerEnterprise, requestId: string): Promise<KeyCallDto[]> {
    await this.recorder.write();
    const found = await this.calls
      .createQueryBuilder('call')
      .innerJoin(ApiKey, 'entry', 'entry.enterpriseKey = call.enterpriseKey AND entry.id = call.apiKeyId')
      .where({ enterpriseKey, requestId, calledAt: MoreThanOrEqual(keptFrom()) })
      .orderBy({ 'call.calledAt': 'DESC', 'call.id': 'DESC' })
      .limit(MOST_OF_A_KEY)
      .getMany();
    return found.map((call) => toDto(call, timeZone));
  }

  /** Removes what is older, key by key. What the signal leaves is for another time. */
  async forget(signal: AbortSignal): Promise<void> {
    for (const { key } of await this.enterprises.list()) await this.forgetOf(key, signal);
  }

  private async forgetOf(enterpriseKey: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const before = keptFrom();
    const left = await this.counts
      .createQueryBuilder('ended')
      .select('DISTINCT ended.apiKeyId', 'apiKeyId')
      .where({ enterpriseKey, hour: LessThan(before) })
      .getRawMany<{ apiKeyId: string }>();
    await inSlices(async () => {
      const last = left.pop();
      if (!last) return true;
      const ofKey = { enterpriseKey, ...last };
      await this.transactions.run(async (manager) => {
        await manager.delete(KeyCall, { ...ofKey, calledAt: LessThan(before) });
        await manager.delete(KeyCallCount, { ...ofKey, hour: LessThan(before) });
      }, Infinity);
      return false;
    }, signal);
  }

  /** How many ended in each way. */
  private async sums(where: FindOptionsWhere<KeyCallCount>): Promise<KeyCallCountDto[]> {
    const sums = await this.counts
      .createQueryBuilder('ended')
      .select('ended.status', 'status')
      .addSelect('ended.code', 'code')
      .addSelect('SUM(ended.calls)', 'calls')
      .where(where)
      .groupBy('ended.status')
      .addGroupBy('ended.code')
      .orderBy({ 'ended.status': 'ASC', 'ended.code': 'ASC' })
      .getRawMany<{ status: number; code: string; calls: number | string }>();
    return sums.map(({ calls, ...ended }) => ({ ...ended, calls: Number(calls) }));
  }
}

function toDto(call: KeyCall, timeZone: string): KeyCallDto {
  return {
    id: call.id,
    api_key_id: call.apiKeyId,
    called_at: ZonedTime.of(timeZone).format(call.calledAt),
    request_id: call.requestId,
    method: call.method,
    route: call.route,
    status: call.status,
    code: call.code,
    key_state: call.keyState as KeyState | null,
    network: call.network,
    milliseconds: call.milliseconds,
  };
}
