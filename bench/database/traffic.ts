import { usageProfiles } from '../../demo/apps/usage-profiles.js';
import { SeededRandom } from '../../demo/seed/seeded-random.js';

const ROLES = Object.values(usageProfiles);
const MEGABYTE = 1_000_000;

export class Traffic {
  private readonly random: SeededRandom;
  private readonly apps;
  private next = 0;

  constructor(enterpriseKey: number, device: number) {
    this.random = new SeededRandom('traffic', enterpriseKey, device);
    this.apps = this.random.shuffled(ROLES[device % ROLES.length]!);
  }

  record(): [packageName: string, mobile: number, wifi: number] {
    const app = this.apps[this.next++ % this.apps.length]!;
    return [app.packageName, this.bytes(app.mobile), this.bytes(app.wifi)];
  }

  delay(): number {
    return this.random.integer(60_000, 5_400_000);
  }

  private bytes(megabytes: number): number {
    return Math.round((megabytes * MEGABYTE * 0.25) / (1 - 0.98 * this.random.next()));
  }
}
