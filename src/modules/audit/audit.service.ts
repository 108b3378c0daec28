import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { DatabaseUnavailable } from '../../database/rows/reader.js';
import { Transactions } from '../../database/transactions.js';
import { ApiError } from '../../http/errors/api-error.js';
import type { AuditAction, AuditDetails } from './audit-actions.js';
import { AuditEvent } from './audit.entity.js';
import { AuditHead } from './audit-head.entity.js';
import { AuditChain } from './audit-chain.js';

/** Has the number of no enterprise: what happened to the service as a whole. */
export const SERVICE_AUDIT = -1;

/** What was done, and to which key if it was to one. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly apiKeyId?: string;
  readonly application?: string;
  readonly details: AuditDetails;
}

/** A change and what the trail says of it; without an entry nothing changed. */
export interface Change<T> {
  readonly result: T;
  readonly entry?: AuditEntry;
}

/** Writes the audit trail: every event in the transaction of its change, chained to the one before. */
@Injectable()
export class AuditService {
  constructor(
    private readonly transactions: Transactions,
    private readonly seal: AuditChain,
  ) {}

  /**
   * Runs a change and records it. The changes of an enterprise take turns, so what `work` reads stays true. A change that waited
   * while its caller was removed or demoted fails.
   */
  async recorded<T>(
    caller: Caller,
    work: (manager: EntityManager) => Promise<Change<T>>,
    tryForMs?: number,
  ): Promise<T> {
    return this.transactions.run(async (manager) => {
      const head = await takeHead(manager, caller.enterpriseKey);
      await caller.checkAgain?.(manager);
      const { result, entry } = await work(manager);
      if (entry) await this.append(manager, head, caller, entry);
      // who was told that the change could not be made must not find it made
      if (caller.isGivenUp?.()) throw new DatabaseUnavailable('no_answer_in_time');
      return result;
    }, tryForMs);
  }

  /** Records what the caller's own transaction does. */
  async add(manager: EntityManager, caller: Caller, entry: AuditEntry): Promise<void> {
    await this.append(manager, await takeHead(manager, caller.enterpriseKey), caller, entry);
  }

  /** Empties the trail of no enterprise. Its end stays. */
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
      apiKeyId: '',
      application: '',
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
 * of an enterprise makes the end; of two at once one is told to try again. The end goes before everything else when an enterprise is
 * erased, and there is none without an enterprise: so nothing is added to what was erased meanwhile.
 */
async function takeHead(manager: EntityManager, enterpriseKey: number): Promise<AuditHead> {
  const { affected } = await manager.update(AuditHead, { enterpriseKey }, { sequence: () => 'sequence' });
  if (affected === 0) await makeHead(manager, enterpriseKey);
  const head = await manager.findOneBy(AuditHead, { enterpriseKey });
  if (!head) throw new ApiError('enterprise_not_found');
  return head;
}

/** In one statement with the look at the enterprise, which locks it where others write at the same time. */
async function makeHead(manager: EntityManager, enterpriseKey: number): Promise<void> {
  if (enterpriseKey <= 0) {
    await manager.insert(AuditHead, { enterpriseKey, sequence: 0, hash: '', seal: '' });
    return;
  }
  await manager.query(
    "INSERT INTO audit_heads (enterprise_key, sequence, hash, seal) SELECT `key`, 0, '', '' FROM enterprises WHERE `key` = ?",
    [enterpriseKey],
  );
}
