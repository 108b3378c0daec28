import { Injectable } from '@nestjs/common';
import { invalidParameters } from '../../http/errors/api-error.js';
import { optionalDays } from '../../http/parameters/day-parameters.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { textSearch, type AuditEventFilter, type AuditEventRow } from './audit-event-filter.js';
import {
  DEFAULT_LIMIT,
  type AuditEventDto,
  type AuditEventsQuery,
  type AuditFiltersDto,
} from './audit.dto.js';
import { AuditNamesRepository } from './audit-names.repository.js';
import { orderOf, readCursor, writeCursor, type Place } from './audit-order.js';
import { AuditWalk } from './audit-walk.js';
import { EVENTS_PER_QUERY, SearchBudget } from './search-pace.js';

const MOST_NAMES = 1_000;

@Injectable()
export class AuditEventsService {
  constructor(
    private readonly walk: AuditWalk,
    private readonly names: AuditNamesRepository,
  ) {}

  /** A page of the trail, how many events were looked at for it, and where the next page begins: nowhere after the last. */
  async list({ key, timeZone }: CallerEnterprise, query: AuditEventsQuery) {
    const time = ZonedTime.of(timeZone);
    const limit = numberOf(query.limit) ?? DEFAULT_LIMIT;
    const finds = textSearch(query.search);
    const route = { enterpriseKey: key, filter: filterOf(query, time), order: orderOf(query.sort) };
    const budget = new SearchBudget();
    const perQuery = query.search === undefined ? limit + 1 : EVENTS_PER_QUERY;
    const events: AuditEventDto[] = [];
    let place = placeOf(query.cursor);
    const page = (cursor?: string) => ({ events, searched: budget.events, cursor });
    for await (const stretch of this.walk.stretches(route, place, perQuery)) {
      for (const row of stretch.events) {
        if (events.length === limit) return page(writeCursor(place));
        if (finds(row, time.format(row.at))) events.push(asShown(row, time));
        budget.events++;
        place = { sequence: row.sequence, value: stretch.value };
      }
      if (stretch.events.length === 0) place = { sequence: 0, value: stretch.value };
      if (!budget.mayGoOn()) return page(writeCursor(place));
    }
    return page();
  }

  /** Who and what is to be found in the trail. */
  async filters({ key }: CallerEnterprise): Promise<AuditFiltersDto> {
    const [actors, keys] = await Promise.all([
      this.names.listActors(key, MOST_NAMES),
      this.names.listKeys(key, MOST_NAMES),
    ]);
    return { actors, keys };
  }
}

function asShown(row: AuditEventRow, time: ZonedTime): AuditEventDto {
  return {
    sequence: row.sequence,
    at: time.format(row.at),
    actor: row.actor,
    action: row.action,
    api_key_id: row.apiKeyId,
    application: row.application,
    details: JSON.parse(row.details) as Record<string, unknown>,
    address: row.address,
    request_id: row.requestId,
  };
}

function filterOf(query: AuditEventsQuery, time: ZonedTime): AuditEventFilter {
  return {
    before: numberOf(query.before),
    after: numberOf(query.after),
    actor: query.actor,
    action: query.action,
    apiKeyId: query.api_key_id,
    outcome: query.outcome,
    times: optionalDays(query, time),
  };
}

function placeOf(cursor: string | undefined): Place {
  const place = cursor === undefined ? {} : readCursor(cursor);
  if (!place) throw invalidParameters([{ parameter: 'cursor', detail: 'should be one that an answer gave' }]);
  return place;
}

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
