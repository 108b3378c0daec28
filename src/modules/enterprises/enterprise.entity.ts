import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import {
  BooleanColumn,
  IdColumn,
  IntegerColumn,
  LabelColumn,
  SurrogateColumn,
} from '../../database/schema/columns.js';

/** A customer. Other tables refer to it by `key`; `id` is its public id. */
@Entity('enterprises')
@Index('enterprises_id', ['id'], { unique: true })
export class Enterprise {
  @PrimaryGeneratedColumn({ type: 'integer' })
  key: number;

  @IdColumn()
  id: string;

  @LabelColumn()
  name: string;

  /** IANA name of the zone of days and timestamps. */
  @LabelColumn()
  timeZone: string;

  /** Usage, screen time and locations are purged after so many days; null keeps them indefinitely (decision 0029). */
  @SurrogateColumn({ nullable: true })
  retentionDays: number | null;

  /** Requires a second factor of users who sign in with a password (decision 0039). */
  @BooleanColumn({ default: false })
  secondFactorRequired: boolean;

  /** The highest `key` of a device of this enterprise. */
  @SurrogateColumn({ default: 0 })
  lastDeviceKey: number;

  /** The number of the last change of its data (decision 0028). */
  @IntegerColumn({ default: 0 })
  changeNumber: number;
}
