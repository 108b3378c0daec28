import { Injectable } from '@nestjs/common';
import type { ChangesQuery, BulkDaysQuery, HistoryQuery } from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { FieldSelection } from '../../streaming/fields/field-selection.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { CHANGE_DEVICE_ID_COLUMN, DEVICE_ID_COLUMN } from '../records/device-queries.js';
import { RecordStreams, type RecordType } from '../records/record-streams.service.js';
import { ScreenTimeChangeDto, ScreenTimeDto } from './screen-time.dto.js';
import { ScreenTimeRepository } from './screen-time.repository.js';

const SCREEN_TIME: RecordType = {
  kind: 'screentime',
  deviceFields: FieldSelection.of(ScreenTimeDto),
  fields: FieldSelection.of(ScreenTimeDto, DEVICE_ID_COLUMN),
  changeFields: FieldSelection.ofChanges(ScreenTimeChangeDto, CHANGE_DEVICE_ID_COLUMN),
};

@Injectable()
export class ScreenTimeService {
  constructor(
    private readonly screenTime: ScreenTimeRepository,
    private readonly records: RecordStreams,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string, query: HistoryQuery): StreamedResponse {
    return this.records.forDevice(SCREEN_TIME, enterprise, deviceId, query, (device, fields, range) =>
      this.screenTime.listByDevice(device, fields, range),
    );
  }

  listAll(enterprise: CallerEnterprise, query: BulkDaysQuery): StreamedResponse {
    return this.records.forAllDevices(SCREEN_TIME, enterprise, query, (deviceKeys, fields, range) =>
      this.screenTime.listByDevices(enterprise.key, deviceKeys, fields, range),
    );
  }

  changesSince(enterprise: CallerEnterprise, query: ChangesQuery): StreamedResponse {
    return this.records.changesSince(SCREEN_TIME, enterprise, query);
  }
}
