import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { MYSQL_ERRORS } from './mysql-errors.js';

const LOOK_EVERY_MS = 500;
const SIGN_OF_LIFE_EVERY_MS = 1_000;
/** How long the holder of the lock may be silent before it is asked, and how long after that before it counts as dead. */
const SILENT_MS = 5_000;
const RELEASES = 10;

/** What other processes see of the holder of the lock. */
interface Look {
  readonly holder: string;
  /** Signs of life. */
  readonly beats: string;
}

/**
 * A row as the lock, so that it counts on every node of a cluster; GET_LOCK and locked rows are known to their own node alone (decision
 * 0034). Taking it is one statement, of which a cluster lets one pass. No clocks are compared: who waits watches for signs of life,
 * for as long as they come.
 */
export class MigrationLock {
  private readonly me = randomUUID();

  constructor(private readonly dataSource: DataSource) {}

  async hold<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire();
    const beating = setInterval(() => {
      this.change('beats = beats + 1', 'holder = ?', this.me).catch(() => undefined); // the next one comes soon
    }, SIGN_OF_LIFE_EVERY_MS);
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
    while (!(await this.passes(() => this.dataSource.query(row)))) await wait(LOOK_EVERY_MS);
    let seen: Look = { holder: '', beats: '' };
    let since = performance.now();
    let isAsked = false;
    while (!(await this.take("holder = ''"))) {
      const look = await this.look();
      if (look.holder !== seen.holder || look.beats !== seen.beats) {
        [seen, since, isAsked] = [look, performance.now(), false];
      } else if (performance.now() - since > SILENT_MS) {
        if (isAsked && (await this.take('holder = ? AND beats = ?', seen.holder, seen.beats))) return;
        // a change of a table stops all writes of a cluster, signs of life too: only those behind a write of ours are missing
        await this.change('questions = questions + 1', 'id = 1');
        [since, isAsked] = [performance.now(), true];
      }
      await wait(LOOK_EVERY_MS * (0.5 + Math.random()));
    }
  }

  private async take(condition: string, ...parameters: string[]): Promise<boolean> {
    return (await this.change(`holder = '${this.me}', beats = beats + 1`, condition, ...parameters)) > 0;
  }

  private async look(): Promise<Look> {
    const [row] = await this.dataSource.query<{ holder: string; beats: string | number }[]>(
      'SELECT holder, beats FROM migration_lock WHERE id = 1',
    );
    return { holder: row?.holder ?? '', beats: String(row?.beats ?? '') };
  }

  /** Who waits finds the lock silent where this does not succeed. */
  private async release(): Promise<void> {
    for (let attempt = 0; attempt < RELEASES; attempt++) {
      const changed = await this.change("holder = ''", 'holder = ?', this.me).catch(() => 0);
      if (changed > 0) return;
      await wait(SIGN_OF_LIFE_EVERY_MS / RELEASES);
    }
  }

  /** How many rows were changed: none where another node was first. */
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
