import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/access.js';
import type { HistoryQuery } from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { AuditService } from '../audit/audit.service.js';
import { DevicesService } from '../devices/devices.service.js';
import { LocationsService } from '../locations/locations.service.js';

const HOUR_MS = 3_600_000;

export type DaysQuery = HistoryQuery & { readonly startdate: string; readonly enddate: string };

/** Shows the locations of a device in the portal. */
@Injectable()
export class ViewedLocationsService {
  constructor(
    private readonly devices: DevicesService,
    private readonly locations: LocationsService,
    private readonly audit: AuditService,
  ) {}

  /** Records the view in the audit log, once an hour for each user and device, before it reads the track. */
  async list(
    caller: Caller,
    enterprise: CallerEnterprise,
    deviceId: string,
    query: DaysQuery,
  ): Promise<StreamedResponse> {
    const track = this.locations.listInDays(enterprise, deviceId, query);
    await this.devices.require(enterprise, deviceId);
    const viewed = { action: 'track.viewed', details: { device_id: deviceId } } as const;
    await this.audit.recordOnce(caller, viewed, Date.now() - HOUR_MS);
    return track;
  }
}
