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
import { DEVICE_KEY, DEVICE_REF, type DeviceRef } from '../records/device-queries.js';
import { Application } from './application.entity.js';

@Injectable()
export class AppsRepository {
  private readonly byDevice;
  private readonly byDevices;

  constructor(@InjectRepository(Application) records: Repository<Application>) {
    const all = () =>
      records
        .createQueryBuilder('record')
        .select(FIELDS_PLACEHOLDER)
        .where('record.enterpriseKey = :enterpriseKey');
    const byDevice = () => all().andWhere(`record.deviceKey = ${DEVICE_KEY}`).orderBy('record.id');
    this.byDevice = prepareQuery(byDevice(), DEVICE_REF);
    this.byDevices = prepareListQuery(
      (deviceKeys) =>
        all()
          .andWhere(`record.deviceKey IN (${deviceKeys})`)
          .orderBy('record.deviceKey')
          .addOrderBy('record.id'),
      ['enterpriseKey'],
    );
  }

  listByDevice(device: DeviceRef, fields: FieldSelection): Query {
    return this.byDevice(device, fields);
  }

  /** Orders the applications by device and ID, which is the primary key (decision 0025). */
  listByDevices(enterpriseKey: number, deviceKeys: readonly number[], fields: FieldSelection): Query {
    return this.byDevices(deviceKeys, { enterpriseKey }, fields);
  }
}
