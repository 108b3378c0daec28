import { Injectable } from '@nestjs/common';
import { HISTORIES } from '../../database/changes/histories.js';
import { DeviceRecordsRepository } from '../devices/records/device-records.js';
import { AnswerParts, DeviceRecordsService } from '../devices/records/device-records.service.js';
import { DataUsageDto } from './data-usage.dto.js';

/** What the apps of devices moved over the networks. */
@Injectable()
export class UsageService extends DeviceRecordsService<DeviceRecordsRepository> {
  constructor(parts: AnswerParts) {
    const repository = new DeviceRecordsRepository(HISTORIES.datausage);
    super(parts, repository, { kind: 'datausage', ofOne: DataUsageDto, ofAll: DataUsageDto });
  }
}
