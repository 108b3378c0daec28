import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  aDataUsage,
  aDevice,
  aLocation,
  anEnterprise,
  type ExportRecord,
} from '../../test/kit/app/builders.js';
import { deviceId } from './fleet.js';
import { Track } from './tracks.js';

const FIRST = Date.UTC(2026, 5, 1);
const DEVICES = 500;
const DEVICES_WITH_USAGE = 50;
const USAGE_RECORDS = 160;
const GAP_MS = 500;

export class ExportFiles {
  readonly enterprise = 'fleet-1';
  readonly device = deviceId(1);
  readonly startdate = new Date(FIRST).toISOString().slice(0, 10);
  private readonly tracks = Array.from({ length: DEVICES }, (_, at) => new Track(1, at + 1));
  private locations = 0;

  constructor(private readonly folder: string) {
    mkdirSync(folder);
  }

  get written(): number {
    return this.locations;
  }

  get enddate(): string {
    return new Date(FIRST + this.locations * GAP_MS).toISOString().slice(0, 10);
  }

  fleet(): string {
    const enterprise_id = this.enterprise;
    const ids = this.tracks.map((_, at) => deviceId(at + 1));
    const usage = ids.slice(0, DEVICES_WITH_USAGE).flatMap((device_id) =>
      Array.from({ length: USAGE_RECORDS }, (_, at) => {
        const start = new Date(FIRST - at * 3_600_000).toISOString();
        return aDataUsage({ enterprise_id, device_id, start });
      }),
    );
    return this.write('fleet', {
      enterprises: [anEnterprise({ id: enterprise_id })],
      devices: ids.map((id) => aDevice({ enterprise_id, id })),
      datausage: usage,
    });
  }

  addLocations(count: number): string {
    const records = Array.from({ length: count }, () => {
      const at = this.locations++;
      const { accuracy, altitude, lat, lng, provider, geofence } = this.tracks[at % DEVICES]!.next();
      return aLocation({
        ...{ enterprise_id: this.enterprise, device_id: deviceId(1 + (at % DEVICES)), id: 5_000_000 + at },
        ...{ created_at: new Date(FIRST + at * GAP_MS).toISOString() },
        ...{ accuracy, altitude, lat, lng, provider, geofence_id: geofence },
      });
    });
    return this.write(`locations-${this.locations}`, { locations: records });
  }

  private write(name: string, files: Readonly<Record<string, readonly ExportRecord[]>>): string {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    for (const [file, records] of Object.entries(files)) {
      const lines = records.map((record) => `${JSON.stringify(record)}\n`);
      writeFileSync(join(folder, `${file}.ndjson`), lines.join(''));
    }
    return folder;
  }
}
