import { z } from 'zod';
import type { JsonObject } from '../../streaming/row-stream.js';
import type { AppsService } from '../apps/apps.service.js';
import { deviceId, limit, query } from './tool-arguments.js';
import { compareBytes, fitted, inOrder, matcher, tool, type ToolCall } from './tool.js';

const OF_DEVICE = ['packageName', 'displayName', 'versionName', 'isSystem'];
const OF_FLEET = ['device_id', 'packageName', 'displayName', 'versionName'];

export const listApps = (apps: AppsService) =>
  tool({
    name: 'list_apps',
    description:
      'List installed apps. Of one device: {apps: [{packageName, displayName, versionName, isSystem}], total}. Of all devices, the app on most devices first: {apps: [{packageName, displayName, devices, versions: [{versionName, devices}]}], total}.',
    schema: z.strictObject({
      device_id: deviceId().optional(),
      query: query('packageName or displayName'),
      limit: limit(1, 1_000, 50),
    }),
    run: async ({ device_id: id, query: part, limit: most }, call) => {
      const matches = matcher(part);
      const found =
        id === undefined ? await ofFleet(apps, call, matches) : await ofDevice(apps, call, id, matches);
      return fitted(found.slice(0, most), (shown) => ({ apps: shown, total: found.length }));
    },
  });

type Matches = ReturnType<typeof matcher>;

function ofDevice(
  apps: AppsService,
  { enterprise, read }: ToolCall,
  id: string,
  matches: Matches,
): Promise<JsonObject[]> {
  const rows = apps.list(enterprise, id, { fields: OF_DEVICE });
  return read(async (connection, pace) => {
    const found: JsonObject[] = [];
    await rows.forEach(connection, pace, (app) => {
      if (matches(app.packageName, app.displayName)) found.push(inOrder(app, OF_DEVICE));
    });
    return found;
  });
}

/** An app has the display name that most devices show. */
async function ofFleet(
  apps: AppsService,
  { enterprise, read }: ToolCall,
  matches: Matches,
): Promise<JsonObject[]> {
  const rows = apps.rowsOfAll(enterprise, { fields: OF_FLEET });
  const { packages, parts } = await read(async (connection, pace) => {
    const counts = { packages: new DeviceCounts(), parts: new Map<string, PackageCounts>() };
    await rows.forEach(connection, pace, (row) => {
      const [device = '', name = '', displayName = '', versionName = ''] = OF_FLEET.map((each) =>
        String(row[each]),
      );
      counts.packages.add(name, device);
      let own = counts.parts.get(name);
      if (!own) counts.parts.set(name, (own = { names: new DeviceCounts(), versions: new DeviceCounts() }));
      own.names.add(displayName, device);
      own.versions.add(versionName, device);
    });
    return counts;
  });
  return packages.ranked().flatMap(([packageName, devices]) => {
    const own = parts.get(packageName);
    const names = own?.names.ranked().map(([name]) => name) ?? [];
    const versions = own?.versions.ranked().slice(0, 10) ?? [];
    if (!matches(packageName, ...names)) return [];
    const used = versions.map(([versionName, count]) => ({ versionName, devices: count }));
    return [{ packageName, displayName: names[0], devices, versions: used }];
  });
}

interface PackageCounts {
  readonly names: DeviceCounts;
  readonly versions: DeviceCounts;
}

/** Counts the devices of each value. A device may have several rows, which follow each other. */
class DeviceCounts {
  private readonly counts = new Map<string, { devices: number; last: string }>();

  add(value: string, device: string): void {
    const count = this.counts.get(value);
    if (!count) this.counts.set(value, { devices: 1, last: device });
    else if (count.last !== device) Object.assign(count, { devices: count.devices + 1, last: device });
  }

  /** Most devices first, ties by the bytes of the value. */
  ranked(): [value: string, devices: number][] {
    const pairs = Array.from(this.counts, ([value, { devices }]): [string, number] => [value, devices]);
    return pairs.sort(([one, most], [other, more]) => more - most || compareBytes(one, other));
  }
}
