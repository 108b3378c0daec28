import { Entity } from 'typeorm';
import {
  IntegerColumn,
  PrimaryIntegerColumn,
  PrimarySurrogateColumn,
  SurrogateColumn,
  TextColumn,
  TimeColumn,
} from './schema/columns.js';

/** A line of the ledger: which records of one kind a transaction touched (decision 0028). Lines stay as they are. */
@Entity('changes', { withoutRowid: true })
export class Change {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** A number of `CHANGE_KINDS`. */
  @PrimarySurrogateColumn()
  kind: number;

  /** The transaction's place in the order of all of the enterprise. */
  @PrimaryIntegerColumn()
  changeNumber: number;

  /** A transaction that touched very many has several lines. */
  @PrimarySurrogateColumn()
  part: number;

  /** Random, the same in all lines of a transaction: a restored database gives the number again, but not these. */
  @IntegerColumn()
  bits: number;

  /** When, by the clock of the database. */
  @TimeColumn()
  recordedAt: number;

  /** How many records, and how many of them were removed. None where retention removed some: no copy has to follow. */
  @SurrogateColumn()
  records: number;

  @SurrogateColumn()
  removed: number;

  /** The identifiers of the records, those of devices by their keys, as `id-runs.ts` writes them. */
  @TextColumn()
  ids: string;
}
