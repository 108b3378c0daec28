import { Column, Entity } from 'typeorm';
import { IdColumn, PrimarySurrogateColumn, TextColumn } from '../../database/schema/columns.js';

/** An unfinished erasure: the next run continues it (decision 0031). */
@Entity('erasures', { withoutRowid: true })
export class Erasure {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** `WHOLE_ENTERPRISE`, or one of its devices. */
  @PrimarySurrogateColumn()
  deviceKey: number;

  /** Unique, also among copies of the database. */
  @Column({ type: 'varchar', length: 64 })
  id: string;

  @IdColumn()
  enterpriseId: string;

  /** JSON of the number of rows deleted so far, by kind. */
  @TextColumn()
  removed: string;
}
