import { Entity, PrimaryColumn } from 'typeorm';
import { IntegerColumn, PrimarySurrogateColumn, PrimaryTimeColumn } from '../../database/schema/columns.js';

/** How many calls with a key ended alike in one hour. */
@Entity('key_call_counts', { withoutRowid: true })
export class KeyCallCount {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  apiKeyId: string;

  /** The instant at which the hour began, of UTC: they are only added up. */
  @PrimaryTimeColumn()
  hour: number;

  @PrimarySurrogateColumn()
  status: number;

  /** Empty of calls that went well. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  code: string;

  @IntegerColumn()
  calls: number;
}
