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

/** A line of the change log (decision 0028). Lines are never updated. */
@Entity('changes', { withoutRowid: true })
export class Change {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** A number of `CHANGE_KINDS`. */
  @PrimarySurrogateColumn()
  kind: number;

  @PrimaryIntegerColumn()
  changeNumber: number;

  @PrimarySurrogateColumn()
  part: number;

  /** Nonce of the change, the same in all of its lines. A restored database reuses change numbers, but not nonces. */
  @IntegerColumn()
  bits: number;

  @TimeColumn()
  recordedAt: number;

  /** Number of changed records. It and `removed` are 0 for a purge, which feeds do not show. */
  @SurrogateColumn()
  records: number;

  @SurrogateColumn()
  removed: number;

  /** Record ids or device keys, in the format of `id-ranges.ts`. */
  @TextColumn()
  ids: string;
}

/** Tombstone of a deleted record, until a record with its id returns. */
@Entity('removals', { withoutRowid: true })
@Index('removals_change', ['enterpriseKey', 'kind', 'changeNumber'])
export class Removal {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimarySurrogateColumn()
  kind: number;

  @PrimaryIntegerColumn()
  id: number;

  @SurrogateColumn()
  deviceKey: number;

  @IntegerColumn()
  changeNumber: number;
}

/** Tombstone of an erased device. A device that returns gets its key again. */
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

/** Change up to which the tombstones of a kind are purged. An older sync token has expired (decision 0029). */
@Entity('change_floors', { withoutRowid: true })
export class ChangeFloor {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimarySurrogateColumn()
  kind: number;

  @IntegerColumn()
  changeNumber: number;

  @TimeColumn()
  raisedAt: number;
}
