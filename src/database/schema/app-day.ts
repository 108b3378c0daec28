import {
  IntegerColumn,
  LabelColumn,
  PrimaryIntegerColumn,
  PrimarySurrogateColumn,
  PrimaryTimeColumn,
  TimeColumn,
} from './columns.js';

/** What one app of one device did in one day. Clustered in the order of a device's answer. */
export abstract class AppDay {
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

  /** The change that brought it (decision 0028). */
  @IntegerColumn({ default: 0 })
  changeNumber: number;
}
