import { installedApps, installedAt } from './apps/installed-apps.js';
import { screenTimeOf, dataUsageOf } from './apps/usage.js';
import { deviceRecord } from './devices/device-records.js';
import { reportedDays, stateOf, uploadedAt, type DeviceState } from './devices/device-state.js';
import { berlinFleet } from './fleets/berlin-fleet.js';
import type { Fleet } from './fleets/fleet.js';
import { kathmanduFleet } from './fleets/kathmandu-fleet.js';
import { LocalClock } from './seed/local-clock.js';
import { trackOf, type TrackPoint } from './tracks/track.js';

export type DemoFile = 'enterprises' | 'devices' | 'datausage' | 'screentime' | 'applications' | 'locations';

export type DemoRecord = Record<string, unknown>;

export interface DemoRecords {
  readonly file: DemoFile;
  readonly records: Iterable<DemoRecord>;
}

const FIRST_DAY = Date.parse('2026-01-01');
const DAY_MS = 86_400_000;

/** Leaves room for 100 devices per day with 1,000 records each. IDs fit into 32 bits for 50 years. */
const IDS_PER_DAY = 100_000;
const IDS_PER_DEVICE = 1_000;

interface Enterprise {
  readonly fleet: Fleet;
  readonly clock: LocalClock;
  readonly devices: readonly { readonly state: DeviceState; readonly track: readonly TrackPoint[] }[];
}

/**
 * Yields import lines (docs/contract.md, 2.3) of the 30 days that ended yesterday. Each line refers to earlier ones only. Devices
 * upload the last day within the first hour of today, which may be in the future. A run on the same day yields identical lines. A
 * later run repeats the shared days under the same IDs, so a second import adds only the new days. Enrollments and silences count
 * back from the last day and move with it.
 */
export function* demoRecords(now: Date): Generator<DemoRecords> {
  const fleets = [berlinFleet, kathmanduFleet];
  yield { file: 'enterprises', records: fleets.map(({ id, name, zone }) => ({ id, name, time_zone: zone })) };
  for (const enterprise of fleets.map((fleet) => enterpriseOf(fleet, now))) {
    const { devices, clock } = enterprise;
    yield { file: 'devices', records: devices.map(({ state }) => deviceRecord(state, clock)) };
    yield { file: 'applications', records: applications(enterprise) };
    yield { file: 'datausage', records: dataUsage(enterprise) };
    yield { file: 'screentime', records: screenTime(enterprise) };
    yield { file: 'locations', records: locations(enterprise) };
  }
}

function enterpriseOf(fleet: Fleet, now: Date): Enterprise {
  const clock = new LocalClock(fleet.zone, now);
  const reported = fleet.devices.map((device) => {
    const track = trackOf(fleet, device, clock);
    return { state: stateOf(fleet, device, clock, track), track };
  });
  return { fleet, clock, devices: reported };
}

function* applications({ fleet, clock, devices }: Enterprise): Generator<DemoRecord> {
  let id = 0;
  for (const { state } of devices.filter(({ state }) => state.hasReported)) {
    for (const app of installedApps(state)) {
      yield {
        ID: ++id,
        device_id: state.device.id,
        enterprise_id: fleet.id,
        updated_at: clock.iso(installedAt(state, app, clock)),
        displayName: app.displayName,
        hasLauncher: app.hasLauncher,
        isSystem: app.isSystem,
        packageName: app.packageName,
        versionCode: app.versionCode,
        versionName: app.versionName,
      };
    }
  }
}

function* dataUsage(enterprise: Enterprise): Generator<DemoRecord> {
  for (const { state, day, idAt, common } of deviceDays(enterprise)) {
    for (const [index, { packageName, mobile, wifi }] of dataUsageOf(state, day).entries()) {
      yield { id: idAt(index), ...common, package_name: packageName, mobile, wifi };
    }
  }
}

function* screenTime(enterprise: Enterprise): Generator<DemoRecord> {
  for (const { state, day, idAt, common } of deviceDays(enterprise)) {
    const policy = enterprise.fleet.policies[state.device.role];
    for (const [index, { packageName, milliseconds }] of screenTimeOf(state, day).entries()) {
      yield {
        id: idAt(index),
        ...common,
        package_name: packageName,
        policy_name: policy.name,
        policy_id: policy.id,
        screentime: milliseconds,
      };
    }
  }
}

interface DeviceDay {
  readonly state: DeviceState;
  readonly day: string;
  readonly idAt: (recordIndex: number) => number;
  readonly common: DemoRecord;
}

function* deviceDays({ fleet, clock, devices }: Enterprise): Generator<DeviceDay> {
  const daysOf = new Map(devices.map(({ state }) => [state, new Set(reportedDays(state.device, clock))]));
  for (const day of clock.days) {
    const period = { start: clock.iso(clock.startOf(day)), end: clock.iso(clock.endOf(day)) };
    for (const [deviceIndex, { state }] of devices.entries()) {
      if (!daysOf.get(state)?.has(day)) continue;
      const created = clock.iso(uploadedAt(fleet, state.device, clock, day));
      const common = { created_at: created, device_id: state.device.id, enterprise_id: fleet.id, ...period };
      yield { state, day, idAt: (index) => recordId(day, deviceIndex, index), common };
    }
  }
}

function* locations({ fleet, clock, devices }: Enterprise): Generator<DemoRecord> {
  const reports = devices.flatMap(({ state, track }, deviceIndex) =>
    track.map((point) => ({ state, place: deviceIndex, point })),
  );
  reports.sort((a, b) => a.point.at - b.point.at);
  for (const { state, place: deviceIndex, point } of reports) {
    yield {
      id: recordId(point.day, deviceIndex, point.index),
      created_at: clock.iso(point.at),
      device_id: state.device.id,
      enterprise_id: fleet.id,
      imei: state.imei,
      accuracy: point.accuracy,
      altitude: point.altitude,
      lat: point.lat,
      lng: point.lng,
      provider: point.provider,
      geofence_id: point.geofenceId,
      inside_geofence: point.geofenceId !== '',
      using_mock_location: false,
    };
  }
}

/** Derives the ID from the day, the index of the device and the index of the record, so it is stable across runs. */
function recordId(day: string, deviceIndex: number, recordIndex: number): number {
  const days = (Date.parse(day) - FIRST_DAY) / DAY_MS;
  return days * IDS_PER_DAY + deviceIndex * IDS_PER_DEVICE + recordIndex + 1;
}
