import { Injectable } from '@nestjs/common';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { FieldSelection } from '../../streaming/fields/field-selection.js';
import type { RowsQuery } from '../../http/parameters/rows.query.js';
import type { SyncQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { isOfDeletedDevice, DEVICE_ID_COLUMN } from '../records/device-ref.js';
import { RecordStreams, recordForm } from '../records/record-streams.service.js';
import { ApplicationDto } from './application.dto.js';
import { AppsRepository } from './apps.repository.js';

const APPLICATIONS = recordForm(
  FieldSelection.of(ApplicationDto),
  FieldSelection.of(ApplicationDto, DEVICE_ID_COLUMN),
  {
    kind: 'applications',
    table: 'applications',
    order: ['device_key', 'id'],
    isGone: isOfDeletedDevice,
  },
);

/** The apps installed on devices. */
@Injectable()
export class AppsService {
  constructor(
    private readonly repository: AppsRepository,
    private readonly records: RecordStreams,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string, query: RowsQuery): StreamedResponse {
    return this.records.ofOne(this.repository, APPLICATIONS, enterprise, deviceId, query);
  }

  listAll(enterprise: CallerEnterprise, query: SyncQuery): StreamedResponse {
    return this.records.ofShown(this.repository, APPLICATIONS, enterprise, query);
  }
}
