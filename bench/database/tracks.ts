import { moved, type Place } from '../../demo/maps/road-network.js';
import { SeededRandom } from '../../demo/seed/seeded-random.js';

const DEPOTS = 40;
const GEOFENCE = 'depot-berlin';
const PROVIDERS = [
  ['gps', 3, 12],
  ['gps', 3, 12],
  ['fused', 4, 30],
  ['network', 13, 90],
] as const;

export interface TrackPoint {
  readonly lat: number;
  readonly lng: number;
  readonly accuracy: number;
  readonly altitude: number;
  readonly provider: string;
  readonly geofence: string;
}

export class Track {
  private readonly random: SeededRandom;
  private place: Place;
  private heading: number;
  private pace = 0;
  private geofence = '';
  private pointsLeft = 0;

  constructor(enterpriseKey: number, device: number) {
    this.random = new SeededRandom('track', enterpriseKey, device);
    const depot = new SeededRandom('depot', enterpriseKey, device % DEPOTS);
    const town: Place = [depot.between(47.6, 54.4), depot.between(6.9, 14.2)];
    this.place = moved(town, this.random.between(-9_000, 9_000), this.random.between(-9_000, 9_000));
    this.heading = this.random.between(0, 2 * Math.PI);
  }

  next(): TrackPoint {
    const { random } = this;
    if (this.pointsLeft-- <= 0) this.beginPhase();
    this.heading += random.between(-0.4, 0.4);
    const meters = this.pace * random.between(0.3, 1);
    this.place = moved(this.place, meters * Math.cos(this.heading), meters * Math.sin(this.heading));
    const [provider, best, worst] = random.pick(PROVIDERS);
    const accuracy = best + (worst - best) * random.next() ** 3;
    const [lat, lng] = moved(this.place, ...this.blur(accuracy));
    const altitude = 90 + 60 * Math.sin(lat * 9) * Math.cos(lng * 7) + random.between(-2, 2);
    return {
      ...{ lat: rounded(lat, 1e6), lng: rounded(lng, 1e6), provider, geofence: this.geofence },
      ...{ accuracy: rounded(accuracy, 10), altitude: rounded(altitude, 10) },
    };
  }

  private beginPhase(): void {
    const { random } = this;
    const isStanding = this.pace > 0 || random.chance(0.3);
    this.pace = isStanding ? 0 : random.between(20, 1_000);
    this.geofence = isStanding && random.chance(0.4) ? GEOFENCE : '';
    this.pointsLeft = isStanding ? random.integer(3, 40) : random.integer(5, 60);
  }

  private blur(accuracy: number): [number, number] {
    return [this.random.between(-0.5, 0.5) * accuracy, this.random.between(-0.5, 0.5) * accuracy];
  }
}

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;
