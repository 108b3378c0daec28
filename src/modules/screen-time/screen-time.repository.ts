import { Injectable } from '@nestjs/common';
import { Serializer } from '../../answers/serializer.js';
import { DeviceRecordsService } from '../devices/device-records.service.js';
import { ScreenTime } from './screen-time.entity.js';
import { ScreenTimeDto } from './screen-time.dto.js';

export const screenTimeSerializer = new Serializer(ScreenTimeDto);

/** The queries over screen time. */
@Injectable()
export class ScreenTimeRepository {
  readonly ofDevice;

  constructor(records: DeviceRecordsService) {
    this.ofDevice = records.query(ScreenTime, screenTimeSerializer, ['startAt', 'id']);
  }
}
