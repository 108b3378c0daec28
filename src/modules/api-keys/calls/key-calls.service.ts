import { Injectable } from '@nestjs/common';
import { inSlices } from '../../../database/slices.js';
import { Transactions } from '../../../database/transactions.js';
import { ApiError } from '../../../http/errors/api-error.js';
import type { CallerEnterprise } from '../../../http/request/request-context.js';
import { ZonedTime } from '../../../time/zoned-time.js';
import { EnterprisesService } from '../../enterprises/enterprises.service.js';
import { CallRecorder } from './call-recorder.js';
import type { KeyCall } from './key-call.entity.js';
import type { KeyCallDto, KeyCallsDto, KeyState } from './key-calls.dto.js';
import { KeyCallsRepository } from './key-calls.repository.js';

const KEPT_MS = 7 * 86_400_000;
const keptFrom = (): number => Date.now() - KEPT_MS;

/** Why calls failed, for as long as that is kept. */
@Injectable()
export class KeyCallsService {
  constructor(
    private readonly calls: KeyCallsRepository,
    private readonly recorder: CallRecorder,
    private readonly enterprises: EnterprisesService,
    private readonly transactions: Transactions,
  ) {}

  async get({ key, timeZone }: CallerEnterprise, id: string): Promise<KeyCallsDto> {
    if (!(await this.calls.exists(key, id))) throw new ApiError('api_key_not_found');
    await this.recorder.write(); // so that what this instance has just answered is there
    const since = keptFrom();
    const [counts, failed] = await Promise.all([
      this.calls.sums(key, id, since),
      this.calls.last(key, id, since),
    ]);
    return { counts, failed: failed.map((call) => toDto(call, timeZone)) };
  }

  async find({ key, timeZone }: CallerEnterprise, requestId: string): Promise<KeyCallDto[]> {
    await this.recorder.write();
    const found = await this.calls.withRequestId(key, requestId, keptFrom());
    return found.map((call) => toDto(call, timeZone));
  }

  /** Removes what is older, key by key. What the signal leaves is for another time. */
  async forget(signal: AbortSignal): Promise<void> {
    for (const { key } of await this.enterprises.list()) await this.forgetOf(key, signal);
  }

  private async forgetOf(enterpriseKey: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const before = keptFrom();
    const left = await this.calls.withOld(enterpriseKey, before);
    await inSlices(async () => {
      const apiKeyId = left.pop();
      if (apiKeyId === undefined) return true;
      const key = { enterpriseKey, apiKeyId };
      await this.transactions.run((manager) => this.calls.removeOld(manager, key, before), Infinity);
      return false;
    }, signal);
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
