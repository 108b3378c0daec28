import { metersBetween, moved, type Leg, type Place, type RoadNetwork } from '../maps/road-network.js';
import { HOUR, MINUTE } from '../seed/local-clock.js';
import type { SeededRandom } from '../seed/seeded-random.js';

export interface Movement {
  readonly begins: number;
  readonly ends: number;
  readonly from: Place;
  readonly to: Place;
}

export interface Shift {
  readonly depot: string;
  readonly stops: readonly string[];
  readonly begins: number;
  readonly ends: number;
  readonly stopMinutes: readonly [min: number, max: number];
  /** Time after which the vehicle returns to reload. Absent if it stays out all day. */
  readonly reloadsAt?: number;
}

export function driveShift(roads: RoadNetwork, shift: Shift, random: SeededRandom): Movement[] {
  const trip = new Trip(roads, shift, random);
  trip.wait(random.between(8, 25));
  let hasReloaded = shift.reloadsAt === undefined;
  for (const stop of repeatedStops(shift.stops, random)) {
    if (stop === trip.place) continue;
    if (!hasReloaded && trip.clock > (shift.reloadsAt ?? Infinity)) {
      trip.driveTo(shift.depot);
      trip.wait(random.between(30, 50));
      hasReloaded = true;
    }
    const minutes = random.between(...shift.stopMinutes);
    if (trip.returnTimeAfter(stop, minutes) > shift.ends) break;
    trip.driveTo(stop, minutes);
  }
  if (trip.place !== shift.depot) trip.driveTo(shift.depot);
  trip.wait(random.between(10, 25));
  return trip.movements;
}

/** Repeats a list of several stops indefinitely. A vehicle at its only stop cannot drive there again. */
function* repeatedStops(stops: readonly string[], random: SeededRandom): Generator<string> {
  do {
    const order = random.chance(0.5) ? stops : stops.toReversed();
    const served = order.filter(() => random.chance(0.75));
    yield* served.length > 1 ? served : order; // a single stop would be repeated indefinitely
  } while (stops.length > 1);
}

class Trip {
  readonly movements: Movement[] = [];
  place: string;
  clock: number;
  private readonly depot: string;
  private position: Place;

  constructor(
    private readonly roads: RoadNetwork,
    shift: Shift,
    private readonly random: SeededRandom,
  ) {
    this.depot = this.place = shift.depot;
    this.clock = shift.begins;
    this.position = moved(roads.place(shift.depot), random.between(-30, 30), random.between(-30, 30));
  }

  wait(minutes: number): void {
    this.move(this.position, minutes * MINUTE);
  }

  driveTo(place: string, stopMinutes = 0): void {
    const legs = this.roads.route(this.place, place);
    legs.forEach((leg, index) => {
      if (index === legs.length - 1 && stopMinutes > 0) {
        this.drive(leg, this.random.between(0.3, 0.9));
        this.wait(stopMinutes);
      }
      this.drive(leg, 1);
      // red lights, which motorways do not have
      if (leg.kmh < 50 && this.random.chance(0.25)) this.wait(this.random.between(0.2, 1.1));
    });
    this.place = place;
  }

  returnTimeAfter(place: string, stopMinutes: number): number {
    const legs = [...this.roads.route(this.place, place), ...this.roads.route(place, this.depot)];
    const driving = legs.reduce((sum, leg) => sum + (leg.meters / 1000 / leg.kmh) * HOUR, 0);
    return this.clock + driving * 1.3 + stopMinutes * MINUTE;
  }

  private drive(leg: Leg, part: number): void {
    const kmh = leg.kmh * this.random.between(0.75, 1.1);
    const goal: Place = [
      leg.from[0] + (leg.to[0] - leg.from[0]) * part,
      leg.from[1] + (leg.to[1] - leg.from[1]) * part,
    ];
    this.move(goal, (metersBetween(this.position, goal) / 1000 / kmh) * HOUR);
  }

  private move(to: Place, milliseconds: number): void {
    const ends = this.clock + milliseconds;
    this.movements.push({ begins: this.clock, ends, from: this.position, to });
    this.clock = ends;
    this.position = to;
  }
}
