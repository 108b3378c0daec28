import { Entity, Index } from 'typeorm';
import { IdColumn, IntegerColumn, PrimarySurrogateColumn } from './schema/columns.js';

/** A device that was erased: its name is all that is left, for the feeds to say what is gone. When it comes back, it has its key again. */
@Entity('erased_devices', { withoutRowid: true })
@Index('erased_devices_change', ['enterpriseKey', 'changeNumber'])
export class ErasedDevice {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimarySurrogateColumn()
  deviceKey: number;

  @IdColumn()
  id: string;

  @IntegerColumn()
  changeNumber: number;
}
