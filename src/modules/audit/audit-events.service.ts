import { Injectable } from '@nestjs/common';
import { optionalDays } from '../../http/day-parameters.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ZonedTime } from '../../http/zoned-time.js';
import type { AuditEventDto } from './audit-event.dto.js';
import type { AuditFiltersDto } from './audit-filters.dto.js';
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
    const events = await this.events.list(enterprise.key, filterOf(query, time));
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

  /** Who and what is to be found in the trail. */
  async filters({ key }: CallerEnterprise): Promise<AuditFiltersDto> {
    await this.refusedCalls.settled();
    const [actors, keys] = await Promise.all([this.events.listActors(key), this.events.listKeys(key)]);
    return { actors, keys };
  }
}

function filterOf(
  { before, after, limit, actor, action, api_key_id: apiKeyId, ...days }: AuditEventsQuery,
  time: ZonedTime,
): AuditEventFilter {
  return {
    before: numberOf(before),
    after: numberOf(after),
    limit: numberOf(limit),
    actor,
    action,
    apiKeyId,
    times: optionalDays(days, time),
  };
}

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
