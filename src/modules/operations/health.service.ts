import { Injectable } from '@nestjs/common';
import { MIGRATIONS } from '../../database/migrate.js';
import { DatabaseReader, DatabaseUnavailable, ReplicaReader } from '../../database/rows/reader.js';
import { unavailable } from '../../http/api-error.js';

const WATCHED_FOR_MS = 15_000;
/** Reuses a database check for this time, so that many polls cause few queries. */
const REUSED_FOR_MS = 100;

/**
 * Reads a table, because a server that is cut off from its cluster still runs queries without one. A replica that
 * lags behind a deployment has no row of the newest migration.
 */
const NEWEST_SCHEMA = {
  sql: 'SELECT name FROM migrations WHERE name = ?',
  parameters: MIGRATIONS.slice(-1).map(({ name }) => name),
};

@Injectable()
export class HealthService {
  private draining = false;
  private refusals = 0;
  private reported: readonly [number, number] = [-Infinity, -Infinity];
  private check: Promise<unknown> | undefined;

  constructor(
    private readonly keys: DatabaseReader,
    private readonly responses: ReplicaReader,
  ) {}

  async requireReady(): Promise<void> {
    if (this.draining) {
      this.refusals++;
      throw unavailable(5, 'draining');
    }
    await (this.check ??= this.checkDatabase());
    this.reported = [performance.now(), this.reported[0]];
  }

  /** Reports not ready, so that load balancers send no new requests. */
  drain(): void {
    this.draining = true;
  }

  /** `watching` is true if a load balancer polls readiness. `refusals` counts polls while draining. */
  get watchers(): { watching: boolean; refusals: number } {
    return { watching: performance.now() - this.reported[1] < WATCHED_FOR_MS, refusals: this.refusals };
  }

  private checkDatabase(): Promise<unknown> {
    // includes the reader of key lookups, which fail on a server that is cut off from its cluster
    const readers = [...new Set([this.keys, this.responses])];
    const check = Promise.all(readers.map((reader) => reader.rows(NEWEST_SCHEMA))).then((found) => {
      if (found.some((rows) => rows.length === 0)) throw new DatabaseUnavailable('node_unfit');
    });
    const expire = (): void => void setTimeout(() => (this.check = undefined), REUSED_FOR_MS).unref();
    check.then(expire, expire);
    return check;
  }
}
