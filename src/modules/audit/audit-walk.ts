import { Injectable } from '@nestjs/common';
import { OUTCOMES } from './audit-actions.js';
import type { AuditEventFilter, AuditEventRow } from './audit-event-filter.js';
import { AuditEventsRepository } from './audit.repository.js';
import { AuditNamesRepository } from './audit-names.repository.js';
import type { AuditOrder, Place } from './audit-order.js';
import { SearchTicks } from './search-pace.js';

const MEMBER_OF = { actor: 'actor', action: 'action', outcome: 'outcome', api_key_id: 'apiKeyId' } as const;

/** What a walk asks for. */
export interface Route {
  readonly enterpriseKey: number;
  readonly filter: AuditEventFilter;
  readonly order: AuditOrder;
}

/** Events that follow each other, perhaps none, and what they have in common. */
export interface Stretch {
  readonly events: readonly AuditEventRow[];
  readonly value?: string;
}

/**
 * Goes through the events of a filter in an order, in short stretches. Sorted by what events have in common, it takes one value after
 * the other, each with its newest events first: so every order is that of the indexes which the filters have (decision 0016).
 */
@Injectable()
export class AuditWalk {
  constructor(
    private readonly events: AuditEventsRepository,
    private readonly names: AuditNamesRepository,
    private readonly ticks: SearchTicks,
  ) {}

  async *stretches(route: Route, from: Place, length: number): AsyncGenerator<Stretch> {
    const { by, isDescending } = route.order;
    if (by === 'sequence') {
      yield* this.along(route, isDescending ? 'DESC' : 'ASC', from.sequence, length);
      return;
    }
    let behind = from.sequence;
    for await (const value of this.values(route, from.value)) {
      const filter = { ...route.filter, [MEMBER_OF[by]]: value };
      for await (const { events } of this.along({ ...route, filter }, 'DESC', behind, length))
        yield { events, value };
      behind = undefined;
    }
  }

  private async *along(
    { enterpriseKey, filter }: Route,
    direction: 'ASC' | 'DESC',
    behind: number | undefined,
    length: number,
  ): AsyncGenerator<Stretch> {
    for (let last = behind; ;) {
      await this.ticks.next();
      const rest = last === undefined ? filter : beyond(filter, direction, last);
      const events = await this.events.list(enterpriseKey, rest, length, direction);
      yield { events };
      if (events.length < length) return;
      last = events.at(-1)?.sequence;
    }
  }

  /** The values that events have in common, from one of them on. */
  private async *values({ enterpriseKey, filter, order }: Route, from?: string): AsyncGenerator<string> {
    const { by, isDescending } = order;
    if (by === 'sequence') return;
    const wanted = filter[MEMBER_OF[by]];
    if (wanted !== undefined) {
      yield wanted;
    } else if (by === 'outcome') {
      const outcomes: readonly string[] = isDescending ? OUTCOMES.toReversed() : OUTCOMES;
      yield* outcomes.slice(Math.max(0, outcomes.indexOf(from ?? '')));
    } else {
      yield* this.names.values(enterpriseKey, by, isDescending, from);
    }
  }
}

function beyond(filter: AuditEventFilter, direction: 'ASC' | 'DESC', last: number): AuditEventFilter {
  return direction === 'DESC'
    ? { ...filter, before: Math.min(last, filter.before ?? last) }
    : { ...filter, after: Math.max(last, filter.after ?? last) };
}
