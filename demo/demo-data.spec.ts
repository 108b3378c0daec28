import { createHash } from 'node:crypto';
import { DEMO_TIME } from '../test/kit/app/builders.js';
import { demoRecords, type DemoFile, type DemoRecord } from './demo-data.js';
import { berlinFleet } from './fleets/berlin-fleet.js';
import { metersBetween } from './maps/road-network.js';
import { HOUR } from './seed/local-clock.js';
import { SeededRandom } from './seed/seeded-random.js';
import { driveShift } from './tracks/trip.js';

interface DemoLine {
  readonly file: DemoFile;
  readonly record: DemoRecord;
}

const linesOf = (now: Date): DemoLine[] =>
  [...demoRecords(now)].flatMap(({ file, records }) => Array.from(records, (record) => ({ file, record })));

const lines = linesOf(DEMO_TIME);

const recordsOf = (file: DemoFile): DemoRecord[] =>
  lines.filter((line) => line.file === file).map(({ record }) => record);

const deviceKey = (record: DemoRecord): string =>
  `${String(record.enterprise_id)} ${String(record.device_id)}`;

/** Fields of the specification and additional members of import lines (docs/contract.md, 2.3). */
const fields: Readonly<Record<DemoFile, string>> = {
  enterprises: 'id name time_zone',
  devices: `android_version battery_health brand created_at device_info dpc_version dpc_version_code enterprise_id
    fcm_token id imei imsi1 last_battery_update last_connect last_location last_location_update last_storage_update
    management_mode manifest model operator1 play_emm_token policy_id policy_name remaining_battery remaining_storage
    status storage_capacity token updated_at`,
  datausage: 'created_at device_id end enterprise_id id mobile package_name start wifi',
  screentime: 'created_at device_id end enterprise_id id package_name policy_id policy_name screentime start',
  applications: `ID device_id displayName enterprise_id hasLauncher isSystem packageName updated_at versionCode
    versionName`,
  locations: `accuracy altitude created_at device_id enterprise_id geofence_id id imei inside_geofence lat lng provider
    using_mock_location`,
};

function tracksByDevice(): Map<string, DemoRecord[]> {
  const tracks = new Map<string, DemoRecord[]>();
  for (const location of recordsOf('locations')) {
    const track = tracks.get(deviceKey(location)) ?? [];
    track.push(location);
    tracks.set(deviceKey(location), track);
  }
  return tracks;
}

function kilometersPerHour(from: DemoRecord, to: DemoRecord): number {
  const meters = metersBetween([Number(from.lat), Number(from.lng)], [Number(to.lat), Number(to.lng)]);
  const seconds = (Date.parse(String(to.created_at)) - Date.parse(String(from.created_at))) / 1000;
  return seconds > 0 ? (meters / seconds) * 3.6 : Infinity;
}

function passesLuhn(imei: string): boolean {
  const digits = Array.from(imei, Number).map((digit, place) => digit * (place % 2 === 0 ? 1 : 2));
  return digits.reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0) % 10 === 0;
}

/** Compares a digest, because jest takes minutes to print the diff of 50,000 lines. */
function digestOf(all: Iterable<unknown>): string {
  const hash = createHash('sha256');
  for (const line of all) hash.update(JSON.stringify(line));
  return hash.digest('hex');
}

describe('demo data', () => {
  it('is the same every time', () => {
    expect(digestOf(linesOf(DEMO_TIME))).toBe(digestOf(lines));
  });

  it.each(Object.keys(fields) as DemoFile[])(
    'writes every field of an import line to %s, and no other',
    (file) => {
      // a device that has not reported yet has few fields
      const reported = recordsOf(file).filter(({ status }) => status !== 'PROVISIONING');
      const shapes = new Set(reported.map((record) => Object.keys(record).sort().join(' ')));
      expect([...shapes]).toEqual([fields[file].split(/\s+/).sort().join(' ')]);
    },
  );

  it('has a unique id for every record of an enterprise', () => {
    const ids = lines.map(
      ({ file, record }) => `${file} ${String(record.enterprise_id)} ${String(record.ID ?? record.id)}`,
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has a device tablet-1 in both enterprises', () => {
    const enterprises = recordsOf('devices')
      .filter(({ id }) => id === 'tablet-1')
      .map((device) => device.enterprise_id);
    expect(enterprises).toEqual(recordsOf('enterprises').map(({ id }) => id));
  });

  it('refers only to enterprises and devices that came before', () => {
    const known = new Set<string>();
    const dangling = lines.filter(({ file, record }) => {
      if (file === 'enterprises') known.add(String(record.id));
      if (file === 'devices') known.add(`${String(record.enterprise_id)} ${String(record.id)}`);
      const reference = file === 'devices' ? String(record.enterprise_id) : deviceKey(record);
      return file !== 'enterprises' && !known.has(reference);
    });
    expect(dangling).toEqual([]);
  });

  it('never moves a device faster than a van drives', () => {
    const speeds = [...tracksByDevice().values()].flatMap((track) =>
      track.slice(1).map((point, index) => kilometersPerHour(track[index] ?? point, point)),
    );
    expect(Math.max(...speeds)).toBeLessThan(130);
  });

  it('has the last location of the track in the device', () => {
    const tracks = tracksByDevice();
    const shown = recordsOf('devices').map(({ id, enterprise_id, last_location, last_location_update }) => ({
      id,
      at: last_location_update,
      place: last_location && {
        lat: (last_location as DemoRecord).lat,
        lng: (last_location as DemoRecord).lng,
      },
      last: tracks.get(`${String(enterprise_id)} ${String(id)}`)?.at(-1),
    }));
    const expected = shown.map(({ id, last }) => ({
      id,
      at: last?.created_at ?? null,
      place: last ? { lat: last.lat, lng: last.lng } : null,
      last,
    }));
    expect(shown).toEqual(expected);
  });

  it('has a valid check digit in the IMEI of every modem', () => {
    const imeis = recordsOf('devices').map(({ imei }) => String(imei));
    expect(imeis.filter((imei) => imei !== '' && !(imei.length === 15 && passesLuhn(imei)))).toEqual([]);
  });

  it('never shows more than twelve hours of screen time on a day', () => {
    const totals = new Map<string, number>();
    for (const row of recordsOf('screentime')) {
      const day = `${deviceKey(row)} ${String(row.start)}`;
      totals.set(day, (totals.get(day) ?? 0) + Number(row.screentime));
    }
    expect(Math.max(...totals.values())).toBeLessThan(12 * 3_600_000);
  });

  it('uses only apps that are installed', () => {
    const installed = new Set(
      recordsOf('applications').map((app) => `${deviceKey(app)} ${String(app.packageName)}`),
    );
    const used = [...recordsOf('datausage'), ...recordsOf('screentime')]
      .filter((row) => row.package_name !== 'OTHER')
      .map((row) => `${deviceKey(row)} ${String(row.package_name)}`);
    expect(used.filter((app) => !installed.has(app))).toEqual([]);
  });
});

const TIMES = {
  'after the clocks of one zone went forward': '2026-04-13T09:00:00Z',
  'in the hour in which Berlin and Kathmandu have different days': '2026-11-21T20:00:00Z',
  'in the first minute of a day in Berlin, after its clocks went back': '2026-10-25T23:00:30Z',
  'after a leap day and the clocks going forward': '2028-03-27T12:00:00Z',
} as const;

const dayIn = (zone: string, instant: number): string =>
  new Intl.DateTimeFormat('sv', { timeZone: zone }).format(instant);

describe.each(Object.entries(TIMES))('demo data made %s', (_what, time) => {
  const now = new Date(time);
  const made = linesOf(now);
  const zones = new Map(
    made.filter(({ file }) => file === 'enterprises').map(({ record }) => [record.id, record.time_zone]),
  );

  it('end yesterday, by the clocks of each enterprise, after thirty days', () => {
    expect(zones.size).toBe(2);
    for (const [id, zone] of zones) {
      const daysOf = (file: DemoFile, time: string): string[] => {
        const records = made.filter(({ file: of, record }) => of === file && record.enterprise_id === id);
        return [...new Set(records.map(({ record }) => String(record[time]).slice(0, 10)))].sort();
      };
      const yesterday = new Date(Date.parse(dayIn(String(zone), now.getTime())) - 86_400_000);
      for (const days of [
        daysOf('datausage', 'start'),
        daysOf('screentime', 'start'),
        daysOf('locations', 'created_at'),
      ])
        expect([days.length, days.at(-1)]).toEqual([30, yesterday.toISOString().slice(0, 10)]);
    }
  });

  it('have whole days in the offsets of their zones', () => {
    const usage = made
      .filter(({ file }) => file === 'datausage' || file === 'screentime')
      .map(({ record }) => record);
    const periods = new Set(
      usage.map(({ enterprise_id, start, end }) => [zones.get(enterprise_id), start, end].join(' ')),
    );
    expect(periods.size).toBe(60);
    for (const [zone = '', start = '', end = ''] of [...periods].map((period) => period.split(' '))) {
      const first = Date.parse(start);
      const last = Date.parse(end);
      const isInside = [first - 1, first, last, last + 1].map((at) => dayIn(zone, at) === start.slice(0, 10));
      expect(isInside).toEqual([false, true, true, false]);
    }
  });

  it('come from a fleet that does little on its days of rest', () => {
    const bytes = new Map<string, number>();
    for (const { file, record } of made) {
      if (file !== 'datausage' || record.enterprise_id !== berlinFleet.id) continue;
      const day = String(record.start).slice(0, 10);
      bytes.set(day, (bytes.get(day) ?? 0) + Number(record.mobile));
    }
    const bytesOf = (rests: boolean): number[] =>
      [...bytes].filter(([day]) => berlinFleet.isRestDay(day) === rests).map(([, sum]) => sum);
    expect(Math.max(...bytesOf(true)) * 2).toBeLessThan(Math.min(...bytesOf(false)));
  });
});

describe('demo data made again', () => {
  const key = ({ file, record }: DemoLine): string =>
    `${file} ${String(record.enterprise_id)} ${String(record.ID ?? record.id)}`;
  const later = linesOf(new Date(DEMO_TIME.getTime() + 3 * 86_400_000));

  it('later on the same day are the same', () => {
    const evening = new Date('2026-04-13T18:00:00Z'); // 23:45 in Kathmandu
    expect(digestOf(linesOf(evening))).toBe(digestOf(lines));
  });

  it('on a later day have the same devices and the same records of the days that both have', () => {
    const before = new Map(lines.map((line) => [key(line), JSON.stringify(line.record)]));
    const isOfDay = ({ file }: DemoLine): boolean => ['datausage', 'screentime', 'locations'].includes(file);
    const shared = later.filter((line) => isOfDay(line) && before.has(key(line)));
    expect(shared.length).toBeGreaterThan(lines.length * 0.8);
    expect(shared.filter((line) => before.get(key(line)) !== JSON.stringify(line.record))).toEqual([]);
    const devicesOf = (all: readonly DemoLine[]): string[] =>
      all.filter(({ file }) => file === 'devices').map(key);
    expect(devicesOf(later)).toEqual(devicesOf(lines));
  });

  it('on a later day have no two records of the same time', () => {
    const all = new Map([...lines, ...later].map((line) => [key(line), line]));
    const instants = [...all.values()]
      .filter(({ file }) => file === 'locations')
      .map(({ record }) => `${deviceKey(record)} ${String(record.created_at)}`);
    expect(new Set(instants).size).toBe(instants.length);
    const rows = [...all.values()]
      .filter(({ file }) => ['datausage', 'screentime'].includes(file))
      .map(
        ({ file, record }) =>
          `${file} ${deviceKey(record)} ${String(record.start)} ${String(record.package_name)}`,
      );
    expect(new Set(rows).size).toBe(rows.length);
  });
});

describe('A shift', () => {
  it('with a single stop serves it once and ends', () => {
    const { roads, depot, devices } = berlinFleet;
    const [stop = ''] = devices.flatMap(({ stops }) => stops);
    const shift = { depot, stops: [stop], begins: 0, ends: 8 * HOUR, stopMinutes: [5, 10] as const };
    const movements = driveShift(roads, shift, new SeededRandom('one stop'));
    const stays = movements.filter(({ from, to, begins, ends }) => from === to && ends - begins > HOUR / 12);
    expect(stays).toHaveLength(3);
    expect(movements.at(-1)?.ends).toBeLessThan(shift.ends);
  });
});
