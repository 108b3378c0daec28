import { Column, Entity, PrimaryColumn } from 'typeorm';
import { IntegerColumn, PrimarySurrogateColumn, PrimaryTimeColumn } from '../../database/schema/columns.js';

/** What one key read with one scope in one hour of its enterprise's clock. */
@Entity('key_activity', { withoutRowid: true })
export class KeyActivity {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** The instant at which the hour began. */
  @PrimaryTimeColumn()
  hour: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  apiKeyId: string;

  @PrimaryColumn({ type: 'varchar', length: 64 })
  scope: string;

  /** The name of the key's application when it last asked: the entry may be deleted since. */
  @Column({ type: 'varchar', length: 100 })
  application: string;

  @IntegerColumn()
  requests: number;

  @IntegerColumn()
  errors: number;

  @IntegerColumn()
  refused: number;

  /** Requests that followed a feed. */
  @IntegerColumn({ default: 0 })
  feeds: number;

  /** `rows` is a word of SQL. */
  @IntegerColumn()
  records: number;

  @IntegerColumn()
  bytes: number;
}
