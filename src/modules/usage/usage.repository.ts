import { Injectable } from '@nestjs/common';
import { Serializer } from '../../answers/serializer.js';
import { DeviceRecordsService } from '../devices/device-records.service.js';
import { DataUsage } from './data-usage.entity.js';
import { DataUsageDto } from './data-usage.dto.js';

export const dataUsageSerializer = new Serializer(DataUsageDto);

/** The queries over data usage. */
@Injectable()
export class UsageRepository {
  readonly ofDevice;

  constructor(records: DeviceRecordsService) {
    this.ofDevice = records.query(DataUsage, dataUsageSerializer, ['startAt', 'id']);
  }
}
