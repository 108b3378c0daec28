import { Column, Entity } from 'typeorm';
import { TimeColumn } from '../../database/schema/columns.js';

/** What is done once a day by one of all processes: its row is the lease. Times are by the clock of the database. */
@Entity('daily_runs', { withoutRowid: true })
export class DailyRun {
  @Column({ type: 'varchar', length: 64, primary: true })
  name: string;

  /** Which process does it, or did. */
  @Column({ type: 'varchar', length: 64 })
  holder: string;

  /** The lease ends then; 0 where no process has it. */
  @TimeColumn()
  heldUntil: number;

  @TimeColumn()
  begunAt: number;

  /** When the last one began that came to its end. */
  @TimeColumn()
  doneAt: number;
}
