import { modelNamed } from '../fleets/device-models.js';
import { managementModes, type Fleet, type FleetDevice } from '../fleets/fleet.js';
import { daysAfter, HOUR, MINUTE, type LocalClock } from '../seed/local-clock.js';
import { SeededRandom } from '../seed/seeded-random.js';
import { activePeriodOf, type TrackPoint } from '../tracks/track.js';

const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const dpc = { version: '5.18.2', versionCode: 51802 };

/** Reference day of old enrollments, which does not move with the 30 days. */
const ENROLLMENT_REFERENCE_DAY = '2026-03-14';

export type DeviceState = ReturnType<typeof stateOf>;

export function stateOf(fleet: Fleet, device: FleetDevice, clock: LocalClock, track: readonly TrackPoint[]) {
  const random = new SeededRandom(fleet.id, device.id, 'state');
  const model = modelNamed(device.model);
  const lastPoint = track.at(-1);
  const lastConnect = lastConnectOf(fleet, device, clock, lastPoint);
  const isLost = device.status === 'LOST';
  return {
    fleet,
    device,
    model,
    managementMode: managementModes[device.role],
    hasReported: device.status !== 'PROVISIONING',
    enrolledAt: enrolledAtOf(fleet, device, clock),
    lastConnect,
    lastBatteryUpdate: lastConnect - random.integer(0, 90_000),
    lastStorageUpdate: lastConnect - random.integer(1 * MINUTE, 6 * HOUR),
    lastFix: lastPoint,
    imei: imeiOf(model.tac, random),
    imsis: device.carriers.map(({ imsiPrefix }) => `${imsiPrefix}99${random.text(8, '0123456789')}`),
    serialNumber: model.serialPrefix + random.text(8, '0123456789ABCDEFGHJKLMNPRTVWXYZ'),
    // 02 marks a locally administered address
    macAddress: ['02', ...Array.from({ length: 5 }, () => random.text(2, '0123456789abcdef'))].join(':'),
    token: `demo-device-${random.text(43, TOKEN_ALPHABET)}`,
    playEmmToken: `demo-emm-${random.text(64, TOKEN_ALPHABET)}`,
    fcmToken: `demo-fcm-${random.text(22, TOKEN_ALPHABET)}:${random.text(96, TOKEN_ALPHABET)}`,
    battery: isLost ? random.integer(11, 38) : random.integer(54, 100),
    batteryHealth: random.chance(0.06) ? 'OVERHEAT' : 'GOOD',
    isCharging: !isLost && random.chance(0.7),
    freeStorage: Math.round(model.storage * random.between(0.09, 0.62)),
    usedMemory: random.between(0.42, 0.81),
    isOnWifi: !isLost && (device.carriers.length === 0 || random.chance(0.75)),
    ip: `10.20.${random.integer(4, 7)}.${random.integer(11, 240)}`,
    wifiStrength: `-${random.integer(44, 71)} dBm`,
    mobileStrength: `-${random.integer(78, 109)} dBm`,
  };
}

export function uploadedAt(fleet: Fleet, device: FleetDevice, clock: LocalClock, day: string): number {
  return Math.round(
    clock.at(daysAfter(day, 1), new SeededRandom(fleet.id, device.id, 'upload', day).between(4, 55)),
  );
}

export function reportedDays(device: FleetDevice, clock: LocalClock): readonly string[] {
  if (device.status === 'PROVISIONING') return [];
  const { from, until } = activePeriodOf(device, clock);
  return clock.days.filter((day) => clock.startOf(day) >= from && clock.endOf(day) < until);
}

/** Returns the upload of the last whole day, or a time after the last location if that is later. */
function lastConnectOf(
  fleet: Fleet,
  device: FleetDevice,
  clock: LocalClock,
  lastPoint: TrackPoint | undefined,
): number {
  const lastDay = reportedDays(device, clock).at(-1) ?? clock.lastDay;
  return Math.max(uploadedAt(fleet, device, clock, lastDay), (lastPoint?.at ?? 0) + 2_000);
}

function enrolledAtOf(fleet: Fleet, device: FleetDevice, clock: LocalClock): number {
  if (device.enrolledAt) return activePeriodOf(device, clock).from;
  const random = new SeededRandom(fleet.id, device.id, 'enrolment');
  const daysBefore = random.integer(40, 620);
  return clock.at(daysAfter(ENROLLMENT_REFERENCE_DAY, -daysBefore), random.between(8 * 60, 17 * 60));
}

/** Returns 15 digits with a Luhn check digit, or an empty text without a modem. */
function imeiOf(tac: string, random: SeededRandom): string {
  if (tac === '') return '';
  const body = tac + random.text(6, '0123456789');
  const sum = Array.from(body, Number).reduce((total, digit, index) => {
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}
