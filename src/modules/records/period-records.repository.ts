import type { Repository } from 'typeorm';
import type { Query } from '../../database/rows/reader.js';
import type { FieldSelection } from '../../streaming/fields/field-selection.js';
import { FIELDS, prepareListQuery, prepareQuery } from '../../streaming/prepared-query.js';
import type { InstantRange } from '../../time/days.js';
import { DEVICE_KEY, DEVICE_REF, inRange, RANGE, type DeviceRef } from './device-ref.js';

interface PeriodRecord {
  readonly enterpriseKey: number;
  readonly deviceKey: number;
  readonly startAt: number;
  readonly id: number;
}

/** Reads records of apps per device and day. Their primary key has the order of the responses (decision 0025). */
export class PeriodRecordsRepository {
  private readonly byDevice;
  private readonly byDeviceInRange;
  private readonly byDevices;

  constructor(records: Repository<PeriodRecord>) {
    const all = () =>
      records.createQueryBuilder('record').select(FIELDS).where('record.enterpriseKey = :enterpriseKey');
    const byDevice = () =>
      all().andWhere(`record.deviceKey = ${DEVICE_KEY}`).orderBy('record.startAt').addOrderBy('record.id');
    this.byDevice = prepareQuery(byDevice(), DEVICE_REF);
    this.byDeviceInRange = prepareQuery(byDevice().andWhere(inRange('record.startAt')), [
      ...DEVICE_REF,
      ...RANGE,
    ]);
    this.byDevices = prepareListQuery(
      (deviceKeys) =>
        all()
          .andWhere(`record.deviceKey IN (${deviceKeys})`)
          .andWhere(inRange('record.startAt'))
          .orderBy('record.deviceKey')
          .addOrderBy('record.startAt')
          .addOrderBy('record.id'),
      ['enterpriseKey', ...RANGE],
    );
  }

  listByDevice(device: DeviceRef, fields: FieldSelection, range?: InstantRange): Query {
    return range ? this.byDeviceInRange({ ...device, ...range }, fields) : this.byDevice(device, fields);
  }

  listByDevices(
    enterpriseKey: number,
    deviceKeys: readonly number[],
    fields: FieldSelection,
    range: InstantRange,
  ): Query {
    return this.byDevices(deviceKeys, { enterpriseKey, ...range }, fields);
  }
}
