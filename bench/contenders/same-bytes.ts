import { BULK_DAY } from '../scenarios/comparisons.js';
import type { Contender } from './contenders.js';
import { deviceId } from '../database/fleet.js';
import type { Lab } from '../lab.js';

export const PATHS = [
  '/api/v1/device',
  `/api/v1/device/id/${deviceId(1)}`,
  `/api/v1/device/datausage/id/${deviceId(1)}`,
  `/api/v1/device-location/id/${deviceId(1)}`,
  BULK_DAY,
];

export async function assertSameBytes(
  lab: Lab,
  contenders: readonly Contender[],
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const digests = new Set<string | undefined>();
    for (const { port } of contenders) {
      digests.add((await lab.download({ port, path, digest: true })).digest);
    }
    if (digests.size > 1) throw new Error(`The responses to ${path} differ`);
  }
}
