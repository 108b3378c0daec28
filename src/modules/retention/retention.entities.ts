import { Column, Entity } from 'typeorm';
import { IntegerColumn, PrimarySurrogateColumn, TimeColumn } from '../../database/schema/columns.js';

/** A daily job of one of all processes: its row is the lock. Times are by the clock of the database. */
@Entity('daily_runs', { withoutRowid: true })
export class DailyRun {
  @Column({ type: 'varchar', length: 64, primary: true })
  name: string;

  /** The process that runs the job, or ran it last. */
  @Column({ type: 'varchar', length: 64 })
  holder: string;

  /** When the lock expires; 0 if no process holds it. */
  @TimeColumn()
  heldUntil: number;

  @TimeColumn()
  begunAt: number;

  /** When the last finished run began. */
  @TimeColumn()
  doneAt: number;
}

/** Records that retention has removed and the audit log does not contain yet. The row survives a killed process. */
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
