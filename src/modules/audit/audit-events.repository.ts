import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, LessThan, MoreThan, MoreThanOrEqual, Repository, type FindOperator } from 'typeorm';
import type { InstantRange } from '../../http/days.js';
import { AuditEvent } from './audit-event.entity.js';

export interface AuditEventFilter {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly limit: number | undefined;
  readonly actor: string | undefined;
  readonly action: string | undefined;
  readonly apiKeyId: string | undefined;
  readonly times: Partial<InstantRange>;
}

export interface NamedKey {
  readonly id: string;
  readonly application: string;
}

@Injectable()
export class AuditEventsRepository {
  constructor(@InjectRepository(AuditEvent) private readonly events: Repository<AuditEvent>) {}

  /** The newest events first. */
  list(
    enterpriseKey: number,
    { before, after, limit, actor, action, apiKeyId, times }: AuditEventFilter,
  ): Promise<AuditEvent[]> {
    const sequence = both(after, MoreThan, before, LessThan);
    const at = both(times.from, MoreThanOrEqual, times.until, LessThan);
    return this.events.find({
      where: {
        enterpriseKey,
        ...(sequence && { sequence }),
        ...(actor !== undefined && { actor }),
        ...(action !== undefined && { action }),
        ...(apiKeyId !== undefined && { apiKeyId }),
        ...(at && { at }),
      },
      order: { sequence: 'DESC' },
      ...(limit !== undefined && { take: limit }),
    });
  }

  async listActors(enterpriseKey: number): Promise<string[]> {
    const rows = await this.events
      .createQueryBuilder('event')
      .select('event.actor', 'actor')
      .distinct()
      .where('event.enterpriseKey = :enterpriseKey', { enterpriseKey })
      .orderBy('event.actor')
      .getRawMany<{ actor: string }>();
    return rows.map(({ actor }) => actor);
  }

  /** Every key of which the trail tells, under its last name there. Ids that strangers tried have none. */
  listKeys(enterpriseKey: number): Promise<NamedKey[]> {
    const lastNamed = this.events
      .createQueryBuilder('named')
      .select('MAX(named.sequence)')
      .where('named.enterpriseKey = :enterpriseKey', { enterpriseKey })
      .andWhere("named.application <> ''")
      .groupBy('named.apiKeyId');
    return this.events
      .createQueryBuilder('event')
      .select('event.apiKeyId', 'id')
      .addSelect('event.application', 'application')
      .where('event.enterpriseKey = :enterpriseKey', { enterpriseKey })
      .andWhere(`event.sequence IN (${lastNamed.getQuery()})`)
      .orderBy('event.application')
      .addOrderBy('event.apiKeyId')
      .getRawMany<NamedKey>();
  }
}

type Bound = (value: number) => FindOperator<number>;

/** Only the bounds that there are: SQLite takes a range of numbers for narrower than one person or key. */
function both(
  lower: number | undefined,
  from: Bound,
  upper: number | undefined,
  to: Bound,
): FindOperator<number> | undefined {
  const bounds = [...(lower === undefined ? [] : [from(lower)]), ...(upper === undefined ? [] : [to(upper)])];
  return bounds.length === 0 ? undefined : And(...bounds);
}
