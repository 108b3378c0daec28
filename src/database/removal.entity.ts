import { Entity, Index } from 'typeorm';
import {
  IntegerColumn,
  PrimaryIntegerColumn,
  PrimarySurrogateColumn,
  SurrogateColumn,
} from './schema/columns.js';

/** A record that is gone, until one with its identifier comes again. Devices become DELETED, or are erased. */
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
