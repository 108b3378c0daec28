import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { DeviceRecordsRepository } from '../records/device-records.js';
import { ScreenTime } from './screen-time.entity.js';

/** The queries over screen time (decision 0023). */
@Injectable()
export class ScreenTimeRepository extends DeviceRecordsRepository<ScreenTime> {
  constructor(@InjectRepository(ScreenTime) records: Repository<ScreenTime>) {
    super(records, { by: ['startAt', 'id'], time: 'startAt' });
  }
}
