import { Injectable } from '@nestjs/common';
import { Serializer } from '../../answers/serializer.js';
import { DeviceRecordsService } from '../devices/device-records.service.js';
import { Application } from './application.entity.js';
import { ApplicationDto } from './application.dto.js';

export const applicationSerializer = new Serializer(ApplicationDto);

/** The queries over applications. */
@Injectable()
export class AppsRepository {
  readonly ofDevice;

  constructor(records: DeviceRecordsService) {
    this.ofDevice = records.query(Application, applicationSerializer, ['id']);
  }
}
