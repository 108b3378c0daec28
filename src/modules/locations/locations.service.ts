import { Injectable } from '@nestjs/common';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { FieldSelection } from '../../streaming/fields/field-selection.js';
import { TIME_SERIES_TABLES } from '../../database/record-tables.js';
import type { HistoryQuery, RowsQuery } from '../../http/parameters/rows.query.js';
import type { SyncDaysQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { DEVICE_ID_COLUMN, type DeviceRef } from '../records/device-ref.js';
import { RecordStreams, recordForm } from '../records/record-streams.service.js';
import { BulkLocationDto, DeviceLocationDto } from './location.dto.js';
import { LocationsRepository } from './locations.repository.js';

const LOCATIONS = recordForm(
  FieldSelection.of(DeviceLocationDto),
  FieldSelection.of(BulkLocationDto, DEVICE_ID_COLUMN),
  {
    kind: 'locations',
    ...TIME_SERIES_TABLES.locations,
  },
);

/** Locations of devices. */
@Injectable()
export class LocationsService {
  constructor(
    private readonly locations: LocationsRepository,
    private readonly records: RecordStreams,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string, query: HistoryQuery): StreamedResponse {
    return this.records.ofOne(this.locations, LOCATIONS, enterprise, deviceId, query);
  }

  /** The same for a page, which shows so many days as a request over all devices may. */
  listInDays(
    enterprise: CallerEnterprise,
    deviceId: string,
    query: HistoryQuery & { readonly startdate: string; readonly enddate: string },
  ): StreamedResponse {
    this.records.days(query, enterprise);
    return this.list(enterprise, deviceId, query);
  }

  /** The newest position of a device; a clock that is ahead reports positions to come, which do not count. */
  listNewest(enterprise: CallerEnterprise, deviceId: string, query: RowsQuery): StreamedResponse {
    const past = { from: 0, until: Date.now() };
    return this.records.ofOne(
      { ofDevice: (device: DeviceRef) => this.locations.newestOfDevice(device, past) },
      LOCATIONS,
      enterprise,
      deviceId,
      query,
    );
  }

  listAll(enterprise: CallerEnterprise, query: SyncDaysQuery): StreamedResponse {
    return this.records.followed(LOCATIONS, enterprise, query, () => {
      const days = this.records.days(query, enterprise);
      return () => [this.locations.ofAll(enterprise.key, days)];
    });
  }
}
