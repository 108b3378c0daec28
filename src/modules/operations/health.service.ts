import { Injectable } from '@nestjs/common';
import { MIGRATIONS } from '../../database/migrations/index.js';
import {
  ReplicaReader,
  DatabaseUnavailable,
  DatabaseReader,
  type Query,
} from '../../database/rows/reader.js';
import { unavailable } from '../../http/api-error.js';

/** Who has not asked for so long does not watch. */
const WATCHES_FOR_MS = 15_000;
/** What the database said counts for so long: it is asked no more often, however many ask us. */
const COUNTS_FOR_MS = 100;

/**
 * A node that is cut off from its cluster answers what asks for no table; nothing locks this one. A replica that lags behind a deploy
 * lacks the newest row, and the columns that answers are made of.
 */
const NEWEST_SCHEMA: Query = {
  sql: 'SELECT name FROM migrations WHERE name = ?',
  parameters: MIGRATIONS.slice(-1).map(({ name }) => name),
};

@Injectable()
export class HealthService {
  private draining = false;
  private refusals = 0;
  /** When readiness was last and last but one reported. */
  private reported: readonly [number, number] = [-Infinity, -Infinity];
  private question: Promise<unknown> | undefined;

  constructor(
    private readonly keys: DatabaseReader,
    private readonly answers: ReplicaReader,
  ) {}

  async requireReady(): Promise<void> {
    if (this.draining) {
      this.refusals++;
      throw unavailable(5, 'draining');
    }
    await (this.question ??= this.askDatabase());
    this.reported = [performance.now(), this.reported[0]];
  }

  /** From here on no load balancer should send anything new. */
  drain(): void {
    this.draining = true;
  }

  /** Whether a load balancer or another watcher asks for readiness regularly, and how often they were told to stay away. */
  get watchers(): { watching: boolean; refusals: number } {
    return { watching: performance.now() - this.reported[1] < WATCHES_FOR_MS, refusals: this.refusals };
  }

  private askDatabase(): Promise<unknown> {
    const { keys, answers } = this;
    // as keys are looked up: a node that waits for a cluster which it has lost opens nothing to anybody
    const ofKeys = keys.rows(NEWEST_SCHEMA);
    const ofAll = answers === keys ? [ofKeys] : [ofKeys, answers.rows(NEWEST_SCHEMA)];
    const question = Promise.all(ofAll).then((found) => {
      if (found.some((rows) => rows.length === 0)) throw new DatabaseUnavailable('node_unfit');
    });
    const forget = (): void => void setTimeout(() => (this.question = undefined), COUNTS_FOR_MS).unref();
    question.then(forget, forget);
    return question;
  }
}
