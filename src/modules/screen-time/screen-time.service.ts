import { Injectable } from '@nestjs/common';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { FieldSelection } from '../../streaming/fields/field-selection.js';
import { TIME_SERIES_TABLES } from '../../database/record-tables.js';
import type { HistoryQuery } from '../../http/parameters/rows.query.js';
import type { SyncDaysQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { DEVICE_ID_COLUMN } from '../records/device-ref.js';
import { RecordStreams, recordForm } from '../records/record-streams.service.js';
import { ScreenTimeDto } from './screen-time.dto.js';
import { ScreenTimeRepository } from './screen-time.repository.js';

const SCREEN_TIME = recordForm(
  FieldSelection.of(ScreenTimeDto),
  FieldSelection.of(ScreenTimeDto, DEVICE_ID_COLUMN),
  {
    kind: 'screentime',
    ...TIME_SERIES_TABLES.screentime,
  },
);

/** How long the apps of devices were in the foreground. */
@Injectable()
export class ScreenTimeService {
  constructor(
    private readonly repository: ScreenTimeRepository,
    private readonly records: RecordStreams,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string, query: HistoryQuery): StreamedResponse {
    return this.records.ofOne(this.repository, SCREEN_TIME, enterprise, deviceId, query);
  }

  listAll(enterprise: CallerEnterprise, query: SyncDaysQuery): StreamedResponse {
    return this.records.ofAll(this.repository, SCREEN_TIME, enterprise, query);
  }
}
