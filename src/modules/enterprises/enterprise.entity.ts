import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import {
  BooleanColumn,
  IdColumn,
  IntegerColumn,
  LabelColumn,
  SurrogateColumn,
} from '../../database/schema/columns.js';

/** A customer. Other tables refer to `key`. The public id is `id`. */
@Entity('enterprises')
@Index('enterprises_id', ['id'], { unique: true })
export class Enterprise {
  @PrimaryGeneratedColumn({ type: 'integer' })
  key: number;

  @IdColumn()
  id: string;

  @LabelColumn()
  name: string;

  @LabelColumn()
  timeZone: string;

  /** Retention of usage, screen time and locations. Null is indefinite (decision 0029). */
  @SurrogateColumn({ nullable: true })
  retentionDays: number | null;

  @BooleanColumn({ default: false })
  secondFactorRequired: boolean;

  /** If false, sessions cannot read data of devices. */
  @BooleanColumn({ default: true })
  dataPages: boolean;

  @SurrogateColumn({ default: 0 })
  lastDeviceKey: number;

  /** Number of the last change of its data (decision 0028). */
  @IntegerColumn({ default: 0 })
  changeNumber: number;
}
