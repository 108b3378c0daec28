import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../auth/current-caller.js';
import { Transactions } from '../../../database/transactions.js';
import type { AuditAction, AuditDetails } from './audit-actions.js';
import { AuditEvent } from './audit-event.entity.js';
import { AuditHead } from './audit-head.entity.js';
import { AuditSeal } from './audit-seal.js';

/** What was done to which key. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly apiKeyId: string;
  readonly application: string;
  readonly details: AuditDetails;
}

/** A change and what the trail says of it; without an entry nothing changed. */
export interface Change<T> {
  readonly result: T;
  readonly entry?: AuditEntry;
}

/** Writes the audit trail: every event in the transaction of its change, chained to the one before. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly transactions: Transactions,
    private readonly seal: AuditSeal,
  ) {}

  /** Runs a change and records it. The changes of an enterprise take turns, so what `work` reads stays true. */
  async recorded<T>(caller: Caller, work: (manager: EntityManager) => Promise<Change<T>>): Promise<T> {
    return this.transactions.run(async (manager) => {
      const head = await takeHead(manager, caller.enterpriseKey);
      const { result, entry } = await work(manager);
      if (entry) await this.append(manager, head, caller, entry);
      return result;
    });
  }

  /** Empties a trail that is nobody's to read. Its end stays. */
  async forget(enterpriseKey: number): Promise<void> {
    await this.transactions.run((manager) => manager.delete(AuditEvent, { enterpriseKey }));
  }

  private async append(
    manager: EntityManager,
    head: AuditHead,
    caller: Caller,
    entry: AuditEntry,
  ): Promise<void> {
    const event = {
      ...caller,
      ...entry,
      details: JSON.stringify(entry.details),
      sequence: head.sequence + 1,
      at: Date.now(),
    };
    const hash = this.seal.ofEvent(event, head.hash);
    await manager.insert(AuditEvent, { ...event, hash });
    const end = { enterpriseKey: head.enterpriseKey, sequence: event.sequence, hash };
    await manager.update(
      AuditHead,
      { enterpriseKey: head.enterpriseKey },
      { ...end, seal: this.seal.ofHead(end) },
    );
  }
}

/**
 * Takes the lock on the end of the chain: an update does so on every engine, and before anything has been read. The first event
 * of an enterprise makes the end; of two at once one is told to try again.
 */
async function takeHead(manager: EntityManager, enterpriseKey: number): Promise<AuditHead> {
  const { affected } = await manager.update(AuditHead, { enterpriseKey }, { sequence: () => 'sequence' });
  if (affected === 0) await manager.insert(AuditHead, { enterpriseKey, sequence: 0, hash: '', seal: '' });
  return manager.findOneByOrFail(AuditHead, { enterpriseKey });
}
