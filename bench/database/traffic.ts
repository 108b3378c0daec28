import { habits } from '../../demo/apps/usage-profiles.js';
import { SeededRandom } from '../../demo/seed/seeded-random.js';

const ROLES = Object.values(habits);
const MEGABYTE = 1_000_000;

/** What the apps of one device move from record to record: those of a job, most days a little and now and then very much. */
export class Traffic {
  private readonly random: SeededRandom;
  private readonly apps;
  private next = 0;

  constructor(enterpriseKey: number, device: number) {
    this.random = new SeededRandom('traffic', enterpriseKey, device);
    this.apps = this.random.shuffled(ROLES[device % ROLES.length]!);
  }

  /** An app with its bytes over the mobile network and over Wi-Fi. No app comes twice in a day. */
  record(): [packageName: string, mobile: number, wifi: number] {
    const app = this.apps[this.next++ % this.apps.length]!;
    return [app.packageName, this.bytes(app.mobile), this.bytes(app.wifi)];
  }

  /** So long after the day is over the record is made, in milliseconds. */
  delay(): number {
    return this.random.whole(60_000, 5_400_000);
  }

  private bytes(megabytes: number): number {
    return Math.round((megabytes * MEGABYTE * 0.25) / (1 - 0.98 * this.random.next()));
  }
}
