import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditEvent } from '../trail/audit-event.entity.js';
import { AuditEventsRepository } from '../pages/audit-events.repository.js';
import { AuditHead } from '../trail/audit-head.entity.js';
import { AuditSeal } from '../trail/audit-seal.js';
import { AuditStep, SEARCHED_AT_ONCE } from '../pages/audit-step.js';
import { AuditTurns } from '../pages/audit-turns.js';

/**
 * `removed`: the event is missing. `altered`: it, or its place, is not as it was written. `end_removed`: events are missing after the
 * last. `end_altered`: the record of where the trail ends is missing or not as it was written.
 */
export const TRAIL_FLAWS = ['removed', 'altered', 'end_removed', 'end_altered'] as const;

export interface TrailFlaw {
  readonly sequence: number;
  readonly flaw: (typeof TRAIL_FLAWS)[number];
}

/** What a look at a piece of a trail found. Its last event and hash, noted elsewhere, show later that the trail has only grown. */
export interface TrailVerdict {
  readonly events: number;
  readonly lastSequence: number;
  readonly lastHash: string;
  /** Whether the end of the trail was reached; else it goes on after the last event. */
  readonly isEnd: boolean;
  /** How many events the trail has by its record. */
  readonly total: number;
  /** The first ones. */
  readonly flaws: readonly TrailFlaw[];
}

type Link = Pick<AuditEvent, 'sequence' | 'hash'>;
type Note = (sequence: number, flaw: TrailFlaw['flaw']) => void;

const MOST_FLAWS = 100;

/**
 * Checks the seals of trails, a piece at a time: each piece follows from the last event of the one before, whose own seal that one has
 * checked. It holds no transaction: events are only ever added, each together with the record of the end.
 */
@Injectable()
export class TrailVerifier {
  constructor(
    private readonly events: AuditEventsRepository,
    @InjectRepository(AuditHead) private readonly heads: Repository<AuditHead>,
    private readonly seal: AuditSeal,
    private readonly turns: AuditTurns,
  ) {}

  /** Checks the events after one, as far as a step goes. */
  async verify(enterpriseKey: number, after: number): Promise<TrailVerdict> {
    const flaws: TrailFlaw[] = [];
    const note: Note = (sequence, flaw) => {
      if (flaws.length < MOST_FLAWS) flaws.push({ sequence, flaw });
    };
    const step = new AuditStep();
    let last: Link = (await this.events.sealedUpTo(enterpriseKey, after)) ?? { sequence: 0, hash: '' };
    for (;;) {
      await this.turns.next();
      // before the events: all that it counts must be among them
      const head = await this.heads.findOneBy({ enterpriseKey });
      const events = await this.events.listSealed(enterpriseKey, last.sequence, SEARCHED_AT_ONCE);
      for (const event of events) {
        this.compare(last, event, note);
        last = event;
        step.add();
      }
      const isEnd = events.length === 0;
      if (isEnd) this.compareEnd(head, last, note);
      else if (step.mayGoOn()) continue;
      const { sequence: lastSequence, hash: lastHash } = last;
      return { events: step.events, lastSequence, lastHash, isEnd, total: head?.sequence ?? 0, flaws };
    }
  }

  private compare(last: Link, event: AuditEvent, note: Note): void {
    const most = Math.min(event.sequence, last.sequence + 1 + MOST_FLAWS);
    for (let missing = last.sequence + 1; missing < most; missing++) note(missing, 'removed');
    const follows = event.sequence === last.sequence + 1;
    if (follows && !this.seal.isOfEvent(event, last.hash)) note(event.sequence, 'altered');
  }

  private compareEnd(head: AuditHead | null, last: Link, note: Note): void {
    if (!head || head.sequence === 0) {
      if (last.sequence > 0) note(last.sequence, 'end_altered');
    } else if (!this.seal.isOfHead(head)) note(head.sequence, 'end_altered');
    else if (head.sequence > last.sequence) note(last.sequence + 1, 'end_removed');
    else if (head.sequence < last.sequence || head.hash !== last.hash) note(last.sequence, 'altered');
  }
}
