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
@Entity('data_usage', { withoutRowid: true })
@Index('data_usage_id', ['enterpriseKey', 'id'], { unique: true })
export class DataUsage {
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

  @IntegerColumn({ nullable: true })
  mobile: number | null;

  @IntegerColumn({ nullable: true })
  wifi: number | null;

  @IntegerColumn({ default: 0 })
  changeNumber: number;
}
