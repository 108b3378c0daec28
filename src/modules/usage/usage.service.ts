import { Injectable } from '@nestjs/common';
import type { Answer } from '../../answers/answers.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { DeviceRecordsService } from '../devices/device-records.service.js';
import { UsageRepository, dataUsageSerializer } from './usage.repository.js';

/** What the apps of a device moved over the networks. */
@Injectable()
export class UsageService {
  constructor(
    private readonly repository: UsageRepository,
    private readonly records: DeviceRecordsService,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string): Answer {
    return this.records.answer(this.repository.ofDevice, dataUsageSerializer, enterprise, deviceId);
  }
}
