import { Column, Entity, PrimaryColumn } from 'typeorm';
import { IntegerColumn, PrimarySurrogateColumn, PrimaryTimeColumn } from '../../database/schema/columns.js';

/** Sums the requests of one key with one scope in one hour of the enterprise's time zone. */
@Entity('key_activity', { withoutRowid: true })
export class KeyActivity {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** Start of the hour. */
  @PrimaryTimeColumn()
  hour: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  apiKeyId: string;

  @PrimaryColumn({ type: 'varchar', length: 64 })
  scope: string;

  /** The application's name at the last request. It stays when the key is deleted. */
  @Column({ type: 'varchar', length: 100 })
  application: string;

  @IntegerColumn()
  requests: number;

  @IntegerColumn()
  errors: number;

  @IntegerColumn()
  refused: number;

  /** Requests to a feed. */
  @IntegerColumn({ default: 0 })
  feeds: number;

  /** Not `rows`, which is an SQL keyword. */
  @IntegerColumn()
  records: number;

  @IntegerColumn()
  bytes: number;
}
