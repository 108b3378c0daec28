import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { answerContext, AnswerFactory } from '../../answers/answer-factory.js';
import type { Answer } from '../../answers/answers.js';
import { requestedDays } from '../../http/parameters/day-parameters.js';
import type { InstantRange } from '../../time/days.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { DeviceRecordsService } from '../devices/device-records.service.js';
import type { LocationBulkQuery } from './location-bulk.query.js';
import {
  bulkLocationSerializer,
  deviceLocationSerializer,
  LocationsRepository,
} from './locations.repository.js';

/** Where devices have been. */
@Injectable()
export class LocationsService {
  constructor(
    private readonly locations: LocationsRepository,
    private readonly records: DeviceRecordsService,
    private readonly answers: AnswerFactory,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string): Answer {
    return this.records.answer(this.locations.ofDevice, deviceLocationSerializer, enterprise, deviceId);
  }

  /** The positions of a device in some days only. */
  listInDays(enterprise: CallerEnterprise, deviceId: string, days: LocationBulkQuery): Answer {
    return this.records.answerRange(
      this.locations.ofDeviceInRange,
      this.rangeOf(days, enterprise),
      deviceLocationSerializer,
      enterprise,
      deviceId,
    );
  }

  /** The newest position of a device; a clock that is ahead reports positions to come, which do not count. */
  listNewest(enterprise: CallerEnterprise, deviceId: string): Answer {
    return this.records.answerRange(
      this.locations.newestOfDevice,
      { from: 0, until: Date.now() },
      deviceLocationSerializer,
      enterprise,
      deviceId,
    );
  }

  listLastOfFleet(enterprise: CallerEnterprise): Answer {
    return this.records.answerLastPositions(this.locations.lastOfFleet, enterprise);
  }

  listAll(enterprise: CallerEnterprise, days: LocationBulkQuery): Answer {
    const query = this.locations.inRange({
      enterpriseKey: enterprise.key,
      ...this.rangeOf(days, enterprise),
    });
    return this.answers.array(query, bulkLocationSerializer, answerContext(enterprise), { long: true });
  }

  private rangeOf(days: LocationBulkQuery, { timeZone }: CallerEnterprise): InstantRange {
    return requestedDays(days, this.config.locationBulkMaxDays, ZonedTime.of(timeZone));
  }
}
