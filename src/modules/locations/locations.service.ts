import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { answerContext, AnswerFactory } from '../../answers/answer-factory.js';
import type { Answer } from '../../answers/answers.js';
import { requestedDays } from '../../http/parameters/day-parameters.js';
import type { InstantRange } from '../../time/days.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import type { Query } from '../../database/rows/row-reader.js';
import type { OneDevice } from '../devices/device-records.js';
import { DevicesService } from '../devices/devices.service.js';
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
    private readonly devices: DevicesService,
    private readonly answers: AnswerFactory,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string): Answer {
    return this.answer(enterprise, deviceId, (device) => this.locations.ofDevice(device));
  }

  /** The positions of a device in some days only. */
  listInDays(enterprise: CallerEnterprise, deviceId: string, days: LocationBulkQuery): Answer {
    const range = this.rangeOf(days, enterprise);
    return this.answer(enterprise, deviceId, (device) => this.locations.ofDeviceInRange(device, range));
  }

  /** The newest position of a device; a clock that is ahead reports positions to come, which do not count. */
  listNewest(enterprise: CallerEnterprise, deviceId: string): Answer {
    const past = { from: 0, until: Date.now() };
    return this.answer(enterprise, deviceId, (device) => this.locations.newestOfDevice(device, past));
  }

  listAll(enterprise: CallerEnterprise, days: LocationBulkQuery): Answer {
    const query = this.locations.inRange(enterprise.key, this.rangeOf(days, enterprise));
    return this.answers.array(query, bulkLocationSerializer, answerContext(enterprise), { long: true });
  }

  private answer(
    enterprise: CallerEnterprise,
    deviceId: string,
    queryOf: (device: OneDevice) => Query,
  ): Answer {
    return this.devices.answerRecords(enterprise, deviceId, deviceLocationSerializer, queryOf);
  }

  private rangeOf(days: LocationBulkQuery, { timeZone }: CallerEnterprise): InstantRange {
    return requestedDays(days, this.config.locationBulkMaxDays, ZonedTime.of(timeZone));
  }
}
