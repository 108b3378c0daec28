export type Place = readonly [lat: number, lng: number];

/** `via` lists places as `A > B > C`. */
export interface Road {
  readonly kmh: number;
  readonly via: string;
}

export interface Leg {
  readonly from: Place;
  readonly to: Place;
  readonly meters: number;
  readonly kmh: number;
}

/** Reads `Name latitude longitude, ...`. A line without coordinates is a heading. */
export function placesOf(text: string): ReadonlyMap<string, Place> {
  const entries = text.matchAll(/([^,\n]+) (\d+\.\d+) (\d+\.\d+)/g);
  return new Map([...entries].map(([, name = '', lat, lng]) => [name.trim(), [Number(lat), Number(lng)]]));
}

const METERS_PER_DEGREE = 111_320;

export function metersBetween(a: Place, b: Place): number {
  const eastward = (b[1] - a[1]) * Math.cos((a[0] * Math.PI) / 180);
  return Math.hypot(b[0] - a[0], eastward) * METERS_PER_DEGREE;
}

/** `north` and `east` are in meters. */
export function moved(place: Place, north: number, east: number): Place {
  const lat = place[0] + north / METERS_PER_DEGREE;
  return [lat, place[1] + east / METERS_PER_DEGREE / Math.cos((lat * Math.PI) / 180)];
}

export class RoadNetwork {
  private readonly edges = new Map<string, Map<string, Leg>>();
  private readonly previousPlaces = new Map<string, Map<string, string>>();

  constructor(
    private readonly places: ReadonlyMap<string, Place>,
    roads: readonly Road[],
  ) {
    for (const { kmh, via } of roads) {
      const names = via.split(' > ');
      names.slice(1).forEach((name, index) => this.connect(names[index] ?? name, name, kmh));
    }
  }

  place(name: string): Place {
    const place = this.places.get(name);
    if (!place) throw new Error(`no such place on the map: ${name}`);
    return place;
  }

  route(from: string, to: string): Leg[] {
    const previousPlace = this.fastestPathsFrom(from);
    const legs: Leg[] = [];
    for (let name = to; name !== from;) {
      const previous = previousPlace.get(name);
      const leg = previous === undefined ? undefined : this.edges.get(previous)?.get(name);
      if (previous === undefined || !leg) throw new Error(`no route from ${from} to ${to}`);
      legs.unshift(leg);
      name = previous;
    }
    return legs;
  }

  private connect(a: string, b: string, kmh: number): void {
    const from = this.place(a);
    const to = this.place(b);
    const meters = metersBetween(from, to);
    this.edgesOf(a).set(b, { from, to, meters, kmh });
    this.edgesOf(b).set(a, { from: to, to: from, meters, kmh });
  }

  private edgesOf(name: string): Map<string, Leg> {
    const edges = this.edges.get(name) ?? new Map<string, Leg>();
    this.edges.set(name, edges);
    return edges;
  }

  /** Runs Dijkstra's algorithm without a heap, because there are only a few hundred places. */
  private fastestPathsFrom(start: string): Map<string, string> {
    const known = this.previousPlaces.get(start);
    if (known) return known;
    const previousPlace = new Map<string, string>();
    const open = new Map([[start, 0]]);
    const closed = new Set<string>();
    while (open.size > 0) {
      const [name, cost] = [...open].reduce((best, entry) => (entry[1] < best[1] ? entry : best));
      open.delete(name);
      closed.add(name);
      for (const [neighbor, leg] of this.edgesOf(name)) {
        const total = cost + leg.meters / leg.kmh;
        if (closed.has(neighbor) || total >= (open.get(neighbor) ?? Infinity)) continue;
        open.set(neighbor, total);
        previousPlace.set(neighbor, name);
      }
    }
    this.previousPlaces.set(start, previousPlace);
    return previousPlace;
  }
}
