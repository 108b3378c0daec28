import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { TRANSIENT_ERRORS } from '../rows/driver-errors.js';

const POLL_EVERY_MS = 500;
const HEARTBEAT_EVERY_MS = 1_000;
/** A waiting process writes to the row after this time without a heartbeat, and takes the lock after the same time again. */
const SILENT_MS = 5_000;
const RELEASES = 10;

const TABLE = `CREATE TABLE IF NOT EXISTS migration_lock
  (id INT PRIMARY KEY, holder VARCHAR(36) NOT NULL, beats BIGINT NOT NULL, questions BIGINT NOT NULL)`;
const TAKE = 'UPDATE migration_lock SET holder = ?, beats = beats + 1 WHERE';
const ROW = "INSERT IGNORE INTO migration_lock (id, holder, beats, questions) VALUES (1, '', 0, 0)";

/**
 * Uses a row as the lock, because GET_LOCK and row locks apply to one server of a cluster only
 * (decision 0034). If several processes take the lock, one succeeds. A process waits as long as
 * heartbeats arrive, and compares no clocks.
 */
export class MigrationLock {
  private readonly me = randomUUID();

  constructor(private readonly dataSource: DataSource) {}

  async hold<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire();
    // a failed heartbeat is harmless, because the next one follows after one second
    const beat = (): unknown => this.updateMine('beats = beats + 1').catch(() => undefined);
    const beating = setInterval(beat, HEARTBEAT_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(beating);
      await this.release();
    }
  }

  private async acquire(): Promise<void> {
    await this.dataSource.query(TABLE);
    for (;;) {
      await this.change(ROW);
      const state = await this.state(); // read before the attempt, so that a later release counts as a change
      if ((await this.change(`${TAKE} holder = ''`, this.me)) > 0) return;
      if (!(await this.isSilent(state))) continue;
      // Only heartbeats after this write count, because a schema change blocks them in a cluster.
      await this.change('UPDATE migration_lock SET questions = questions + 1');
      if (!(await this.isSilent(state))) continue;
      if ((await this.change(`${TAKE} CONCAT(beats, ' ', holder) = ?`, this.me, state)) > 0) return;
    }
  }

  /** Changes each time that a process takes, holds or releases the lock. */
  private async state(): Promise<string> {
    const [row] = await this.dataSource.query<{ state: string }[]>(
      "SELECT CONCAT(beats, ' ', holder) AS state FROM migration_lock",
    );
    return String(row?.state);
  }

  private async isSilent(state: string): Promise<boolean> {
    const until = performance.now() + SILENT_MS;
    while (performance.now() < until) {
      await wait(POLL_EVERY_MS * (0.5 + Math.random()));
      if ((await this.state()) !== state) return false;
    }
    return true;
  }

  /** Gives up after one second. Other processes then take the lock, because the heartbeats stop. */
  private async release(): Promise<void> {
    for (let attempt = 0; attempt < RELEASES; attempt++) {
      const changed = await this.updateMine("holder = '', beats = beats + 1").catch(() => 0);
      if (changed > 0) return;
      await wait(HEARTBEAT_EVERY_MS / RELEASES);
    }
  }

  private updateMine(what: string): Promise<number> {
    return this.change(`UPDATE migration_lock SET ${what} WHERE holder = ?`, this.me);
  }

  /** Returns the number of changed rows, or 0 after a conflict with another process. */
  private async change(sql: string, ...parameters: string[]): Promise<number> {
    try {
      return (await this.dataSource.query<{ affectedRows: number }>(sql, parameters)).affectedRows;
    } catch (error) {
      if (TRANSIENT_ERRORS.has((error as NodeJS.ErrnoException).code ?? '')) return 0;
      throw error;
    }
  }
}
