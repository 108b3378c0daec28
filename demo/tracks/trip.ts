import { metresBetween, moved, type Leg, type Place, type RoadNetwork } from '../maps/road-network.js';
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
  readonly round: readonly string[];
  readonly begins: number;
  readonly ends: number;
  readonly stopMinutes: readonly [min: number, max: number];
  /** Time after which the vehicle returns to reload. Absent if it stays out all day. */
  readonly reloadsAt?: number;
}

export function driveShift(roads: RoadNetwork, shift: Shift, random: SeededRandom): Movement[] {
  const trip = new Trip(roads, shift, random);
  trip.stand(random.between(8, 25));
  let reloaded = shift.reloadsAt === undefined;
  for (const stop of repeatedRound(shift.round, random)) {
    if (stop === trip.place) continue;
    if (!reloaded && trip.clock > (shift.reloadsAt ?? Infinity)) {
      trip.driveTo(shift.depot);
      trip.stand(random.between(30, 50));
      reloaded = true;
    }
    const minutes = random.between(...shift.stopMinutes);
    if (trip.homeAfter(stop, minutes) > shift.ends) break;
    trip.driveTo(stop, minutes);
  }
  if (trip.place !== shift.depot) trip.driveTo(shift.depot);
  trip.stand(random.between(10, 25));
  return trip.movements;
}

/** Repeats a round of several stops without end. A vehicle that is at its only stop already cannot drive there again. */
function* repeatedRound(round: readonly string[], random: SeededRandom): Generator<string> {
  do {
    const order = random.chance(0.5) ? round : round.toReversed();
    const served = order.filter(() => random.chance(0.75));
    yield* served.length > 1 ? served : order; // a single stop would be repeated without end
  } while (round.length > 1);
}

class Trip {
  readonly movements: Movement[] = [];
  place: string;
  clock: number;
  private readonly depot: string;
  private spot: Place;

  constructor(
    private readonly roads: RoadNetwork,
    shift: Shift,
    private readonly random: SeededRandom,
  ) {
    this.depot = this.place = shift.depot;
    this.clock = shift.begins;
    this.spot = moved(roads.place(shift.depot), random.between(-30, 30), random.between(-30, 30));
  }

  stand(minutes: number): void {
    this.move(this.spot, minutes * MINUTE);
  }

  driveTo(place: string, stopMinutes = 0): void {
    const legs = this.roads.route(this.place, place);
    legs.forEach((leg, index) => {
      if (index === legs.length - 1 && stopMinutes > 0) {
        this.drive(leg, this.random.between(0.3, 0.9));
        this.stand(stopMinutes);
      }
      this.drive(leg, 1);
      // red lights, which motorways do not have
      if (leg.kmh < 50 && this.random.chance(0.25)) this.stand(this.random.between(0.2, 1.1));
    });
    this.place = place;
  }

  homeAfter(place: string, stopMinutes: number): number {
    const legs = [...this.roads.route(this.place, place), ...this.roads.route(place, this.depot)];
    const driving = legs.reduce((sum, leg) => sum + (leg.metres / 1000 / leg.kmh) * HOUR, 0);
    return this.clock + driving * 1.3 + stopMinutes * MINUTE;
  }

  private drive(leg: Leg, part: number): void {
    const kmh = leg.kmh * this.random.between(0.75, 1.1);
    const goal: Place = [
      leg.from[0] + (leg.to[0] - leg.from[0]) * part,
      leg.from[1] + (leg.to[1] - leg.from[1]) * part,
    ];
    this.move(goal, (metresBetween(this.spot, goal) / 1000 / kmh) * HOUR);
  }

  private move(to: Place, milliseconds: number): void {
    const ends = this.clock + milliseconds;
    this.movements.push({ begins: this.clock, ends, from: this.spot, to });
    this.clock = ends;
    this.spot = to;
  }
}
