import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { DeviceRecordsRepository } from '../records/device-records.js';
import { Application } from './application.entity.js';

/** The queries over applications (decision 0023). */
@Injectable()
export class AppsRepository extends DeviceRecordsRepository<Application> {
  constructor(@InjectRepository(Application) records: Repository<Application>) {
    super(records, { by: ['id'] });
  }
}
