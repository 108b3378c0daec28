import { createHmac } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { PepperSecrets } from '../../auth/crypto.js';
import { StartRefused, type Peppers } from '../../config/config.js';
import { PepperRecord, type AuditEvent, type AuditHead } from './audit.entity.js';

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

  ofEvent(event: Omit<AuditEvent, 'hash'>, previous: string): string {
    return hashEvent(this.keys[0], event, previous);
  }

  ofHead(head: Omit<AuditHead, 'seal'>): string {
    return hashHead(this.keys[0], head);
  }

  isOfEvent(event: AuditEvent, previous: string): boolean {
    return this.keys.some((key) => hashEvent(key, event, previous) === event.hash);
  }

  isOfHead(head: AuditHead): boolean {
    return this.keys.some((key) => hashHead(key, head) === head.seal);
  }
}

function hashEvent(key: Buffer, event: Omit<AuditEvent, 'hash'>, previous: string): string {
  const { enterpriseKey, sequence, at, actor, action, apiKeyId, application, details } = event;
  const subject = [apiKeyId, application, details, event.address, event.requestId];
  return hash(key, [previous, enterpriseKey, sequence, at, actor, action, ...subject]);
}

const hashHead = (key: Buffer, { enterpriseKey, sequence, hash: last }: Omit<AuditHead, 'seal'>): string =>
  hash(key, ['head', enterpriseKey, sequence, last]);

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
