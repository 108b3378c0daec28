export type Place = readonly [lat: number, lng: number];

/** `via` lists places as `A > B > C`. */
export interface Road {
  readonly kmh: number;
  readonly via: string;
}

export interface Leg {
  readonly from: Place;
  readonly to: Place;
  readonly metres: number;
  readonly kmh: number;
}

/** Reads `Name latitude longitude, ...`. A line without coordinates is a heading. */
export function placesOf(text: string): ReadonlyMap<string, Place> {
  const entries = text.matchAll(/([^,\n]+) (\d+\.\d+) (\d+\.\d+)/g);
  return new Map([...entries].map(([, name = '', lat, lng]) => [name.trim(), [Number(lat), Number(lng)]]));
}

const METRES_PER_DEGREE = 111_320;

export function metresBetween(a: Place, b: Place): number {
  const eastward = (b[1] - a[1]) * Math.cos((a[0] * Math.PI) / 180);
  return Math.hypot(b[0] - a[0], eastward) * METRES_PER_DEGREE;
}

/** `north` and `east` are in meters. */
export function moved(place: Place, north: number, east: number): Place {
  const lat = place[0] + north / METRES_PER_DEGREE;
  return [lat, place[1] + east / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180)];
}

export class RoadNetwork {
  private readonly exits = new Map<string, Map<string, Leg>>();
  private readonly waysFrom = new Map<string, Map<string, string>>();

  constructor(
    private readonly places: ReadonlyMap<string, Place>,
    roads: readonly Road[],
  ) {
    for (const { kmh, via } of roads) {
      const names = via.split(' > ');
      names.slice(1).forEach((name, index) => this.join(names[index] ?? name, name, kmh));
    }
  }

  place(name: string): Place {
    const place = this.places.get(name);
    if (!place) throw new Error(`no such place on the map: ${name}`);
    return place;
  }

  route(from: string, to: string): Leg[] {
    const before = this.quickestWaysFrom(from);
    const legs: Leg[] = [];
    for (let name = to; name !== from;) {
      const previous = before.get(name);
      const leg = previous === undefined ? undefined : this.exits.get(previous)?.get(name);
      if (previous === undefined || !leg) throw new Error(`no way from ${from} to ${to}`);
      legs.unshift(leg);
      name = previous;
    }
    return legs;
  }

  private join(a: string, b: string, kmh: number): void {
    const [from, to] = [this.place(a), this.place(b)];
    const metres = metresBetween(from, to);
    this.exitsOf(a).set(b, { from, to, metres, kmh });
    this.exitsOf(b).set(a, { from: to, to: from, metres, kmh });
  }

  private exitsOf(name: string): Map<string, Leg> {
    const exits = this.exits.get(name) ?? new Map<string, Leg>();
    this.exits.set(name, exits);
    return exits;
  }

  /** Runs Dijkstra's algorithm without a heap, because there are only a few hundred places. */
  private quickestWaysFrom(start: string): Map<string, string> {
    const known = this.waysFrom.get(start);
    if (known) return known;
    const before = new Map<string, string>();
    const open = new Map([[start, 0]]);
    const closed = new Set<string>();
    while (open.size > 0) {
      const [name, cost] = [...open].reduce((best, entry) => (entry[1] < best[1] ? entry : best));
      open.delete(name);
      closed.add(name);
      for (const [neighbour, leg] of this.exitsOf(name)) {
        const total = cost + leg.metres / leg.kmh;
        if (closed.has(neighbour) || total >= (open.get(neighbour) ?? Infinity)) continue;
        open.set(neighbour, total);
        before.set(neighbour, name);
      }
    }
    this.waysFrom.set(start, before);
    return before;
  }
}
