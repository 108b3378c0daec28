import { Injectable } from '@nestjs/common';
import type { Answer } from '../../answers/answers.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { DeviceRecordsService } from '../devices/device-records.service.js';
import { AppsRepository, applicationSerializer } from './apps.repository.js';

/** The apps installed on a device. */
@Injectable()
export class AppsService {
  constructor(
    private readonly repository: AppsRepository,
    private readonly records: DeviceRecordsService,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string): Answer {
    return this.records.answer(this.repository.ofDevice, applicationSerializer, enterprise, deviceId);
  }
}
