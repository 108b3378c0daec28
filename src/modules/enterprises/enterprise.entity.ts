import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import {
  BooleanColumn,
  IdColumn,
  IntegerColumn,
  LabelColumn,
  SurrogateColumn,
} from '../../database/schema/columns.js';

/** A customer. `key` stands for it in every other table; `id` is what the outside knows. */
@Entity('enterprises')
@Index('enterprises_id', ['id'], { unique: true })
export class Enterprise {
  @PrimaryGeneratedColumn({ type: 'integer' })
  key: number;

  @IdColumn()
  id: string;

  @LabelColumn()
  name: string;

  /** IANA name. Days and rendered timestamps are in this zone. */
  @LabelColumn()
  timeZone: string;

  /** Histories older than so many whole days are removed; null keeps them for ever (decision 0029). */
  @SurrogateColumn({ nullable: true })
  retentionDays: number | null;

  /** Whether everybody who signs in with a password needs a second factor (decision 0039). */
  @BooleanColumn({ default: false })
  secondFactorRequired: boolean;

  /** The last number given to a device of this enterprise. */
  @SurrogateColumn({ default: 0 })
  lastDeviceKey: number;

  /** The number of the last change of anything that it has (decision 0028). */
  @IntegerColumn({ default: 0 })
  changeNumber: number;
}
