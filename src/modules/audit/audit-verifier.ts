import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditEvent } from './audit.entity.js';
import { AuditEventsRepository } from './audit.repository.js';
import { AuditHead } from './audit-head.entity.js';
import { AuditChain } from './audit-chain.js';
import { EVENTS_PER_QUERY, SearchBudget, SearchTicks } from './search-pace.js';
import type { TrailFlaw, TrailVerificationDto } from './audit-verification.dto.js';

type Link = Pick<AuditEvent, 'sequence' | 'hash'>;
type Note = (sequence: number, flaw: TrailFlaw) => void;

const MOST_FLAWS = 100;

/**
 * Checks the seals of trails, a piece at a time: each piece follows from the last event of the one before, whose own seal that one has
 * checked. It holds no transaction: events are only ever added, each together with the record of the end.
 */
@Injectable()
export class AuditVerifier {
  constructor(
    private readonly events: AuditEventsRepository,
    @InjectRepository(AuditHead) private readonly heads: Repository<AuditHead>,
    private readonly seal: AuditChain,
    private readonly ticks: SearchTicks,
  ) {}

  /** Checks the events after one, as far as the budget of an answer goes. */
  async verify(enterpriseKey: number, after: number): Promise<TrailVerificationDto> {
    const flaws: TrailVerificationDto['flaws'] = [];
    const note: Note = (sequence, flaw) => {
      if (flaws.length < MOST_FLAWS) flaws.push({ sequence, flaw });
    };
    const budget = new SearchBudget();
    let last: Link = (await this.events.sealedUpTo(enterpriseKey, after)) ?? { sequence: 0, hash: '' };
    for (;;) {
      await this.ticks.next();
      // before the events: all that it counts must be among them
      const head = await this.heads.findOneBy({ enterpriseKey });
      const events = await this.events.listSealed(enterpriseKey, last.sequence, EVENTS_PER_QUERY);
      for (const event of events) {
        this.compare(last, event, note);
        last = event;
        budget.events++;
      }
      const isEnd = events.length === 0;
      if (isEnd) await this.compareEnd(enterpriseKey, head, last, note);
      else if (budget.mayGoOn()) continue;
      return {
        intact: flaws.length === 0,
        events: budget.events,
        last_sequence: last.sequence,
        last_hash: last.hash,
        next: isEnd ? null : last.sequence,
        total: head?.sequence ?? 0,
        flaws,
      };
    }
  }

  private compare(last: Link, event: AuditEvent, note: Note): void {
    const most = Math.min(event.sequence, last.sequence + 1 + MOST_FLAWS);
    for (let missing = last.sequence + 1; missing < most; missing++) note(missing, 'removed');
    const follows = event.sequence === last.sequence + 1;
    if (follows && !this.seal.isOfEvent(event, last.hash)) note(event.sequence, 'altered');
  }

  private async compareEnd(key: number, head: AuditHead | null, last: Link, note: Note): Promise<void> {
    if (!head || head.sequence === 0) {
      if (last.sequence > 0) note(last.sequence, 'end_altered');
      else if (await this.mustHaveEvents(key)) note(1, 'end_removed');
    } else if (!this.seal.isOfHead(head)) note(head.sequence, 'end_altered');
    else if (head.sequence > last.sequence) note(last.sequence + 1, 'end_removed');
    else if (head.sequence < last.sequence || head.hash !== last.hash) note(last.sequence, 'altered');
  }

  /** Whether the enterprise has keys, people or sessions: each of them began with an event. An import alone may have none. */
  private async mustHaveEvents(enterpriseKey: number): Promise<boolean> {
    for (const table of ['api_keys', 'administrators', 'portal_sessions']) {
      const rows: unknown[] = await this.heads.query(
        `SELECT 1 FROM ${table} WHERE enterprise_key = ? LIMIT 1`,
        [enterpriseKey],
      );
      if (rows.length > 0) return true;
    }
    return false;
  }
}
