import { Column, Entity } from 'typeorm';
import { IntegerColumn, PrimarySurrogateColumn } from '../../database/schema/columns.js';

/** The end of an enterprise's chain of audit events: locked by the transaction that adds one, so that none is lost from the end unseen. */
@Entity('audit_heads')
export class AuditHead {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @IntegerColumn()
  sequence: number;

  @Column({ type: 'varchar', length: 64 })
  hash: string;

  /** A keyed hash over the above. */
  @Column({ type: 'varchar', length: 64, default: '' })
  seal: string;
}
