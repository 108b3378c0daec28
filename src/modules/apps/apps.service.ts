import { Injectable } from '@nestjs/common';
import { DeviceRecordsRepository, isOfDeletedDevice } from '../devices/records/device-records.js';
import { AnswerParts, DeviceRecordsService } from '../devices/records/device-records.service.js';
import { ApplicationDto } from './application.dto.js';

/** The apps installed on devices. */
@Injectable()
export class AppsService extends DeviceRecordsService<DeviceRecordsRepository> {
  constructor(parts: AnswerParts) {
    const repository = new DeviceRecordsRepository({ table: 'applications', order: ['device_key', 'id'] });
    const form = { ofOne: ApplicationDto, ofAll: ApplicationDto, isGone: isOfDeletedDevice };
    super(parts, repository, { kind: 'applications', ...form });
  }
}
