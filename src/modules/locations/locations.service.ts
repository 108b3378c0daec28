import { Injectable } from '@nestjs/common';
import type { Answer } from '../../streaming/streamed-response.js';
import { Shape } from '../../streaming/fields/field-selection.js';
import { TIME_SERIES_TABLES } from '../../database/record-tables.js';
import type { HistoryQuery, RowsQuery } from '../../http/parameters/rows.query.js';
import type { SyncDaysQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { DEVICE_ID_COLUMN, type DeviceRef } from '../records/device-ref.js';
import { DeviceRecordsService, recordForm } from '../records/record-streams.service.js';
import { BulkLocationDto, DeviceLocationDto } from './location.dto.js';
import { LocationsRepository } from './locations.repository.js';

const LOCATIONS = recordForm(Shape.of(DeviceLocationDto), Shape.of(BulkLocationDto, DEVICE_ID_COLUMN), {
  kind: 'locations',
  ...TIME_SERIES_TABLES.locations,
});

/** Locations of devices. */
@Injectable()
export class LocationsService {
  constructor(
    private readonly locations: LocationsRepository,
    private readonly records: DeviceRecordsService,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string, query: HistoryQuery): Answer {
    return this.records.ofOne(this.locations, LOCATIONS, enterprise, deviceId, query);
  }

  /** The same for a page, which shows so many days as a request over all devices may. */
  listInDays(
    enterprise: CallerEnterprise,
    deviceId: string,
    query: HistoryQuery & { readonly startdate: string; readonly enddate: string },
  ): Answer {
    this.records.days(query, enterprise);
    return this.list(enterprise, deviceId, query);
  }

  /** The newest position of a device; a clock that is ahead reports positions to come, which do not count. */
  listNewest(enterprise: CallerEnterprise, deviceId: string, query: RowsQuery): Answer {
    const past = { from: 0, until: Date.now() };
    return this.records.ofOne(
      { ofDevice: (device: DeviceRef) => this.locations.newestOfDevice(device, past) },
      LOCATIONS,
      enterprise,
      deviceId,
      query,
    );
  }

  listAll(enterprise: CallerEnterprise, query: SyncDaysQuery): Answer {
    return this.records.followed(LOCATIONS, enterprise, query, () => {
      const days = this.records.days(query, enterprise);
      return () => [this.locations.ofAll(enterprise.key, days)];
    });
  }
}
