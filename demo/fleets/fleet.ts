import type { RoadNetwork } from '../maps/road-network.js';
import type { PastTime } from '../seed/local-clock.js';

export type Role = 'driver' | 'technician' | 'supervisor' | 'warehouse' | 'kiosk' | 'office';
export type Status = 'ACTIVE' | 'DISABLED' | 'LOST' | 'PROVISIONING' | 'DELETED';

export interface Carrier {
  readonly name: string;
  readonly imsiPrefix: string;
}

export interface FleetDevice {
  readonly id: string;
  readonly role: Role;
  readonly model: string;
  readonly status: Status;
  readonly carriers: readonly Carrier[];
  readonly stops: readonly string[];
  /** Default: long before the 30 days. */
  readonly enrolledAt?: PastTime;
  readonly silentSince?: PastTime;
}

export interface Fleet {
  readonly id: string;
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
  readonly geofence: { readonly id: string; readonly meters: number };
  /** Meters above the ellipsoid, as satellites report them. */
  readonly altitude: { readonly mean: number; readonly range: number };
  readonly policies: Readonly<Record<Role, { readonly id: string; readonly name: string }>>;
  readonly isRestDay: (day: string) => boolean;
  /** Add new devices at the end, because record IDs contain the index. */
  readonly devices: readonly FleetDevice[];
}

export const managementModes: Readonly<Record<Role, string>> = {
  driver: 'FULLY_MANAGED',
  technician: 'FULLY_MANAGED',
  supervisor: 'COPE',
  warehouse: 'DEDICATED',
  kiosk: 'DEDICATED',
  office: 'BYOD',
};

export function stopNames(...names: readonly string[]): readonly string[] {
  return names.join(', ').split(', ');
}

export function device(
  id: string,
  role: Role,
  model: string,
  carriers: readonly Carrier[],
  stops: readonly string[],
  overrides: Partial<FleetDevice> = {},
): FleetDevice {
  return { id, role, model, carriers, stops, status: 'ACTIVE', ...overrides };
}
