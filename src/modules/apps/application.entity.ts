import { Entity, Index } from 'typeorm';
import {
  BooleanColumn,
  IntegerColumn,
  LabelColumn,
  PrimaryIntegerColumn,
  PrimarySurrogateColumn,
  TimeColumn,
} from '../../database/schema/columns.js';

/** Clustered in the order of the response for one device. */
@Entity('applications', { withoutRowid: true })
@Index('applications_id', ['enterpriseKey', 'id'], { unique: true })
export class Application {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimarySurrogateColumn()
  deviceKey: number;

  @PrimaryIntegerColumn()
  id: number;

  @TimeColumn({ nullable: true })
  updatedAt: number | null;

  @LabelColumn()
  displayName: string;

  @BooleanColumn({ nullable: true })
  hasLauncher: boolean | null;

  @BooleanColumn({ nullable: true })
  isSystem: boolean | null;

  @LabelColumn()
  packageName: string;

  @IntegerColumn({ nullable: true })
  versionCode: number | null;

  @LabelColumn()
  versionName: string;

  @IntegerColumn({ default: 0 })
  changeNumber: number;
}
