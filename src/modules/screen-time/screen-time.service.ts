import { Injectable } from '@nestjs/common';
import type { Answer } from '../../answers/answers.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { DevicesService } from '../devices/devices.service.js';
import { ScreenTimeRepository, screenTimeSerializer } from './screen-time.repository.js';

/** How long the apps of a device were in the foreground. */
@Injectable()
export class ScreenTimeService {
  constructor(
    private readonly repository: ScreenTimeRepository,
    private readonly devices: DevicesService,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string): Answer {
    return this.devices.answerRecords(enterprise, deviceId, screenTimeSerializer, (device) =>
      this.repository.ofDevice(device),
    );
  }
}
