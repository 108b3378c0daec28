import { Injectable } from '@nestjs/common';
import type { Answer } from '../../streaming/streamed-response.js';
import { Shape } from '../../streaming/fields/field-selection.js';
import type { RowsQuery } from '../../http/parameters/rows.query.js';
import type { SyncQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { isOfDeletedDevice, DEVICE_ID_COLUMN } from '../records/device-ref.js';
import { DeviceRecordsService, recordForm } from '../records/record-streams.service.js';
import { ApplicationDto } from './application.dto.js';
import { AppsRepository } from './apps.repository.js';

const APPLICATIONS = recordForm(Shape.of(ApplicationDto), Shape.of(ApplicationDto, DEVICE_ID_COLUMN), {
  kind: 'applications',
  table: 'applications',
  order: ['device_key', 'id'],
  isGone: isOfDeletedDevice,
});

/** The apps installed on devices. */
@Injectable()
export class AppsService {
  constructor(
    private readonly repository: AppsRepository,
    private readonly records: DeviceRecordsService,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string, query: RowsQuery): Answer {
    return this.records.ofOne(this.repository, APPLICATIONS, enterprise, deviceId, query);
  }

  listAll(enterprise: CallerEnterprise, query: SyncQuery): Answer {
    return this.records.ofShown(this.repository, APPLICATIONS, enterprise, query);
  }
}
