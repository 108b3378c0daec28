import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { engineOf } from '../../database/engine/engine.js';
import { storeRows } from '../../database/engine/upsert.js';
import { Transactions } from '../../database/transactions.js';

const HOUR_MS = 3_600_000;
/** Shorter than a day, so that a day's run does not come later and later. */
const DUE_AFTER_MS = 23 * HOUR_MS;
/** A process that is killed holds it for so long. */
export const LEASE_MS = 5 * 60_000;

/**
 * Gives what is done once a day to one process of all: an update that passes only where no process has the row. Should two have it all the same,
 * for a clock or a network that is broken, each removes what the other has left.
 */
@Injectable()
export class DailyLeaseRepository {
  private readonly me = randomUUID();
  private readonly now: string;

  constructor(
    @InjectDataSource() dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {
    this.now = engineOf(dataSource).now;
  }

  /** Takes it where it is due and no other process does it. */
  async take(name: string): Promise<boolean> {
    const { me, now } = this;
    const row = {
      table: 'daily_runs',
      columns: ['name', 'holder', 'held_until', 'begun_at', 'done_at'],
      identity: ['name'],
      replaced: ['name'],
    };
    await this.transactions.run((transaction) => storeRows(transaction, row, [[name, '', 0, 0, 0]]));
    return this.update(
      name,
      `holder = '${me}', begun_at = ${now}, held_until = ${now} + ${LEASE_MS}`,
      `held_until < ${now} AND done_at < ${now} - ${DUE_AFTER_MS}`,
    );
  }

  /** Whether it is still ours: another process may have taken this one for dead. */
  keep(name: string): Promise<boolean> {
    return this.update(name, `held_until = ${this.now} + ${LEASE_MS}`);
  }

  /** Another one finishes what is not done. */
  async release(name: string, isDone: boolean): Promise<void> {
    await this.update(name, `held_until = 0${isDone ? ', done_at = begun_at' : ''}`);
  }

  private update(name: string, what: string, condition = `holder = '${this.me}'`): Promise<boolean> {
    const sql = `UPDATE daily_runs SET ${what} WHERE name = ? AND ${condition}`;
    return this.transactions.run(async ({ queryRunner }) => {
      const result = await queryRunner?.query(sql, [name], true);
      return (result?.affected ?? 0) > 0;
    });
  }
}
