import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { prepareQuery } from '../../answers/prepared-query.js';
import { Serializer } from '../../answers/serializer.js';
import type { Query } from '../../database/rows/row-reader.js';
import { ONE_DEVICE, recordsOfDevice, type OneDevice } from '../devices/device-records.js';
import { ScreenTime } from './screen-time.entity.js';
import { ScreenTimeDto } from './screen-time.dto.js';

export const screenTimeSerializer = new Serializer(ScreenTimeDto);

/** The queries over screen time (decision 0023). */
@Injectable()
export class ScreenTimeRepository {
  private readonly records;

  constructor(@InjectRepository(ScreenTime) records: Repository<ScreenTime>) {
    const ofDevice = recordsOfDevice(records, 'record', screenTimeSerializer.select('record'));
    this.records = prepareQuery(ofDevice.orderBy('record.startAt').addOrderBy('record.id'), ONE_DEVICE);
  }

  /** By start and id. */
  ofDevice(device: OneDevice): Query {
    return this.records(device);
  }
}
