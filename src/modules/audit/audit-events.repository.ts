import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, LessThan, MoreThan, Repository } from 'typeorm';
import { AuditEvent } from './audit-event.entity.js';

export interface AuditEventFilter {
  readonly before: number;
  readonly after: number;
  readonly limit: number | undefined;
  readonly action: string | undefined;
  readonly apiKeyId: string | undefined;
}

@Injectable()
export class AuditEventsRepository {
  constructor(@InjectRepository(AuditEvent) private readonly events: Repository<AuditEvent>) {}

  /** The newest events first. */
  list(
    enterpriseKey: number,
    { before, after, limit, action, apiKeyId }: AuditEventFilter,
  ): Promise<AuditEvent[]> {
    return this.events.find({
      where: {
        enterpriseKey,
        sequence: And(LessThan(before), MoreThan(after)),
        ...(action !== undefined && { action }),
        ...(apiKeyId !== undefined && { apiKeyId }),
      },
      order: { sequence: 'DESC' },
      ...(limit !== undefined && { take: limit }),
    });
  }
}
