import { Entity, Index } from 'typeorm';
import {
  IdColumn,
  IntegerColumn,
  PrimaryIntegerColumn,
  PrimarySurrogateColumn,
  SurrogateColumn,
  TextColumn,
  TimeColumn,
} from './schema/columns.js';

/** A line of the change log: the records of one kind that a transaction changed (decision 0028). Lines are never updated. */
@Entity('changes', { withoutRowid: true })
export class Change {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** A number of `CHANGE_KINDS`. */
  @PrimarySurrogateColumn()
  kind: number;

  /** The place of the transaction in the order of all changes of the enterprise. */
  @PrimaryIntegerColumn()
  changeNumber: number;

  /** A transaction that changed very many records has several lines. */
  @PrimarySurrogateColumn()
  part: number;

  /** Random, and the same in all lines of a transaction: a restored database assigns the change number again, but not these bits. */
  @IntegerColumn()
  bits: number;

  /** By the clock of the database. */
  @TimeColumn()
  recordedAt: number;

  /** The number of records, and how many of them were removed. Both are 0 for retention: no copy has to follow it. */
  @SurrogateColumn()
  records: number;

  @SurrogateColumn()
  removed: number;

  /** The identifiers of the records, or the keys of devices, in the format of `id-ranges.ts`. */
  @TextColumn()
  ids: string;
}

/** A tombstone of a deleted record, until a record with its identifier returns. Devices become DELETED, or are erased. */
@Entity('removals', { withoutRowid: true })
@Index('removals_change', ['enterpriseKey', 'kind', 'changeNumber'])
export class Removal {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** A number of `CHANGE_KINDS`. */
  @PrimarySurrogateColumn()
  kind: number;

  @PrimaryIntegerColumn()
  id: number;

  @SurrogateColumn()
  deviceKey: number;

  @IntegerColumn()
  changeNumber: number;
}

/** The tombstone of an erased device: feeds show its name as deleted. A device that returns gets its key again. */
@Entity('erased_devices', { withoutRowid: true })
@Index('erased_devices_change', ['enterpriseKey', 'changeNumber'])
export class ErasedDevice {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimarySurrogateColumn()
  deviceKey: number;

  @IdColumn()
  id: string;

  @IntegerColumn()
  changeNumber: number;
}

/** The change up to which the tombstones of a kind are purged: an older sync token has expired (decision 0029). */
@Entity('change_floors', { withoutRowid: true })
export class ChangeFloor {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** A number of `CHANGE_KINDS`. */
  @PrimarySurrogateColumn()
  kind: number;

  @IntegerColumn()
  changeNumber: number;

  /** By the clock of the database. */
  @TimeColumn()
  raisedAt: number;
}
