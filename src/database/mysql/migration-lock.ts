import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { MYSQL_ERRORS } from './mysql-errors.js';

const POLL_EVERY_MS = 500;
const HEARTBEAT_EVERY_MS = 1_000;
/**
 * After this time without a heartbeat a waiting process writes to the row. After the same time again it takes the lock.
 */
const SILENT_MS = 5_000;
const RELEASES = 10;

interface LockState {
  readonly holder: string;
  readonly beats: string;
}

/**
 * Uses a row as the lock, because GET_LOCK and row locks hold on one server of a cluster only (decision 0034). If
 * several processes take the lock, one succeeds. A process waits as long as it sees heartbeats, and compares no clocks.
 */
export class MigrationLock {
  private readonly me = randomUUID();

  constructor(private readonly dataSource: DataSource) {}

  async hold<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire();
    const beating = setInterval(() => {
      this.change('beats = beats + 1', 'holder = ?', this.me).catch(() => undefined); // the next heartbeat follows after one second
    }, HEARTBEAT_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(beating);
      await this.release();
    }
  }

  private async acquire(): Promise<void> {
    await this.dataSource.query(
      `CREATE TABLE IF NOT EXISTS migration_lock
        (id INT PRIMARY KEY, holder VARCHAR(36) NOT NULL, beats BIGINT NOT NULL, questions BIGINT NOT NULL)`,
    );
    const row = "INSERT IGNORE INTO migration_lock (id, holder, beats, questions) VALUES (1, '', 0, 0)";
    while (!(await this.passes(() => this.dataSource.query(row)))) await wait(POLL_EVERY_MS);
    let seen: LockState = { holder: '', beats: '' };
    let since = performance.now();
    let isAsked = false;
    while (!(await this.take("holder = ''"))) {
      const state = await this.state();
      if (state.holder !== seen.holder || state.beats !== seen.beats) {
        [seen, since, isAsked] = [state, performance.now(), false];
      } else if (performance.now() - since > SILENT_MS) {
        if (isAsked && (await this.take('holder = ? AND beats = ?', seen.holder, seen.beats))) return;
        // In a cluster a schema change blocks heartbeats too, so only those missing after this write count.
        await this.change('questions = questions + 1', 'id = 1');
        [since, isAsked] = [performance.now(), true];
      }
      await wait(POLL_EVERY_MS * (0.5 + Math.random()));
    }
  }

  private async take(condition: string, ...parameters: string[]): Promise<boolean> {
    return (await this.change(`holder = '${this.me}', beats = beats + 1`, condition, ...parameters)) > 0;
  }

  private async state(): Promise<LockState> {
    const [row] = await this.dataSource.query<{ holder: string; beats: string | number }[]>(
      'SELECT holder, beats FROM migration_lock WHERE id = 1',
    );
    return { holder: row?.holder ?? '', beats: String(row?.beats ?? '') };
  }

  /** Gives up after one second. Other processes then take the lock, because the heartbeats stop. */
  private async release(): Promise<void> {
    for (let attempt = 0; attempt < RELEASES; attempt++) {
      const changed = await this.change("holder = ''", 'holder = ?', this.me).catch(() => 0);
      if (changed > 0) return;
      await wait(HEARTBEAT_EVERY_MS / RELEASES);
    }
  }

  /** Returns the number of changed rows, or 0 after a conflict with another process. */
  private async change(what: string, condition: string, ...parameters: string[]): Promise<number> {
    let changed = 0;
    await this.passes(async () => {
      const sql = `UPDATE migration_lock SET ${what} WHERE ${condition}`;
      changed = (await this.dataSource.query<{ affectedRows: number }>(sql, parameters)).affectedRows;
    });
    return changed;
  }

  private async passes(statement: () => Promise<unknown>): Promise<boolean> {
    try {
      await statement();
      return true;
    } catch (error) {
      if (MYSQL_ERRORS.transient.has((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  }
}
