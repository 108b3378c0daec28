import { Injectable } from '@nestjs/common';
import type { ChangesQuery, BulkDaysQuery, HistoryQuery } from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { FieldSelection } from '../../streaming/fields/field-selection.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { CHANGE_DEVICE_ID_COLUMN, DEVICE_ID_COLUMN } from '../records/device-queries.js';
import { RecordStreams, type RecordType } from '../records/record-streams.service.js';
import { DataUsageChangeDto, DataUsageDto } from './data-usage.dto.js';
import { DataUsageRepository } from './data-usage.repository.js';

const DATA_USAGE: RecordType = {
  kind: 'datausage',
  deviceFields: FieldSelection.of(DataUsageDto),
  fields: FieldSelection.of(DataUsageDto, DEVICE_ID_COLUMN),
  changeFields: FieldSelection.ofChanges(DataUsageChangeDto, CHANGE_DEVICE_ID_COLUMN),
};

@Injectable()
export class DataUsageService {
  constructor(
    private readonly usage: DataUsageRepository,
    private readonly records: RecordStreams,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string, query: HistoryQuery): StreamedResponse {
    return this.records.forDevice(DATA_USAGE, enterprise, deviceId, query, (device, fields, range) =>
      this.usage.listByDevice(device, fields, range),
    );
  }

  listAll(enterprise: CallerEnterprise, query: BulkDaysQuery): StreamedResponse {
    return this.records.forAllDevices(DATA_USAGE, enterprise, query, (deviceKeys, fields, range) =>
      this.usage.listByDevices(enterprise.key, deviceKeys, fields, range),
    );
  }

  changesSince(enterprise: CallerEnterprise, query: ChangesQuery): StreamedResponse {
    return this.records.changesSince(DATA_USAGE, enterprise, query);
  }
}
