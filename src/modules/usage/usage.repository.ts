import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { prepareQuery } from '../../answers/prepared-query.js';
import { Serializer } from '../../answers/serializer.js';
import type { Query } from '../../database/rows/row-reader.js';
import { ONE_DEVICE, recordsOfDevice, type OneDevice } from '../devices/device-records.js';
import { DataUsage } from './data-usage.entity.js';
import { DataUsageDto } from './data-usage.dto.js';

export const dataUsageSerializer = new Serializer(DataUsageDto);

/** The queries over data usage (decision 0023). */
@Injectable()
export class UsageRepository {
  private readonly records;

  constructor(@InjectRepository(DataUsage) records: Repository<DataUsage>) {
    const ofDevice = recordsOfDevice(records, 'record', dataUsageSerializer.select('record'));
    this.records = prepareQuery(ofDevice.orderBy('record.startAt').addOrderBy('record.id'), ONE_DEVICE);
  }

  /** By start and id. */
  ofDevice(device: OneDevice): Query {
    return this.records(device);
  }
}
