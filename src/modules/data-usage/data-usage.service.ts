import { Injectable } from '@nestjs/common';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { FieldSelection } from '../../streaming/fields/field-selection.js';
import { TIME_SERIES_TABLES } from '../../database/record-tables.js';
import type { HistoryQuery } from '../../http/parameters/rows.query.js';
import type { SyncDaysQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { DEVICE_ID_COLUMN } from '../records/device-ref.js';
import { RecordStreams, recordForm } from '../records/record-streams.service.js';
import { DataUsageDto } from './data-usage.dto.js';
import { DataUsageRepository } from './data-usage.repository.js';

const DATA_USAGE = recordForm(
  FieldSelection.of(DataUsageDto),
  FieldSelection.of(DataUsageDto, DEVICE_ID_COLUMN),
  {
    kind: 'datausage',
    ...TIME_SERIES_TABLES.datausage,
  },
);

/** What the apps of devices moved over the networks. */
@Injectable()
export class DataUsageService {
  constructor(
    private readonly repository: DataUsageRepository,
    private readonly records: RecordStreams,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string, query: HistoryQuery): StreamedResponse {
    return this.records.ofOne(this.repository, DATA_USAGE, enterprise, deviceId, query);
  }

  listAll(enterprise: CallerEnterprise, query: SyncDaysQuery): StreamedResponse {
    return this.records.ofAll(this.repository, DATA_USAGE, enterprise, query);
  }
}
