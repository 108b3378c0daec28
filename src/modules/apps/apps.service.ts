import { Injectable } from '@nestjs/common';
import type { Answer } from '../../answers/answers.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { DevicesService } from '../devices/devices.service.js';
import { AppsRepository, applicationSerializer } from './apps.repository.js';

/** The apps installed on a device. */
@Injectable()
export class AppsService {
  constructor(
    private readonly repository: AppsRepository,
    private readonly devices: DevicesService,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string): Answer {
    return this.devices.answerRecords(enterprise, deviceId, applicationSerializer, (device) =>
      this.repository.ofDevice(device),
    );
  }
}
