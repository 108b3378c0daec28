import { createHmac } from 'node:crypto';
import type { AuditEvent } from './audit-event.entity.js';
import type { AuditHead } from './audit-head.entity.js';

/** Seals the audit trail with hashes under a key that is not in the database: who can change its rows cannot seal them. */
export class AuditSeal {
  private readonly key: Buffer;

  constructor(keyPepper: string) {
    this.key = createHmac('sha256', keyPepper).update('audit trail').digest();
  }

  /** Over an event and the hash of the one before. */
  ofEvent(event: Omit<AuditEvent, 'hash'>, previous: string): string {
    return this.over([
      previous,
      event.enterpriseKey,
      event.sequence,
      event.at,
      event.actor,
      event.action,
      event.apiKeyId,
      event.application,
      event.details,
      event.address,
      event.requestId,
    ]);
  }

  /** Over the end of a trail: without it, events could be taken from the end and the end be set back to match. */
  ofHead({ enterpriseKey, sequence, hash }: Omit<AuditHead, 'seal'>): string {
    return this.over(['head', enterpriseKey, sequence, hash]);
  }

  private over(parts: readonly (string | number)[]): string {
    return createHmac('sha256', this.key).update(JSON.stringify(parts)).digest('hex');
  }
}
