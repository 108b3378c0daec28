import { Entity, Index } from 'typeorm';
import { AppDay } from '../../database/schema/app-day.js';
import { IntegerColumn } from '../../database/schema/columns.js';

/** The bytes that an app moved in a day. */
@Entity('data_usage', { withoutRowid: true })
@Index('data_usage_id', ['enterpriseKey', 'id'], { unique: true })
export class DataUsage extends AppDay {
  @IntegerColumn({ nullable: true })
  mobile: number | null;

  @IntegerColumn({ nullable: true })
  wifi: number | null;
}
