import type { AppsService } from '../apps/apps.service.js';
import type { DevicesService } from '../devices/devices.service.js';
import type { LocationsService } from '../locations/locations.service.js';
import type { SummariesService } from '../summaries/summaries.service.js';
import { listApps } from './app-tools.js';
import { findDevices, getDevice } from './device-tools.js';
import { deviceTrack, latestLocations } from './location-tools.js';
import { summarizeDataUsage, summarizeScreenTime } from './summary-tools.js';
import type { Tool } from './tool.js';

export const toolsOf = (
  devices: DevicesService,
  apps: AppsService,
  locations: LocationsService,
  summaries: SummariesService,
): readonly Tool[] => [
  findDevices(devices),
  getDevice(devices),
  summarizeDataUsage(summaries),
  summarizeScreenTime(summaries),
  listApps(apps),
  latestLocations(locations),
  deviceTrack(locations),
];
