import { createHmac } from 'node:crypto';
import { Not, type DataSource, type EntityManager } from 'typeorm';
import { PepperSecrets } from '../../auth/crypto.js';
import { StartRefused, type Peppers } from '../../config/config.js';
import { AuditEvent, AuditHead, PepperRecord } from './audit.entity.js';

type Known = readonly [PepperSecrets, ...PepperSecrets[]];

const RECORD = { id: 1 };
const MAX_LOGS = 1_000;

/**
 * Hashes events under a key that is not in the database, so that write access to the database is not enough to forge
 * hashes. Each hash covers the previous one.
 */
export class AuditChain {
  /** Makes hashes with the first key. Hashes under the other keys (earlier peppers) are valid too. */
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

/** Refuses a start with another pepper: all API keys would be invalid, and the audit logs would look forged. */
export class WrongPepper extends StartRefused {
  constructor() {
    super(
      'KEY_PEPPER is not the one that this database belongs to: set that one (an embedded database keeps its own in the file key-pepper beside it), or name it in KEY_PEPPER_PREVIOUS to change over.',
    );
  }
}

/**
 * Checks that the database belongs to one of the peppers (decision 0019). If several instances start at the same time,
 * the first one writes the record and the others read it.
 */
export async function openSeal({ manager }: DataSource, peppers: Peppers): Promise<AuditChain> {
  const [pepper, ...previous] = peppers;
  const current = new PepperSecrets(pepper);
  const known: Known = [current, ...previous.map((each) => new PepperSecrets(each))];
  for (;;) {
    const record = await manager.findOneBy(PepperRecord, RECORD);
    if (!record) {
      await claim(manager, known);
      continue;
    }
    const owner = known.find(({ checkValue }) => checkValue === record.checkValue);
    if (!owner) throw new WrongPepper();
    const keys = [...known.map(({ sealKey }) => sealKey), ...owner.unwrap(record.earlierSeals)];
    const [, ...earlier] = withoutRepeats([current.sealKey, ...keys]);
    if (owner === current) return new AuditChain([current.sealKey, ...earlier]);
    await manager.update(
      PepperRecord,
      { ...RECORD, checkValue: record.checkValue },
      { checkValue: current.checkValue, earlierSeals: current.wrap(earlier) },
    );
  }
}

async function claim(manager: EntityManager, known: Known): Promise<void> {
  const { checkValue } = await ownerOf(manager, known);
  const row = { ...RECORD, checkValue, earlierSeals: '' };
  await manager.createQueryBuilder().insert().into(PepperRecord).values(row).orIgnore().execute();
}

/**
 * Identifies the pepper by the hashes of the audit logs. Throws if fewer than half of them are valid, so that a few
 * forged hashes do not prevent the start.
 */
async function ownerOf(manager: EntityManager, known: Known): Promise<PepperSecrets> {
  const [current] = known;
  const heads = await manager.find(AuditHead, { where: { seal: Not('') }, take: MAX_LOGS });
  const beginnings = await manager
    .createQueryBuilder(AuditEvent, 'event')
    .innerJoin(AuditHead, 'head', 'head.enterpriseKey = event.enterpriseKey')
    .where('event.sequence = 1')
    .limit(MAX_LOGS)
    .getMany();
  const counts = known.map(({ sealKey }) => {
    const chain = new AuditChain([sealKey]);
    const ends = heads.filter((head) => chain.isOfHead(head));
    return ends.length + beginnings.filter((event) => chain.isOfEvent(event, '')).length;
  });
  const ours = counts.reduce((sum, count) => sum + count, 0);
  if (ours * 2 < heads.length + beginnings.length) throw new WrongPepper();
  // the previous pepper is the owner while it has hashes, because they must stay valid
  return known[counts.findLastIndex((count) => count > 0)] ?? current;
}

const withoutRepeats = (keys: readonly Buffer[]): Buffer[] =>
  keys.filter((key, at) => keys.findIndex((other) => other.equals(key)) === at);
