import { Injectable } from '@nestjs/common';
import type { Answer } from '../../answers/answers.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { DeviceRecordsService } from '../devices/device-records.service.js';
import { ScreenTimeRepository, screenTimeSerializer } from './screen-time.repository.js';

/** How long the apps of a device were in the foreground. */
@Injectable()
export class ScreenTimeService {
  constructor(
    private readonly repository: ScreenTimeRepository,
    private readonly records: DeviceRecordsService,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string): Answer {
    return this.records.answer(this.repository.ofDevice, screenTimeSerializer, enterprise, deviceId);
  }
}
