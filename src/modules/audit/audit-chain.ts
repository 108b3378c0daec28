import { createHmac } from 'node:crypto';
import type { AuditEvent } from './audit.entity.js';
import type { AuditHead } from './audit-head.entity.js';

type Parts = readonly (string | number)[];

/** Seals the audit trail with hashes under a key that is not in the database: who can change its rows cannot seal them. */
export class AuditChain {
  /** Seals are made with the first. Those of the others, from the peppers before, are right as well. */
  constructor(private readonly keys: readonly [Buffer, ...Buffer[]]) {}

  /** Over an event and the hash of the one before. */
  ofEvent(event: Omit<AuditEvent, 'hash'>, previous: string): string {
    return over(this.keys[0], partsOfEvent(event, previous));
  }

  /** Over the end of a trail: without it, events could be taken from the end and the end be set back to match. */
  ofHead(head: Omit<AuditHead, 'seal'>): string {
    return over(this.keys[0], partsOfHead(head));
  }

  isOfEvent(event: AuditEvent, previous: string): boolean {
    return this.isOver(partsOfEvent(event, previous), event.hash);
  }

  isOfHead(head: AuditHead): boolean {
    return this.isOver(partsOfHead(head), head.seal);
  }

  private isOver(parts: Parts, seal: string): boolean {
    return this.keys.some((key) => over(key, parts) === seal);
  }
}

function partsOfEvent(event: Omit<AuditEvent, 'hash'>, previous: string): Parts {
  return [
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
  ];
}

function partsOfHead({ enterpriseKey, sequence, hash }: Omit<AuditHead, 'seal'>): Parts {
  return ['head', enterpriseKey, sequence, hash];
}

function over(key: Buffer, parts: Parts): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
}
