import { Not, type DataSource, type EntityManager } from 'typeorm';
import { type Peppers, StartRefused } from '../../config/config.js';
import { AuditEvent } from './audit.entity.js';
import { AuditHead } from './audit-head.entity.js';
import { AuditChain } from './audit-chain.js';
import { PepperRecord } from './pepper-record.entity.js';
import { PepperSecrets } from './pepper-secrets.js';

/** The pepper in use, and behind it the one before. */
type Known = readonly [PepperSecrets, ...PepperSecrets[]];

/** The one row. */
const RECORD = { id: 1 };
/** So many trails are looked at in a database that does not say yet which pepper it belongs to. */
const MOST_TRAILS = 1_000;

/** The database belongs to another pepper: every key would be dead, and the trails would look forged. */
export class WrongPepper extends StartRefused {
  constructor() {
    super(
      'KEY_PEPPER is not the one that this database belongs to: set that one (an embedded database keeps its own in the file key-pepper beside it), or name it in KEY_PEPPER_PREVIOUS to change over.',
    );
  }
}

/**
 * Makes sure that the database belongs to these peppers, and gives what seals its trails and knows every seal in them (decision 0019).
 * Of several instances that do so at once the first decides, for an empty database and for the change to another pepper.
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

/** Nothing is waited for: who comes second finds what the first has written. */
async function claim(manager: EntityManager, known: Known): Promise<void> {
  const { checkValue } = await ownerOf(manager, known);
  const row = { ...RECORD, checkValue, earlierSeals: '' };
  await manager.createQueryBuilder().insert().into(PepperRecord).values(row).orIgnore().execute();
}

/**
 * A database that is older than its record may have trails: beginnings and ends tell who sealed them. Where other peppers sealed most, it
 * is not ours. A few of them may have been meddled with, or written by a command that was set up wrongly, and stop nobody.
 */
async function ownerOf(manager: EntityManager, known: Known): Promise<PepperSecrets> {
  const [current] = known;
  const heads = await manager.find(AuditHead, { where: { seal: Not('') }, take: MOST_TRAILS });
  const beginnings = await manager
    .createQueryBuilder(AuditEvent, 'event')
    .innerJoin(AuditHead, 'head', 'head.enterpriseKey = event.enterpriseKey')
    .where('event.sequence = 1')
    .limit(MOST_TRAILS)
    .getMany();
  const counts = known.map(({ sealKey }) => {
    const seal = new AuditChain([sealKey]);
    const ends = heads.filter((head) => seal.isOfHead(head));
    return ends.length + beginnings.filter((event) => seal.isOfEvent(event, '')).length;
  });
  const ours = counts.reduce((sum, count) => sum + count, 0);
  if (ours * 2 < heads.length + beginnings.length) throw new WrongPepper();
  // what the one before has sealed must be kept known: it is the owner as long as there is anything of it
  return known[counts.findLastIndex((count) => count > 0)] ?? current;
}

const withoutRepeats = (keys: readonly Buffer[]): Buffer[] =>
  keys.filter((key, at) => keys.findIndex((other) => other.equals(key)) === at);
