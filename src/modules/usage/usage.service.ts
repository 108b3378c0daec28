import { Injectable } from '@nestjs/common';
import type { Answer } from '../../answers/answers.js';
import { Shape } from '../../answers/fields/shape.js';
import { HISTORIES } from '../../database/record-tables.js';
import type { HistoryQuery } from '../../http/parameters/rows.query.js';
import type { SyncDaysQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { OF_ANY_DEVICE } from '../devices/records/device-records.js';
import { DeviceRecordsService, recordForm } from '../devices/records/device-records.service.js';
import { DataUsageDto } from './data-usage.dto.js';
import { UsageRepository } from './usage.repository.js';

const DATA_USAGE = recordForm(Shape.of(DataUsageDto), Shape.of(DataUsageDto, OF_ANY_DEVICE), {
  kind: 'datausage',
  ...HISTORIES.datausage,
});

/** What the apps of devices moved over the networks. */
@Injectable()
export class UsageService {
  constructor(
    private readonly repository: UsageRepository,
    private readonly records: DeviceRecordsService,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string, query: HistoryQuery): Answer {
    return this.records.ofOne(this.repository, DATA_USAGE, enterprise, deviceId, query);
  }

  listAll(enterprise: CallerEnterprise, query: SyncDaysQuery): Answer {
    return this.records.ofAll(this.repository, DATA_USAGE, enterprise, query);
  }
}
