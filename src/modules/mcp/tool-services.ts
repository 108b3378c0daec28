import { Injectable } from '@nestjs/common';
import { AppsService } from '../apps/apps.service.js';
import { DevicesService } from '../devices/devices.service.js';
import { LocationsService } from '../locations/locations.service.js';
import { SummariesService } from '../summaries/summaries.service.js';

/** The services that the tools read from. */
@Injectable()
export class ToolServices {
  constructor(
    readonly devices: DevicesService,
    readonly apps: AppsService,
    readonly locations: LocationsService,
    readonly summaries: SummariesService,
  ) {}
}
