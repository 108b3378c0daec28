import { Column, Entity } from 'typeorm';
import { PrimarySurrogateColumn, TextColumn } from '../../database/schema/columns.js';

/** Which pepper the database belongs to: one row, made by the first start (decision 0019). */
@Entity('pepper_record')
export class PepperRecord {
  @PrimarySurrogateColumn()
  id: number;

  /** Derived from the pepper, and only from it. */
  @Column({ type: 'varchar', length: 64 })
  checkValue: string;

  /** The keys of the audit trail under the peppers before, encrypted under this one; empty where there were none. */
  @TextColumn()
  earlierSeals: string;
}
