import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Query } from '../../database/rows/reader.js';
import { FIELDS, type FieldSelection, prepareQuery } from '../../streaming/fields/field-selection.js';
import type { InstantRange } from '../../time/days.js';
import { DEVICE_KEY, DEVICE_REF, inRange, RANGE, type DeviceRef } from '../records/device-ref.js';
import { Location } from './location.entity.js';

@Injectable()
export class LocationsRepository {
  private readonly byDevice;
  private readonly byDeviceInRange;
  private readonly newest;
  private readonly all;

  constructor(@InjectRepository(Location) locations: Repository<Location>) {
    const all = () =>
      locations
        .createQueryBuilder('record')
        .select(FIELDS)
        .where('record.enterpriseKey = :enterpriseKey')
        .orderBy('record.createdAt')
        .addOrderBy('record.id');
    const byDevice = () => all().andWhere(`record.deviceKey = ${DEVICE_KEY}`);
    this.byDevice = prepareQuery(byDevice(), DEVICE_REF);
    this.byDeviceInRange = prepareQuery(byDevice().andWhere(inRange('record.createdAt')), [
      ...DEVICE_REF,
      ...RANGE,
    ]);
    const newest = locations
      .createQueryBuilder('other')
      .select('MAX(other.createdAt)')
      .where('other.enterpriseKey = :enterpriseKey')
      .andWhere(`other.deviceKey = ${DEVICE_KEY}`)
      .andWhere(inRange('other.createdAt'));
    this.newest = prepareQuery(byDevice().andWhere(`record.createdAt = (${newest.getQuery()})`), [
      ...DEVICE_REF,
      ...RANGE,
    ]);
    this.all = prepareQuery(all().andWhere(inRange('record.createdAt')), ['enterpriseKey', ...RANGE]);
  }

  listByDevice(device: DeviceRef, fields: FieldSelection, range?: InstantRange): Query {
    return range ? this.byDeviceInRange({ ...device, ...range }, fields) : this.byDevice(device, fields);
  }

  /** Returns several rows if the newest locations have equal times. */
  listNewest(device: DeviceRef, fields: FieldSelection, range: InstantRange): Query {
    return this.newest({ ...device, ...range }, fields);
  }

  /** Orders the locations by primary key: time and ID. Joins no table (decision 0005). */
  listAll(enterpriseKey: number, fields: FieldSelection, range: InstantRange): Query {
    return this.all({ enterpriseKey, ...range }, fields);
  }
}
