import { installedApps, installedAt } from './apps/installed-apps.js';
import { screenTimeOf, trafficOf } from './apps/usage.js';
import { deviceRecord } from './devices/device-records.js';
import { reportedDays, stateOf, uploadedAt, type DeviceState } from './devices/device-state.js';
import { berlinFleet } from './fleets/berlin-fleet.js';
import type { Fleet } from './fleets/fleet.js';
import { kathmanduFleet } from './fleets/kathmandu-fleet.js';
import { demoDays, LocalClock } from './seed/local-clock.js';
import { fixesOf, type Fix } from './tracks/fixes.js';

export { DEMO_DAYS } from './seed/local-clock.js';

export type DemoFile = 'enterprises' | 'devices' | 'datausage' | 'screentime' | 'applications' | 'locations';

export interface DemoLine {
  file: DemoFile;
  record: Record<string, unknown>;
}

/** The enterprise whose key is printed at the first start. */
export const DEMO_ENTERPRISE_ID: string = berlinFleet.id;

/** An enterprise with all that its devices have reported. */
interface Enterprise {
  readonly fleet: Fleet;
  readonly clock: LocalClock;
  readonly devices: readonly { readonly state: DeviceState; readonly fixes: readonly Fix[] }[];
}

/**
 * Every record of the demo data in the form of an import line (docs/contract.md, 2.3), in an order in which each refers
 * only to earlier ones. Always the same.
 */
export function* demoRecords(): Generator<DemoLine> {
  for (const { id, name, zone } of [berlinFleet, kathmanduFleet]) {
    yield { file: 'enterprises', record: { id, name, time_zone: zone } };
  }
  for (const enterprise of [berlinFleet, kathmanduFleet].map(enterpriseOf)) {
    yield* devices(enterprise);
    yield* numbered('applications', 'ID', applications(enterprise));
    yield* numbered('datausage', 'id', dataUsage(enterprise));
    yield* numbered('screentime', 'id', screenTime(enterprise));
    yield* numbered('locations', 'id', locations(enterprise));
  }
}

function enterpriseOf(fleet: Fleet): Enterprise {
  const clock = new LocalClock(fleet.zone);
  const reported = fleet.devices.map((device) => {
    const fixes = fixesOf(fleet, device, clock);
    return { state: stateOf(fleet, device, clock, fixes), fixes };
  });
  return { fleet, clock, devices: reported };
}

/** Ids count from one within an enterprise, as records come in. */
function* numbered(
  file: DemoFile,
  idName: string,
  records: Iterable<Record<string, unknown>>,
): Generator<DemoLine> {
  let id = 0;
  for (const record of records) yield { file, record: { [idName]: ++id, ...record } };
}

function* devices({ devices, clock }: Enterprise): Generator<DemoLine> {
  for (const { state } of devices) yield { file: 'devices', record: deviceRecord(state, clock) };
}

function* applications({ fleet, clock, devices }: Enterprise): Generator<Record<string, unknown>> {
  for (const { state } of devices.filter(({ state }) => state.hasReported)) {
    for (const app of installedApps(state)) {
      yield {
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

function* dataUsage(enterprise: Enterprise): Generator<Record<string, unknown>> {
  for (const { state, day, common } of deviceDays(enterprise)) {
    for (const { packageName, mobile, wifi } of trafficOf(state, day)) {
      yield { ...common, package_name: packageName, mobile, wifi };
    }
  }
}

function* screenTime(enterprise: Enterprise): Generator<Record<string, unknown>> {
  for (const { state, day, common } of deviceDays(enterprise)) {
    const policy = enterprise.fleet.policies[state.device.role];
    for (const { packageName, milliseconds } of screenTimeOf(state, day)) {
      yield {
        ...common,
        package_name: packageName,
        policy_name: policy.name,
        policy_id: policy.id,
        screentime: milliseconds,
      };
    }
  }
}

/** Each day of each device that has been uploaded, with what all records of such a day have in common. */
function* deviceDays({
  fleet,
  clock,
  devices,
}: Enterprise): Generator<{ state: DeviceState; day: string; common: Record<string, unknown> }> {
  const daysOf = new Map(devices.map(({ state }) => [state, new Set(reportedDays(state.device, clock))]));
  for (const day of demoDays) {
    const period = { start: clock.iso(clock.startOf(day)), end: clock.iso(clock.endOf(day)) };
    for (const { state } of devices.filter(({ state }) => daysOf.get(state)?.has(day))) {
      const created = clock.iso(uploadedAt(fleet, state.device, clock, day));
      const common = { created_at: created, device_id: state.device.id, enterprise_id: fleet.id, ...period };
      yield { state, day, common };
    }
  }
}

function* locations({ fleet, clock, devices }: Enterprise): Generator<Record<string, unknown>> {
  const reports = devices.flatMap(({ state, fixes }) => fixes.map((fix) => ({ state, fix })));
  reports.sort((a, b) => a.fix.at - b.fix.at);
  for (const { state, fix } of reports) {
    yield {
      created_at: clock.iso(fix.at),
      device_id: state.device.id,
      enterprise_id: fleet.id,
      imei: state.imei,
      accuracy: fix.accuracy,
      altitude: fix.altitude,
      lat: fix.lat,
      lng: fix.lng,
      provider: fix.provider,
      geofence_id: fix.geofenceId,
      inside_geofence: fix.geofenceId !== '',
      using_mock_location: false,
    };
  }
}
