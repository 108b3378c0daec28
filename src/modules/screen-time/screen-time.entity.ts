import { Entity, Index } from 'typeorm';
import {
  IntegerColumn,
  LabelColumn,
  PrimaryIntegerColumn,
  PrimarySurrogateColumn,
  PrimaryTimeColumn,
  TimeColumn,
} from '../../database/schema/columns.js';

/** Clustered in the order of the response for one device. */
@Entity('screen_time', { withoutRowid: true })
@Index('screen_time_id', ['enterpriseKey', 'id'], { unique: true })
export class ScreenTime {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimarySurrogateColumn()
  deviceKey: number;

  @PrimaryTimeColumn()
  startAt: number;

  @PrimaryIntegerColumn()
  id: number;

  @TimeColumn({ nullable: true })
  endAt: number | null;

  @TimeColumn({ nullable: true })
  createdAt: number | null;

  @LabelColumn()
  packageName: string;

  @LabelColumn()
  policyName: string;

  @LabelColumn()
  policyId: string;

  @IntegerColumn({ nullable: true })
  screentime: number | null;

  @IntegerColumn({ default: 0 })
  changeNumber: number;
}
