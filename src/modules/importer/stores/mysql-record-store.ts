import type { DataSource } from 'typeorm';
import type { DeviceName } from './device-names.js';
import { saveDevices } from './mysql-devices.js';
import { findDevices, findEnterprises, upsert } from './mysql-queries.js';
import type { RecordShape, Value } from '../records/record-shape.js';
import type { FoundDevice, FoundEnterprise, RecordStore } from './record-store.js';
import { retrying } from './retry.js';

/** For MySQL and MariaDB. */
export class MysqlRecordStore implements RecordStore {
  constructor(private readonly dataSource: DataSource) {}

  findEnterprises(ids: readonly string[]): Promise<readonly FoundEnterprise[]> {
    return findEnterprises(this.dataSource, ids);
  }

  findDevices(names: readonly DeviceName[]): Promise<readonly FoundDevice[]> {
    return findDevices(this.dataSource, names);
  }

  save(shape: RecordShape, rows: readonly Value[][]): Promise<void> {
    const { dataSource } = this;
    return retrying(() =>
      shape.kind === 'devices'
        ? dataSource.transaction((transaction) => saveDevices(transaction, shape, rows))
        : upsert(dataSource, shape, rows),
    );
  }
}
