import type { RoadNetwork } from '../maps/road-network.js';
import type { Moment } from '../seed/local-clock.js';

export type Role = 'driver' | 'technician' | 'supervisor' | 'warehouse' | 'kiosk' | 'office';
export type Status = 'ACTIVE' | 'DISABLED' | 'LOST' | 'PROVISIONING' | 'DELETED';

/** A mobile network: the name phones show and the first five digits of its IMSIs. */
export interface Carrier {
  readonly name: string;
  readonly imsiPrefix: string;
}

export interface FleetDevice {
  readonly id: string;
  readonly role: Role;
  /** As the table of the models calls it. */
  readonly model: string;
  readonly status: Status;
  /** None in a device that only knows Wi-Fi. */
  readonly carriers: readonly Carrier[];
  /** Places that the device is driven to; empty for one that stays at the depot. */
  readonly round: readonly string[];
  /** When it was enrolled, where that matters; otherwise long before the thirty days. */
  readonly enrolledAt?: Moment;
  /** The last sign of life of a device that fell silent within the thirty days. */
  readonly silentSince?: Moment;
}

export interface Fleet {
  readonly id: string;
  /** Its name in the management system. */
  readonly emmId: string;
  readonly name: string;
  readonly zone: string;
  readonly color: string;
  readonly contact: string;
  readonly domain: string;
  readonly language: string;
  readonly wifi: string;
  readonly roads: RoadNetwork;
  readonly depot: string;
  readonly geofence: { readonly id: string; readonly metres: number };
  /** Metres above the ellipsoid, as satellites give it, in the middle of the area, and how much it varies. */
  readonly altitude: { readonly mean: number; readonly range: number };
  /** Role to policy. */
  readonly policies: Readonly<Record<Role, { readonly id: string; readonly name: string }>>;
  readonly isRestDay: (day: string) => boolean;
  /** A new one goes to the end: the places of the others are in the ids of their records. */
  readonly devices: readonly FleetDevice[];
}

/** How each kind of work is managed. */
export const managementModes: Readonly<Record<Role, string>> = {
  driver: 'FULLY_MANAGED',
  technician: 'FULLY_MANAGED',
  supervisor: 'COPE',
  warehouse: 'DEDICATED',
  kiosk: 'DEDICATED',
  office: 'BYOD',
};

/** The places of a round, comma-separated. */
export function round(...names: readonly string[]): readonly string[] {
  return names.join(', ').split(', ');
}

export function device(
  id: string,
  role: Role,
  model: string,
  carriers: readonly Carrier[],
  places: readonly string[],
  life: Partial<FleetDevice> = {},
): FleetDevice {
  return { id, role, model, carriers, round: places, status: 'ACTIVE', ...life };
}
