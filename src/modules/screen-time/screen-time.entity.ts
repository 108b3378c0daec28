import { Entity, Index } from 'typeorm';
import { AppDay } from '../../database/schema/app-day.js';
import { IntegerColumn, LabelColumn } from '../../database/schema/columns.js';

/** How long an app was in the foreground in a day. */
@Entity('screen_time', { withoutRowid: true })
@Index('screen_time_id', ['enterpriseKey', 'id'], { unique: true })
export class ScreenTime extends AppDay {
  @LabelColumn()
  policyName: string;

  @LabelColumn()
  policyId: string;

  @IntegerColumn({ nullable: true })
  screentime: number | null;
}
