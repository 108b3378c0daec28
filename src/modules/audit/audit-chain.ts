import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager, LessThanOrEqual, MoreThan, type DataSource } from 'typeorm';
import { PepperSecrets } from '../../auth/crypto.js';
import { StartRefused, type Peppers } from '../../config/config.js';
import type { AuditFlaw, AuditVerificationDto } from './audit.dto.js';
import { AuditEvent, AuditHead, PepperRecord } from './audit.entity.js';

const RECORD = { id: 1 };
const WRONG_PEPPER =
  'KEY_PEPPER is not the pepper of this database. Set KEY_PEPPER to that pepper (an embedded database has it in the file key-pepper in its folder). To change the pepper, set KEY_PEPPER_PREVIOUS to it.';

/**
 * Hashes events under a key that is not in the database, so that write access to the database is not enough to forge
 * hashes. Each hash covers the previous one.
 */
export class AuditChain {
  /** Creates hashes with the first key. Hashes under the other keys, of earlier peppers, are valid too. */
  constructor(private readonly keys: readonly [Buffer, ...Buffer[]]) {}

  ofEvent(event: Omit<AuditEvent, 'hash'>, previous: string, key = this.keys[0]): string {
    const { enterpriseKey, sequence, at, actor, action, apiKeyId, application, details } = event;
    const subject = [apiKeyId, application, details, event.address, event.requestId];
    return hash(key, [previous, enterpriseKey, sequence, at, actor, action, ...subject]);
  }

  ofHead({ enterpriseKey, sequence, hash: last }: Omit<AuditHead, 'seal'>, key = this.keys[0]): string {
    return hash(key, ['head', enterpriseKey, sequence, last]);
  }

  isOfEvent(event: AuditEvent, previous: string): boolean {
    return this.keys.some((key) => this.ofEvent(event, previous, key) === event.hash);
  }

  isOfHead(head: AuditHead): boolean {
    return this.keys.some((key) => this.ofHead(head, key) === head.seal);
  }
}

const hash = (key: Buffer, parts: readonly (string | number)[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');

/**
 * Checks that the database belongs to one of the peppers (decision 0019). If several instances start at the same time,
 * the first one writes the record and the others read it.
 */
export async function openSeal({ manager }: DataSource, peppers: Peppers): Promise<AuditChain> {
  const current = new PepperSecrets(peppers[0]);
  const previous = peppers.slice(1).map((pepper) => new PepperSecrets(pepper));
  for (;;) {
    const record = await manager.findOneBy(PepperRecord, RECORD);
    if (!record) {
      const earlierSeals = current.wrap(previous.map(({ sealKey }) => sealKey));
      const row = { ...RECORD, checkValue: current.checkValue, earlierSeals };
      await manager.createQueryBuilder().insert().into(PepperRecord).values(row).orIgnore().execute();
      continue;
    }
    const { checkValue } = record;
    const owner = [current, ...previous].find((secrets) => secrets.checkValue === checkValue);
    // with another pepper, all API keys would be invalid and the audit logs would look forged
    if (!owner) throw new StartRefused(WRONG_PEPPER);
    const earlier = owner.unwrap(record.earlierSeals);
    if (owner === current)
      return new AuditChain([current.sealKey, ...previous.map(({ sealKey }) => sealKey), ...earlier]);
    const others = [owner.sealKey, ...earlier].filter((key) => !key.equals(current.sealKey));
    const rotated = { checkValue: current.checkValue, earlierSeals: current.wrap(others) };
    await manager.update(PepperRecord, { ...RECORD, checkValue }, rotated);
  }
}

type Link = Pick<AuditEvent, 'sequence' | 'hash'>;
type Note = (sequence: number, flaw: AuditFlaw) => void;

const TABLES_WITH_EVENTS = [
  'api_keys',
  'restricted_api_keys',
  'administrators',
  'key_managers',
  'portal_sessions',
];
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
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly chain: AuditChain,
  ) {}

  async verify(enterpriseKey: number, after: number): Promise<AuditVerificationDto> {
    const flaws: AuditVerificationDto['flaws'] = [];
    const note: Note = (sequence, flaw) => {
      if (flaws.length < MAX_FLAWS) flaws.push({ sequence, flaw });
    };
    const start = await this.manager.findOne(AuditEvent, {
      where: { enterpriseKey, sequence: LessThanOrEqual(after) },
      order: { sequence: 'DESC' },
    });
    let last: Link = start ?? { sequence: 0, hash: '' };
    for (let verified = 0; ;) {
      await setImmediate();
      // reads the head before the events, which must include all that the head counts
      const head = await this.manager.findOneBy(AuditHead, { enterpriseKey });
      const events = await this.manager.find(AuditEvent, {
        where: { enterpriseKey, sequence: MoreThan(last.sequence) },
        order: { sequence: 'ASC' },
        take: EVENTS_PER_QUERY,
      });
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
    const rows: unknown[] = await this.manager.query(`${selects.join(' UNION ALL ')} LIMIT 1`, parameters);
    return rows.length > 0;
  }
}
