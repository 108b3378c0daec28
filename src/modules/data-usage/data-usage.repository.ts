import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { DeviceRecordsRepository } from '../records/device-records.js';
import { DataUsage } from './data-usage.entity.js';

/** The queries over data usage (decision 0023). */
@Injectable()
export class DataUsageRepository extends DeviceRecordsRepository<DataUsage> {
  constructor(@InjectRepository(DataUsage) records: Repository<DataUsage>) {
    super(records, { by: ['startAt', 'id'], time: 'startAt' });
  }
}
