import { Column, Entity } from 'typeorm';
import { TimeColumn } from './schema/columns.js';

/** Time of the last event with this name, by the clock of the database. Metrics read it instead of large tables. */
@Entity('figures', { withoutRowid: true })
export class Figure {
  @Column({ type: 'varchar', length: 64, primary: true })
  name: string;

  @TimeColumn()
  notedAt: number;
}
