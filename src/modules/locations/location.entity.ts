import { Entity, Index } from 'typeorm';
import {
  BooleanColumn,
  DecimalColumn,
  IntegerColumn,
  LabelColumn,
  PrimaryIntegerColumn,
  PrimarySurrogateColumn,
  PrimaryTimeColumn,
  SurrogateColumn,
} from '../../database/schema/columns.js';

/**
 * Clustered by enterprise and time, so that a date range of all devices is contiguous. Stores the IMEI, so that bulk responses
 * need no other table (decision 0005).
 */
@Entity('locations', { withoutRowid: true })
@Index('locations_id', ['enterpriseKey', 'id'], { unique: true })
@Index('locations_device', ['enterpriseKey', 'deviceKey', 'createdAt', 'id'])
export class Location {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryTimeColumn()
  createdAt: number;

  @PrimaryIntegerColumn()
  id: number;

  @SurrogateColumn()
  deviceKey: number;

  @LabelColumn()
  imei: string;

  @DecimalColumn({ nullable: true })
  accuracy: number | null;

  @DecimalColumn({ nullable: true })
  altitude: number | null;

  @DecimalColumn({ nullable: true })
  lat: number | null;

  @DecimalColumn({ nullable: true })
  lng: number | null;

  @LabelColumn()
  provider: string;

  @LabelColumn()
  geofenceId: string;

  @BooleanColumn({ nullable: true })
  insideGeofence: boolean | null;

  @BooleanColumn({ nullable: true })
  usingMockLocation: boolean | null;

  @IntegerColumn({ default: 0 })
  changeNumber: number;
}
