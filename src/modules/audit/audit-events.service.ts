import { Injectable } from '@nestjs/common';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ZonedTime } from '../../http/zoned-time.js';
import type { AuditEventDto } from './audit-event.dto.js';
import type { AuditEventsQuery } from './audit-events.query.js';
import { AuditEventsRepository, type AuditEventFilter } from './audit-events.repository.js';
import { RefusedCalls } from './refused-calls.service.js';

@Injectable()
export class AuditEventsService {
  constructor(
    private readonly events: AuditEventsRepository,
    private readonly refusedCalls: RefusedCalls,
  ) {}

  async list(enterprise: CallerEnterprise, query: AuditEventsQuery): Promise<AuditEventDto[]> {
    await this.refusedCalls.settled();
    const time = ZonedTime.of(enterprise.timeZone);
    const events = await this.events.list(enterprise.key, filterOf(query));
    return events.map((event) => ({
      sequence: event.sequence,
      at: time.format(event.at),
      actor: event.actor,
      action: event.action,
      api_key_id: event.apiKeyId,
      application: event.application,
      details: JSON.parse(event.details) as Record<string, unknown>,
      address: event.address,
      request_id: event.requestId,
    }));
  }
}

function filterOf({
  before,
  after,
  limit,
  action,
  api_key_id: apiKeyId,
}: AuditEventsQuery): AuditEventFilter {
  return {
    before: Number(before ?? Number.MAX_SAFE_INTEGER),
    after: Number(after ?? 0),
    limit: limit === undefined ? undefined : Number(limit),
    action,
    apiKeyId,
  };
}
