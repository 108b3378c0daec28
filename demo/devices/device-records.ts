import { HOUR, type LocalClock } from '../seed/local-clock.js';
import type { TrackPoint } from '../tracks/track.js';
import { deviceInfo, networkInfo, unreportedDeviceInfo } from './device-info.js';
import { dpc, type DeviceState } from './device-state.js';

type DemoRecord = Record<string, unknown>;

export function deviceRecord(state: DeviceState, clock: LocalClock): DemoRecord {
  return state.hasReported ? reportedDevice(state, clock) : unreportedDevice(state, clock);
}

function reportedDevice(state: DeviceState, clock: LocalClock): DemoRecord {
  const { device, lastFix: lastPoint } = state;
  return {
    ...identity(state, clock),
    updated_at: clock.iso(state.device.status === 'ACTIVE' ? state.lastConnect : state.lastConnect + HOUR),
    last_connect: clock.iso(state.lastConnect),
    imei: state.imei,
    token: state.token,
    play_emm_token: state.playEmmToken,
    fcm_token: state.fcmToken,
    dpc_version: dpc.version,
    dpc_version_code: dpc.versionCode,
    imsi1: state.imsis[0] ?? '',
    operator1: device.carriers[0]?.name ?? '',
    last_battery_update: clock.iso(state.lastBatteryUpdate),
    remaining_battery: state.battery,
    battery_health: state.batteryHealth,
    last_storage_update: clock.iso(state.lastStorageUpdate),
    remaining_storage: gigabytes(state.freeStorage),
    storage_capacity: gigabytes(state.model.storage),
    last_location_update: lastPoint ? clock.iso(lastPoint.at) : null,
    last_location: lastPoint ? lastLocation(lastPoint) : null,
    device_info: { ...deviceInfo(state), networkInfo: networkInfo(state) },
  };
}

function unreportedDevice(state: DeviceState, clock: LocalClock): DemoRecord {
  return {
    ...identity(state, clock),
    updated_at: clock.iso(state.enrolledAt),
    imei: '',
    play_emm_token: state.playEmmToken,
    last_location_update: null,
    last_location: null,
    device_info: unreportedDeviceInfo(state),
  };
}

function identity(
  { fleet, device, model, managementMode, enrolledAt }: DeviceState,
  clock: LocalClock,
): DemoRecord {
  const policy = fleet.policies[device.role];
  return {
    id: device.id,
    enterprise_id: fleet.id,
    created_at: clock.iso(enrolledAt),
    policy_id: policy.id,
    policy_name: policy.name,
    management_mode: managementMode,
    status: device.status,
    model: model.model,
    brand: model.brand,
    android_version: model.androidVersion,
    manifest: {
      emm_id: fleet.emmId,
      enterprise_id: fleet.id,
      enterprise_color: fleet.color,
      enterprise_logo: `https://assets.${fleet.domain}/logo.png`,
      enterprise_contact: fleet.contact,
      enterprise_name: fleet.name,
      eula_url: '',
      policy_id: policy.id,
      server_url: 'https://emm.example.com',
      onboarding_url: `https://emm.example.com/onboarding/${fleet.id}`,
      management_mode: managementMode,
    },
  };
}

function lastLocation(point: TrackPoint): DemoRecord {
  return {
    lat: point.lat,
    lng: point.lng,
    accuracy: point.accuracy,
    altitude: point.altitude,
    provider: point.provider,
    caller: point.provider === 'fused' ? 'FusedLocationProvider' : 'LocationManager',
    inside_geofence: point.geofenceId !== '',
    geofence_id: point.geofenceId,
  };
}

function gigabytes(bytes: number): number {
  return Math.round(bytes / 1e8) / 10;
}
