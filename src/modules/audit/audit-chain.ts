import { createHmac } from 'node:crypto';
import type { AuditEvent, AuditHead } from './audit.entity.js';

/**
 * Hashes audit events under a key that is not in the database. An attacker who can change rows cannot make valid hashes. Each hash
 * covers the hash of the event before. The head's hash shows that events were removed from the end.
 */
export class AuditChain {
  /** The first key makes hashes. Hashes under the other keys, those of earlier peppers, are valid too. */
  constructor(private readonly keys: readonly [Buffer, ...Buffer[]]) {}

  ofEvent(event: Omit<AuditEvent, 'hash'>, previous: string): string {
    return hash(this.keys[0], eventParts(event, previous));
  }

  ofHead(head: Omit<AuditHead, 'seal'>): string {
    return hash(this.keys[0], headParts(head));
  }

  isOfEvent(event: AuditEvent, previous: string): boolean {
    return this.keys.some((key) => hash(key, eventParts(event, previous)) === event.hash);
  }

  isOfHead(head: AuditHead): boolean {
    return this.keys.some((key) => hash(key, headParts(head)) === head.seal);
  }
}

type Parts = readonly (string | number)[];

const eventParts = (event: Omit<AuditEvent, 'hash'>, previous: string): Parts => [
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

const headParts = ({ enterpriseKey, sequence, hash }: Omit<AuditHead, 'seal'>): Parts => [
  'head',
  enterpriseKey,
  sequence,
  hash,
];

const hash = (key: Buffer, parts: Parts): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
