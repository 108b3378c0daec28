import { PairStage } from '../../deploy/pair-stage.js';
import type { Export } from '../../kit/app/builders.js';
import { PrivateRedis } from '../../kit/database/private-redis.js';
import { freePort } from '../../kit/process/free-port.js';
import { eventually } from '../../kit/process/patience.js';
import { DeployedPlace, INSTANCES } from './deployed-place.js';
import { loadKnownFleet } from './known-fleet.js';

const REPLICAS = 2;
const PATIENCE_MS = 30_000;

/** A primary with two replicas and three instances behind the HAProxy of deploy/pair, and a Redis. */
export class PairPlace extends DeployedPlace<'primary and replicas'> {
  private constructor(
    readonly databases: PairStage,
    instances: readonly number[],
    redis: PrivateRedis,
    known: Export,
  ) {
    super({ port: Number(new URL(databases.api).port), instances }, redis, known);
  }

  static async start(): Promise<PairPlace> {
    const instances = await Promise.all(Array.from({ length: INSTANCES }, () => freePort()));
    const databases = await PairStage.start(instances, REPLICAS);
    await eventually(() => databases.isComplete(), PATIENCE_MS);
    const known = await loadKnownFleet({ DATABASE_URL: databases.url('writer') });
    return new PairPlace(databases, instances, await PrivateRedis.start(), known);
  }

  databaseOf(): { DATABASE_URL: string; DATABASE_READ_URL: string } {
    const { databases } = this;
    return { DATABASE_URL: databases.url('writer'), DATABASE_READ_URL: databases.url('reader') };
  }

  protected stopDatabases(): Promise<void> {
    return this.databases.stop();
  }
}
