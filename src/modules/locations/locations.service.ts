import { Injectable } from '@nestjs/common';
import type { Answer } from '../../answers/answers.js';
import { HISTORIES } from '../../database/changes/histories.js';
import type { HistoryQuery, RowsQuery } from '../../http/parameters/rows.query.js';
import type { SyncDaysQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { AnswerParts, DeviceRecordsService } from '../devices/records/device-records.service.js';
import { BulkLocationDto, DeviceLocationDto } from './location.dto.js';
import { LocationsRepository } from './locations.repository.js';

/** Where devices have been. */
@Injectable()
export class LocationsService extends DeviceRecordsService<LocationsRepository> {
  constructor(parts: AnswerParts) {
    const repository = new LocationsRepository(HISTORIES.locations);
    super(parts, repository, { kind: 'locations', ofOne: DeviceLocationDto, ofAll: BulkLocationDto });
  }

  /** Those of a device for a page, which shows so many days as a request over all devices may. */
  listInDays(enterprise: CallerEnterprise, deviceId: string, query: HistoryQuery): Answer {
    this.days(query, enterprise);
    return this.list(enterprise, deviceId, query);
  }

  /** The newest position of a device; a clock that is ahead reports positions to come, which do not count. */
  listNewest(enterprise: CallerEnterprise, deviceId: string, query: RowsQuery): Answer {
    const past = { from: 0, until: Date.now() };
    return this.ofDevice(enterprise, deviceId, query, (device) =>
      this.repository.newestOfDevice(device, past),
    );
  }

  /** By time. */
  override listAll(enterprise: CallerEnterprise, query: SyncDaysQuery): Answer {
    return this.followed(enterprise, query, () => {
      const days = this.days(query, enterprise);
      return () => [this.repository.ofAll(enterprise.key, days)];
    });
  }
}
