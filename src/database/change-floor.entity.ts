import { Entity } from 'typeorm';
import { IntegerColumn, PrimarySurrogateColumn, TimeColumn } from './schema/columns.js';

/** Up to which change the removals of a kind are forgotten: a client that has not seen all of it has to start anew (decision 0029). */
@Entity('change_floors', { withoutRowid: true })
export class ChangeFloor {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** A number of `CHANGE_KINDS`. */
  @PrimarySurrogateColumn()
  kind: number;

  @IntegerColumn()
  changeNumber: number;

  /** Since when, by the clock of the database. */
  @TimeColumn()
  raisedAt: number;
}
