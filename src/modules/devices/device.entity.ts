import { Entity, Index } from 'typeorm';
import {
  DecimalColumn,
  IntegerColumn,
  PrimaryIdColumn,
  PrimarySurrogateColumn,
  SurrogateColumn,
  TextColumn,
  TimeColumn,
} from '../../database/schema/columns.js';

/** Clustered by the public ID, which is the order of the device list. */
@Entity('devices')
@Index('devices_device_key', ['enterpriseKey', 'deviceKey'], { unique: true })
export class Device {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryIdColumn()
  id: string;

  @SurrogateColumn()
  deviceKey: number;

  @TimeColumn({ nullable: true })
  createdAt: number | null;

  @TimeColumn({ nullable: true })
  updatedAt: number | null;

  @TimeColumn({ nullable: true })
  lastConnect: number | null;

  @TextColumn()
  imei: string;

  @TextColumn()
  token: string;

  @TextColumn()
  policyId: string;

  @TextColumn()
  playEmmToken: string;

  @TextColumn()
  fcmToken: string;

  @TextColumn()
  managementMode: string;

  @TextColumn()
  dpcVersion: string;

  @IntegerColumn({ nullable: true })
  dpcVersionCode: number | null;

  @TextColumn()
  status: string;

  @TextColumn()
  model: string;

  @TextColumn()
  brand: string;

  @TextColumn()
  androidVersion: string;

  @TextColumn()
  imsi1: string;

  @TextColumn()
  operator1: string;

  @TimeColumn({ nullable: true })
  lastBatteryUpdate: number | null;

  @IntegerColumn({ nullable: true })
  remainingBattery: number | null;

  @TextColumn()
  batteryHealth: string;

  @TimeColumn({ nullable: true })
  lastStorageUpdate: number | null;

  @DecimalColumn({ nullable: true })
  remainingStorage: number | null;

  @DecimalColumn({ nullable: true })
  storageCapacity: number | null;

  @TimeColumn({ nullable: true })
  lastLocationUpdate: number | null;

  @TextColumn({ nullable: true })
  lastLocation: string | null;

  @TextColumn()
  manifest: string;

  /** JSON for the device list, without the Wi-Fi MAC address, which only the detail shows. */
  @TextColumn()
  deviceInfo: string;

  @TextColumn()
  wifiMacAddress: string;

  @TextColumn()
  policyName: string;

  @IntegerColumn({ default: 0 })
  changeNumber: number;
}
