import { Injectable } from '@nestjs/common';
import { MIGRATIONS } from '../../database/migrations/index.js';
import {
  ReplicaReader,
  DatabaseUnavailable,
  DatabaseReader,
  type Query,
} from '../../database/rows/reader.js';
import { unavailable } from '../../http/api-error.js';

/** Readiness polls older than this are ignored. */
const WATCHED_FOR_MS = 15_000;
/** The result of a database check is reused for this time, so that many polls cause few queries. */
const REUSED_FOR_MS = 100;

/**
 * Reads a table, because a node that is cut off from its cluster still runs queries without one. Nothing locks this table. A replica
 * that lags behind a deployment lacks the newest row and the newest columns.
 */
const NEWEST_SCHEMA: Query = {
  sql: 'SELECT name FROM migrations WHERE name = ?',
  parameters: MIGRATIONS.slice(-1).map(({ name }) => name),
};

@Injectable()
export class HealthService {
  private draining = false;
  private refusals = 0;
  /** The times of the last two positive readiness reports. */
  private reported: readonly [number, number] = [-Infinity, -Infinity];
  private check: Promise<unknown> | undefined;

  constructor(
    private readonly keys: DatabaseReader,
    private readonly answers: ReplicaReader,
  ) {}

  async requireReady(): Promise<void> {
    if (this.draining) {
      this.refusals++;
      throw unavailable(5, 'draining');
    }
    await (this.check ??= this.checkDatabase());
    this.reported = [performance.now(), this.reported[0]];
  }

  /** Reports not ready from now on, so that load balancers send no new requests. */
  drain(): void {
    this.draining = true;
  }

  /** Returns whether a load balancer polls readiness regularly, and the number of its polls that were refused while draining. */
  get watchers(): { watching: boolean; refusals: number } {
    return { watching: performance.now() - this.reported[1] < WATCHED_FOR_MS, refusals: this.refusals };
  }

  private checkDatabase(): Promise<unknown> {
    const { keys, answers } = this;
    // a node that has lost its cluster fails key lookups, so the check uses the same reader
    const ofKeys = keys.rows(NEWEST_SCHEMA);
    const ofAll = answers === keys ? [ofKeys] : [ofKeys, answers.rows(NEWEST_SCHEMA)];
    const check = Promise.all(ofAll).then((found) => {
      if (found.some((rows) => rows.length === 0)) throw new DatabaseUnavailable('node_unfit');
    });
    const forget = (): void => void setTimeout(() => (this.check = undefined), REUSED_FOR_MS).unref();
    check.then(forget, forget);
    return check;
  }
}
