import { Column, Entity } from 'typeorm';
import { IdColumn, PrimarySurrogateColumn, TextColumn } from '../../database/schema/columns.js';

/** An erasure that is not finished: a run after that goes on here (decision 0031). */
@Entity('erasures', { withoutRowid: true })
export class Erasure {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** `WHOLE_ENTERPRISE`, or one of its devices. */
  @PrimarySurrogateColumn()
  deviceKey: number;

  /** Tells it from all others, also in other copies of the database. */
  @Column({ type: 'varchar', length: 64 })
  id: string;

  @IdColumn()
  enterpriseId: string;

  /** JSON of what is removed so far, by kind. */
  @TextColumn()
  removed: string;
}
