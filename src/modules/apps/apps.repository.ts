import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { prepareQuery } from '../../answers/prepared-query.js';
import { Serializer } from '../../answers/serializer.js';
import type { Query } from '../../database/rows/row-reader.js';
import { ONE_DEVICE, recordsOfDevice, type OneDevice } from '../devices/device-records.js';
import { Application } from './application.entity.js';
import { ApplicationDto } from './application.dto.js';

export const applicationSerializer = new Serializer(ApplicationDto);

/** The queries over applications (decision 0023). */
@Injectable()
export class AppsRepository {
  private readonly records;

  constructor(@InjectRepository(Application) records: Repository<Application>) {
    const ofDevice = recordsOfDevice(records, 'record', applicationSerializer.select('record'));
    this.records = prepareQuery(ofDevice.orderBy('record.id'), ONE_DEVICE);
  }

  /** By id. */
  ofDevice(device: OneDevice): Query {
    return this.records(device);
  }
}
