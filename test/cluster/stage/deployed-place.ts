import { startService } from '../../faults/stage/service.js';
import type { Export } from '../../kit/app/builders.js';
import { PrivateRedis } from '../../kit/database/private-redis.js';
import { ask } from '../../kit/database/throwaway.js';
import { eventually } from '../../kit/process/patience.js';
import type { Service } from '../../kit/process/service.js';

export const INSTANCES = 3;
const PATIENCE_MS = 30_000;
/** Limits that no instance ever comes to. */
const OUT_OF_REACH = { RATE_LIMIT: '100000000/100s', RATE_LIMIT_BULK: '100000000/100s' };

export interface Addresses {
  /** Where clients find the instances. */
  readonly port: number;
  /** Where the proxy finds each of them. */
  readonly instances: readonly number[];
}

/** Three instances behind the HAProxy of a folder of deploy, and a Redis. Which databases they have, each kind of place knows. */
export abstract class DeployedPlace<Layout extends string> {
  instances: Service[] = [];
  private env: NodeJS.ProcessEnv = {};

  protected constructor(
    private readonly addresses: Addresses,
    readonly redis: PrivateRedis,
    readonly known: Export,
  ) {}

  get port(): number {
    return this.addresses.port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The settings by which everything finds the database. */
  abstract databaseOf(layout: Layout): Record<string, string>;

  async startInstances(layout: Layout): Promise<void> {
    const database = this.databaseOf(layout);
    // the proxy takes in again what was lost before
    for (const url of Object.values(database)) await eventually(() => ask(url, 'SELECT 1'), PATIENCE_MS);
    this.env = { ...database, ...OUT_OF_REACH, REDIS_URL: this.redis.url, TRUST_PROXY: 'loopback' };
    const { instances } = this.addresses;
    this.instances = await Promise.all(instances.map((_port, at) => this.startInstance(at)));
  }

  async startInstance(at: number): Promise<Service> {
    return (this.instances[at] = await startService('', this.env, this.addresses.instances[at]));
  }

  async stopInstances(): Promise<void> {
    await Promise.all(this.instances.splice(0).map((instance) => instance.kill()));
  }

  async stop(): Promise<void> {
    await this.stopInstances();
    await this.redis.kill();
    await this.stopDatabases();
  }

  protected abstract stopDatabases(): Promise<void>;
}
