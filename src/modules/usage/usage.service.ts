import { Injectable } from '@nestjs/common';
import type { Answer } from '../../answers/answers.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { DevicesService } from '../devices/devices.service.js';
import { UsageRepository, dataUsageSerializer } from './usage.repository.js';

/** What the apps of a device moved over the networks. */
@Injectable()
export class UsageService {
  constructor(
    private readonly repository: UsageRepository,
    private readonly devices: DevicesService,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string): Answer {
    return this.devices.answerRecords(enterprise, deviceId, dataUsageSerializer, (device) =>
      this.repository.ofDevice(device),
    );
  }
}
