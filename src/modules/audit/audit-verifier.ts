import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditChain } from './audit-chain.js';
import type { AuditFlaw, AuditVerificationDto } from './audit.dto.js';
import { AuditHead, type AuditEvent } from './audit.entity.js';
import { AuditRepository } from './audit.repository.js';

type Link = Pick<AuditEvent, 'sequence' | 'hash'>;
type Note = (sequence: number, flaw: AuditFlaw) => void;

const TABLES_WITH_EVENTS = ['api_keys', 'administrators', 'portal_sessions'];
const MAX_FLAWS = 100;
const MAX_EVENTS = 10_000;
const EVENTS_PER_QUERY = 500;

/**
 * Verifies up to 10,000 events per call. Needs no transaction, because events are only added, each together with the
 * new head.
 */
@Injectable()
export class AuditVerifier {
  constructor(
    private readonly events: AuditRepository,
    @InjectRepository(AuditHead) private readonly heads: Repository<AuditHead>,
    private readonly chain: AuditChain,
  ) {}

  async verify(enterpriseKey: number, after: number): Promise<AuditVerificationDto> {
    const flaws: AuditVerificationDto['flaws'] = [];
    const note: Note = (sequence, flaw) => {
      if (flaws.length < MAX_FLAWS) flaws.push({ sequence, flaw });
    };
    let last: Link = (await this.events.findLast(enterpriseKey, after)) ?? { sequence: 0, hash: '' };
    for (let verified = 0; ;) {
      await setImmediate();
      // reads the head before the events, which must include all that the head counts
      const head = await this.heads.findOneBy({ enterpriseKey });
      const events = await this.events.listChain(enterpriseKey, last.sequence, EVENTS_PER_QUERY);
      for (const event of events) {
        this.compare(last, event, note);
        last = event;
      }
      verified += events.length;
      const isEnd = events.length === 0;
      if (isEnd) await this.compareEnd(enterpriseKey, head, last, note);
      else if (verified < MAX_EVENTS) continue;
      return {
        intact: flaws.length === 0,
        events: verified,
        last_sequence: last.sequence,
        last_hash: last.hash,
        next: isEnd ? null : last.sequence,
        total: head?.sequence ?? 0,
        flaws,
      };
    }
  }

  private compare(last: Link, event: AuditEvent, note: Note): void {
    const most = Math.min(event.sequence, last.sequence + 1 + MAX_FLAWS);
    for (let missing = last.sequence + 1; missing < most; missing++) note(missing, 'removed');
    const follows = event.sequence === last.sequence + 1;
    if (follows && !this.chain.isOfEvent(event, last.hash)) note(event.sequence, 'altered');
  }

  private async compareEnd(key: number, head: AuditHead | null, last: Link, note: Note): Promise<void> {
    if (!head || head.sequence === 0) {
      if (last.sequence > 0) note(last.sequence, 'end_altered');
      else if (await this.mustHaveEvents(key)) note(1, 'end_removed');
    } else if (!this.chain.isOfHead(head)) note(head.sequence, 'end_altered');
    else if (head.sequence > last.sequence) note(last.sequence + 1, 'end_removed');
    else if (head.sequence < last.sequence || head.hash !== last.hash) note(last.sequence, 'altered');
  }

  /** Returns true if the enterprise has rows whose creation has an audit event. */
  private async mustHaveEvents(enterpriseKey: number): Promise<boolean> {
    const selects = TABLES_WITH_EVENTS.map((table) => `SELECT 1 FROM ${table} WHERE enterprise_key = ?`);
    const parameters = TABLES_WITH_EVENTS.map(() => enterpriseKey);
    const rows: unknown[] = await this.heads.query(`${selects.join(' UNION ALL ')} LIMIT 1`, parameters);
    return rows.length > 0;
  }
}
