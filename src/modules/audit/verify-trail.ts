import { MoreThan, type EntityManager } from 'typeorm';
import { AuditEvent } from './audit-event.entity.js';
import { AuditHead } from './audit-head.entity.js';
import type { AuditSeal } from './audit-seal.js';

/**
 * `removed`: the event is missing. `altered`: it, or its place, is not as it was written. `end_removed`: events are missing after the
 * last. `end_altered`: the record of where the trail ends is missing or not as it was written.
 */
export const TRAIL_FLAWS = ['removed', 'altered', 'end_removed', 'end_altered'] as const;

export interface TrailFlaw {
  readonly sequence: number;
  readonly flaw: (typeof TRAIL_FLAWS)[number];
}

/** What a look at all events of an enterprise found. Its last event and hash, noted elsewhere, show later that it has only grown. */
export interface TrailVerdict {
  readonly events: number;
  readonly lastSequence: number;
  readonly lastHash: string;
  /** The first ones. */
  readonly flaws: readonly TrailFlaw[];
}

const AT_A_TIME = 500;
const MOST_FLAWS = 100;

/** Reads a whole trail and checks every seal. To be run in one transaction, so that it sees one state. */
export async function verifyTrail(
  manager: EntityManager,
  seal: AuditSeal,
  enterpriseKey: number,
): Promise<TrailVerdict> {
  const flaws: TrailFlaw[] = [];
  const note = (sequence: number, flaw: TrailFlaw['flaw']): void => {
    if (flaws.length < MOST_FLAWS) flaws.push({ sequence, flaw });
  };
  const head = await manager.findOneBy(AuditHead, { enterpriseKey });
  let events = 0;
  let last = { sequence: 0, hash: '' };
  for (;;) {
    const page = await nextPage(manager, enterpriseKey, last.sequence);
    for (const event of page) {
      for (let missing = last.sequence + 1; missing < event.sequence && flaws.length < MOST_FLAWS; missing++)
        note(missing, 'removed');
      const follows = event.sequence === last.sequence + 1;
      if (follows && seal.ofEvent(event, last.hash) !== event.hash) note(event.sequence, 'altered');
      last = event;
    }
    events += page.length;
    if (page.length < AT_A_TIME) break;
  }
  checkEnd(head, last, seal, note);
  return { events, lastSequence: last.sequence, lastHash: last.hash, flaws };
}

function nextPage(manager: EntityManager, enterpriseKey: number, after: number): Promise<AuditEvent[]> {
  return manager.find(AuditEvent, {
    where: { enterpriseKey, sequence: MoreThan(after) },
    order: { sequence: 'ASC' },
    take: AT_A_TIME,
  });
}

function checkEnd(
  head: AuditHead | null,
  last: { readonly sequence: number; readonly hash: string },
  seal: AuditSeal,
  note: (sequence: number, flaw: TrailFlaw['flaw']) => void,
): void {
  if (!head || head.sequence === 0) {
    if (last.sequence > 0) note(last.sequence, 'end_altered');
  } else if (head.seal !== seal.ofHead(head)) note(head.sequence, 'end_altered');
  else if (head.sequence > last.sequence) note(last.sequence + 1, 'end_removed');
  else if (head.sequence < last.sequence || head.hash !== last.hash) note(last.sequence, 'altered');
}
