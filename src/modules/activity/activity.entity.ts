import { Column, Entity, PrimaryColumn } from 'typeorm';
import { IntegerColumn, PrimarySurrogateColumn, PrimaryTimeColumn } from '../../database/schema/columns.js';

@Entity('key_activity', { withoutRowid: true })
export class KeyActivity {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** Start of the hour in the time zone of the enterprise. */
  @PrimaryTimeColumn()
  hour: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  apiKeyId: string;

  @PrimaryColumn({ type: 'varchar', length: 64 })
  scope: string;

  /** Name at the last request. It remains when the key is deleted. */
  @Column({ type: 'varchar', length: 100 })
  application: string;

  @IntegerColumn()
  requests: number;

  @IntegerColumn()
  errors: number;

  @IntegerColumn()
  refused: number;

  @IntegerColumn({ default: 0 })
  feeds: number;

  /** Not named `rows`, which is an SQL keyword. */
  @IntegerColumn()
  records: number;

  @IntegerColumn()
  bytes: number;
}
