import { Injectable } from '@nestjs/common';
import type {
  ChangesQuery,
  BulkDaysQuery,
  DevicesFilterQuery,
  HistoryQuery,
  RowsQuery,
} from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { FieldSelection, rowContext } from '../../streaming/fields/field-selection.js';
import { RowStream } from '../../streaming/row-stream.js';
import { StreamSource, type StreamedResponse } from '../../streaming/streamed-response.js';
import { CHANGE_DEVICE_ID_COLUMN, DEVICE_ID_COLUMN, deviceKeys } from '../records/device-queries.js';
import { byDevices, RecordStreams, type RecordType } from '../records/record-streams.service.js';
import { BulkLocationDto, DeviceLocationDto, LocationChangeDto } from './location.dto.js';
import { LATEST_FIELDS, LocationsRepository } from './locations.repository.js';

const LOCATIONS: RecordType = {
  kind: 'locations',
  deviceFields: FieldSelection.of(DeviceLocationDto),
  fields: FieldSelection.of(BulkLocationDto, DEVICE_ID_COLUMN),
  changeFields: FieldSelection.ofChanges(LocationChangeDto, CHANGE_DEVICE_ID_COLUMN),
};

@Injectable()
export class LocationsService {
  constructor(
    private readonly locations: LocationsRepository,
    private readonly records: RecordStreams,
    private readonly source: StreamSource,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string, query: HistoryQuery): RowStream {
    return this.records.forDevice(LOCATIONS, enterprise, deviceId, query, (device, fields, range) =>
      this.locations.listByDevice(device, fields, range),
    );
  }

  /** Applies the day limit of bulk requests to a portal page. */
  listInDays(
    enterprise: CallerEnterprise,
    deviceId: string,
    query: HistoryQuery & { readonly startdate: string; readonly enddate: string },
  ): RowStream {
    this.records.days(query, enterprise);
    return this.list(enterprise, deviceId, query);
  }

  /** Ignores future times, which devices with a fast clock report. */
  listNewest(enterprise: CallerEnterprise, deviceId: string, query: RowsQuery): StreamedResponse {
    const past = { from: 0, until: Date.now() };
    return this.records.forDevice(LOCATIONS, enterprise, deviceId, query, (device, fields) =>
      this.locations.listNewest(device, fields, past),
    );
  }

  listAll(enterprise: CallerEnterprise, query: BulkDaysQuery): StreamedResponse {
    const { key } = enterprise;
    return this.records.forAll(LOCATIONS, enterprise, query, (fields, range) =>
      query.device_id === undefined
        ? () => [this.locations.listAll(key, fields, range)]
        : byDevices(deviceKeys('all', key, query.device_id), (keys) =>
            this.locations.listByDevices(key, keys, fields, range),
          ),
    );
  }

  changesSince(enterprise: CallerEnterprise, query: ChangesQuery): StreamedResponse {
    return this.records.changesSince(LOCATIONS, enterprise, query);
  }

  /** Includes future times, because the records of the other routes do. */
  listLatest(enterprise: CallerEnterprise, query: DevicesFilterQuery): RowStream {
    const fields = LATEST_FIELDS.pick(query.fields, enterprise.hiddenData);
    return new RowStream(this.source, {
      queries: () => [this.locations.listLatest(enterprise.key, fields, query.device_id)],
      fields,
      context: rowContext(enterprise),
      name: LOCATIONS.kind,
    });
  }
}
