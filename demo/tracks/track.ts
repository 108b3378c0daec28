import type { Fleet, FleetDevice } from '../fleets/fleet.js';
import { metersBetween, moved, type Place } from '../maps/road-network.js';
import { MINUTE, type LocalClock } from '../seed/local-clock.js';
import { SeededRandom } from '../seed/seeded-random.js';
import { driveShift, type Movement, type Shift } from './trip.js';

export interface TrackPoint extends LocationReport {
  readonly day: string;
  readonly index: number;
}

interface LocationReport {
  readonly at: number;
  readonly lat: number;
  readonly lng: number;
  readonly accuracy: number;
  readonly altitude: number;
  readonly provider: 'gps' | 'fused' | 'network';
  readonly geofenceId: string;
}

/** Earliest and latest times in minutes past midnight, and minutes per stop. */
const workingDays = {
  driver: { begins: [390, 490], ends: [955, 1050], stopMinutes: [4, 12], reloadsAt: 715 },
  technician: { begins: [510, 590], ends: [1020, 1105], stopMinutes: [15, 50], reloadsAt: undefined },
  supervisor: { begins: [520, 580], ends: [970, 1040], stopMinutes: [25, 55], reloadsAt: undefined },
} as const;

const precision = {
  gps: { blur: 3, best: 3, worst: 9 },
  fused: { blur: 4, best: 4, worst: 16 },
  network: { blur: 8, best: 13, worst: 25 },
} as const;

/** Returns reports in order of time, and none for private phones, which are not tracked. */
export function trackOf(fleet: Fleet, device: FleetDevice, clock: LocalClock): TrackPoint[] {
  if (device.status === 'PROVISIONING' || device.role === 'office') return [];
  const active = activePeriodOf(device, clock);
  return clock.days
    .flatMap((day) =>
      reportsOfDay(fleet, device, clock, day).map((report, index) => ({ ...report, day, index })),
    )
    .filter(({ at }) => at >= active.from && at < active.until);
}

export function activePeriodOf(device: FleetDevice, clock: LocalClock): { from: number; until: number } {
  return {
    from: device.enrolledAt ? clock.ago(device.enrolledAt) : -Infinity,
    until: device.silentSince ? clock.ago(device.silentSince) : Infinity,
  };
}

function reportsOfDay(fleet: Fleet, device: FleetDevice, clock: LocalClock, day: string): LocationReport[] {
  const random = new SeededRandom(fleet.id, device.id, 'fixes', day);
  const isWorkday = !fleet.isRestDay(day);
  const isDriven = device.stops.length > 0;
  if (isDriven && (isWorkday || random.chance(0.08))) {
    const shift = shiftOf(fleet, device, clock, day, random);
    const movements = driveShift(fleet.roads, isWorkday ? shift : shortened(shift), random);
    return [...positions(movements, random)].map((position) => toReport(fleet, position, random));
  }
  return depotReports(fleet, clock, day, isWorkday ? random.integer(12, 18) : random.integer(1, 3), random);
}

function shiftOf(
  fleet: Fleet,
  device: FleetDevice,
  clock: LocalClock,
  day: string,
  random: SeededRandom,
): Shift {
  const { begins, ends, stopMinutes, reloadsAt } =
    workingDays[device.role === 'technician' || device.role === 'supervisor' ? device.role : 'driver'];
  return {
    depot: fleet.depot,
    stops: device.stops,
    begins: clock.at(day, random.between(begins[0], begins[1])),
    ends: clock.at(day, random.between(ends[0], ends[1])),
    stopMinutes,
    ...(reloadsAt !== undefined && { reloadsAt: clock.at(day, reloadsAt) }),
  };
}

function shortened(shift: Shift): Shift {
  return { ...shift, begins: shift.begins + 60 * MINUTE, ends: shift.begins + 270 * MINUTE };
}

interface Position {
  readonly at: number;
  readonly place: Place;
  readonly isMoving: boolean;
}

/** Reports every 5 to 10 minutes while the vehicle moves, otherwise every 7 to 13 minutes. */
function* positions(movements: readonly Movement[], random: SeededRandom): Generator<Position> {
  let due = (movements[0]?.begins ?? 0) + random.between(0, 4) * MINUTE;
  for (const { begins, ends, from, to } of movements) {
    const isMoving = from !== to;
    for (; due < ends; due += (isMoving ? random.between(5, 10) : random.between(7, 13)) * MINUTE) {
      const part = (due - begins) / (ends - begins);
      yield {
        at: due,
        isMoving,
        place: [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part],
      };
    }
  }
}

function depotReports(
  fleet: Fleet,
  clock: LocalClock,
  day: string,
  count: number,
  random: SeededRandom,
): LocationReport[] {
  const hall = fleet.roads.place(fleet.depot);
  const minutesApart = 720 / count;
  return Array.from({ length: count }, (_, slot) => 400 + (slot + random.between(0.15, 0.85)) * minutesApart)
    .map((minutes) => clock.at(day, minutes))
    .map((at) => ({
      at,
      isMoving: false,
      place: moved(hall, random.between(-35, 35), random.between(-35, 35)),
    }))
    .map((position) => toReport(fleet, position, random, true));
}

function toReport(
  fleet: Fleet,
  { at, place, isMoving }: Position,
  random: SeededRandom,
  isIndoors = false,
): LocationReport {
  const provider = providerOf(isMoving, isIndoors, random);
  const { blur, best, worst } = precision[provider];
  const [lat, lng] = moved(place, random.between(-blur, blur), random.between(-blur, blur));
  const isInside = metersBetween([lat, lng], fleet.roads.place(fleet.depot)) <= fleet.geofence.meters;
  return {
    at: Math.round(at),
    lat: rounded(lat, 6),
    lng: rounded(lng, 6),
    accuracy: rounded(random.between(best, worst), 1),
    altitude: rounded(altitudeAt(fleet, lat, lng) + random.between(-1.5, 1.5), 1),
    provider,
    geofenceId: isInside ? fleet.geofence.id : '',
  };
}

function providerOf(isMoving: boolean, isIndoors: boolean, random: SeededRandom): LocationReport['provider'] {
  if (isIndoors) return random.chance(0.7) ? 'network' : 'fused';
  if (isMoving) return random.chance(0.6) ? 'gps' : 'fused';
  return random.chance(0.7) ? 'fused' : random.chance(0.5) ? 'gps' : 'network';
}

function altitudeAt({ altitude }: Fleet, lat: number, lng: number): number {
  return altitude.mean + altitude.range * (Math.sin(lat * 140) + Math.cos(lng * 90)) * 0.5;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
