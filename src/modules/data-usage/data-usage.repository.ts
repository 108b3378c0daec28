import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Query } from '../../database/rows/reader.js';
import {
  FIELDS_PLACEHOLDER,
  type FieldSelection,
  prepareListQuery,
  prepareQuery,
} from '../../streaming/fields/field-selection.js';
import type { InstantRange } from '../../time/days.js';
import { DEVICE_KEY, DEVICE_REF, inRange, RANGE, type DeviceRef } from '../records/device-queries.js';
import { DataUsage } from './data-usage.entity.js';

/** Orders records as their primary key does (decision 0025). */
@Injectable()
export class DataUsageRepository {
  private readonly byDevice;
  private readonly byDeviceInRange;
  private readonly byDevices;

  constructor(@InjectRepository(DataUsage) records: Repository<DataUsage>) {
    const all = () =>
      records
        .createQueryBuilder('record')
        .select(FIELDS_PLACEHOLDER)
        .where('record.enterpriseKey = :enterpriseKey');
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
