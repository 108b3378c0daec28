import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThanOrEqual, Repository } from 'typeorm';
import { runInBatches } from '../../database/delete-in-batches.js';
import { Transactions } from '../../database/transactions.js';
import { ApiError } from '../../http/api-error.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { ApiKey, CallCount, FailedCall } from './api-key.entities.js';
import type { KeyCallDto, KeyCallsDto, KeyState } from './failed-calls.dto.js';
import { FailedCallsRecorder, MOST_OF_A_KEY } from './failed-calls.recorder.js';

const KEPT_MS = 7 * 86_400_000;
const keptFrom = (): number => Date.now() - KEPT_MS;

@Injectable()
export class FailedCallsService {
  constructor(
    @InjectRepository(ApiKey) private readonly apiKeys: Repository<ApiKey>,
    @InjectRepository(FailedCall) private readonly calls: Repository<FailedCall>,
    @InjectRepository(CallCount) private readonly counts: Repository<CallCount>,
    private readonly recorder: FailedCallsRecorder,
    private readonly enterprises: EnterprisesService,
    private readonly transactions: Transactions,
  ) {}

  async get({ key: enterpriseKey, timeZone }: CallerEnterprise, id: string): Promise<KeyCallsDto> {
    if (!(await this.apiKeys.existsBy({ enterpriseKey, id }))) throw new ApiError('api_key_not_found');
    await this.recorder.write(); // includes the last calls to this instance
    const since = MoreThanOrEqual(keptFrom());
    const [counts, failed] = await Promise.all([
      this.counts
        .createQueryBuilder('count')
        .select('count.status', 'status')
        .addSelect('count.code', 'code')
        .addSelect('SUM(count.calls)', 'calls')
        .where({ enterpriseKey, apiKeyId: id, hour: since })
        .groupBy('count.status')
        .addGroupBy('count.code')
        .orderBy({ 'count.status': 'ASC', 'count.code': 'ASC' })
        .getRawMany<{ status: number; code: string; calls: number | string }>(),
      this.calls.find({
        where: { enterpriseKey, apiKeyId: id, calledAt: since },
        order: { calledAt: 'DESC', id: 'DESC' },
        take: MOST_OF_A_KEY,
      }),
    ]);
    return {
      counts: counts.map(({ calls, ...outcome }) => ({ ...outcome, calls: Number(calls) })),
      failed: failed.map((call) => toDto(call, timeZone)),
    };
  }

  /** Excludes deleted keys, whose last calls may be written after the deletion. */
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

  async purge(signal: AbortSignal): Promise<void> {
    const before = keptFrom();
    for (const { key: enterpriseKey } of await this.enterprises.list()) {
      if (signal.aborted) return;
      const left = await this.counts
        .createQueryBuilder('count')
        .select('DISTINCT count.apiKeyId', 'apiKeyId')
        .where({ enterpriseKey, hour: LessThan(before) })
        .getRawMany<{ apiKeyId: string }>();
      await runInBatches(async () => {
        const last = left.pop();
        if (!last) return true;
        const ofKey = { enterpriseKey, ...last };
        await this.transactions.run(async (manager) => {
          await manager.delete(FailedCall, { ...ofKey, calledAt: LessThan(before) });
          await manager.delete(CallCount, { ...ofKey, hour: LessThan(before) });
        }, Infinity);
        return false;
      }, signal);
    }
  }
}

function toDto(call: FailedCall, timeZone: string): KeyCallDto {
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
