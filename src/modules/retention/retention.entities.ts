import { Column, Entity } from 'typeorm';
import { IntegerColumn, PrimarySurrogateColumn, TimeColumn } from '../../database/schema/columns.js';

/** A daily job. Its row is the lock between processes. Times are by the clock of the database. */
@Entity('daily_runs', { withoutRowid: true })
export class DailyRun {
  @Column({ type: 'varchar', length: 64, primary: true })
  name: string;

  @Column({ type: 'varchar', length: 64 })
  holder: string;

  /** Expiration of the lock, or 0 if no process holds it. */
  @TimeColumn()
  heldUntil: number;

  @TimeColumn()
  begunAt: number;

  @TimeColumn()
  doneAt: number;
}

/** Counts of purged records that the audit log does not contain yet. */
@Entity('untold_removals', { withoutRowid: true })
export class PendingAuditEntry {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @IntegerColumn()
  datausage: number;

  @IntegerColumn()
  screentime: number;

  @IntegerColumn()
  locations: number;
}
