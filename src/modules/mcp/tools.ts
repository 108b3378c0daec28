import { listApps } from './app-tools.js';
import { findDevices, getDevice } from './device-tools.js';
import { deviceTrack, latestLocations } from './location-tools.js';
import { summarizeDataUsage, summarizeScreenTime } from './summary-tools.js';
import type { ToolServices } from './tool-services.js';
import type { Tool } from './tool.js';

export const toolsOf = ({ devices, apps, locations, summaries }: ToolServices): readonly Tool[] => [
  findDevices(devices),
  getDevice(devices),
  summarizeDataUsage(summaries),
  summarizeScreenTime(summaries),
  listApps(apps),
  latestLocations(locations),
  deviceTrack(locations),
];
