import { Injectable } from '@nestjs/common';
import { HISTORIES } from '../../database/changes/histories.js';
import { DeviceRecordsRepository } from '../devices/records/device-records.js';
import { AnswerParts, DeviceRecordsService } from '../devices/records/device-records.service.js';
import { ScreenTimeDto } from './screen-time.dto.js';

/** How long the apps of devices were in the foreground. */
@Injectable()
export class ScreenTimeService extends DeviceRecordsService<DeviceRecordsRepository> {
  constructor(parts: AnswerParts) {
    const repository = new DeviceRecordsRepository(HISTORIES.screentime);
    super(parts, repository, { kind: 'screentime', ofOne: ScreenTimeDto, ofAll: ScreenTimeDto });
  }
}
