import { selectWhere } from '../../database/rows/conditions.js';
import type { Query } from '../../database/rows/row-reader.js';
import type { InstantRange } from '../../time/days.js';
import { DeviceRecordsRepository, isOfDevice, type OneDevice } from '../devices/records/device-records.js';

/** The queries over positions. */
export class LocationsRepository extends DeviceRecordsRepository {
  /** One, unless several have the same time. */
  newestOfDevice(device: OneDevice, range: InstantRange): Query {
    const others = selectWhere('SELECT MAX(other.created_at) FROM locations other', [
      ['other.enterprise_key = ?', device.enterpriseKey],
      isOfDevice('other', device),
      ...this.during(range, 'other'),
    ]);
    return this.query(device.enterpriseKey, [
      isOfDevice('record', device),
      [`record.created_at = (${others.sql})`, ...others.parameters],
    ]);
  }

  /** Of all devices, by time and id: the order of the primary key. No join: decision 0005. */
  ofAll(enterpriseKey: number, range: InstantRange): Query {
    return this.query(enterpriseKey, this.during(range));
  }
}
