import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { takeTurns, writeChange } from '../../database/change-log.js';
import { CHANGE_KIND_NAMES, ledgerIdOf, type ChangeKind } from '../../database/change-kinds.js';
import { engineOf } from '../../database/engine/engine.js';
import { placesOf } from '../../database/engine/upsert.js';
import { Transactions } from '../../database/transactions.js';
import { tableOf } from './record-kinds.js';

const ROWS_AT_ONCE = 1_000;

/**
 * Adds rows without a change number to the change log: those of writers that do not write it, and those from before it existed. Until
 * then no feed contains them (docs/contract.md, 2.12).
 */
@Injectable()
export class RowNumbering {
  private readonly transactions: Transactions;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    this.transactions = new Transactions(dataSource);
  }

  /** Returns the number of rows of each kind. */
  async run(): Promise<ReadonlyMap<ChangeKind, number>> {
    const enterprises = await this.dataSource.query<{ key: number }[]>(
      'SELECT `key` FROM enterprises ORDER BY `key`',
    );
    const numbered = new Map<ChangeKind, number>();
    for (const kind of CHANGE_KIND_NAMES) {
      let rows = 0;
      for (const { key } of enterprises) rows += await this.numberAll(kind, key);
      numbered.set(kind, rows);
    }
    return numbered;
  }

  private async numberAll(kind: ChangeKind, enterpriseKey: number): Promise<number> {
    let rows = 0;
    let from = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const ids = await this.numberSome(kind, enterpriseKey, from);
      const last = ids.at(-1);
      if (last === undefined) return rows;
      rows += ids.length;
      from = last + 1;
    }
  }

  /** One transaction for each batch of rows, so that other writers are not blocked. */
  private numberSome(kind: ChangeKind, enterpriseKey: number, from: number): Promise<number[]> {
    const table = tableOf(kind);
    const { id, index } = ledgerIdOf(kind, table);
    return this.transactions.run(async (transaction) => {
      const turn = (await takeTurns(transaction, [enterpriseKey])).get(enterpriseKey);
      if (!turn) return [];
      const found = await transaction.query<{ id: string }[]>(
        `SELECT ${id} AS id FROM ${table} ${engineOf(this.dataSource).byIndex(index)}
          WHERE enterprise_key = ? AND ${id} >= ? AND change_number = 0 ORDER BY ${id} LIMIT ${ROWS_AT_ONCE}`,
        [enterpriseKey, from],
      );
      const ids = found.map((row) => Number(row.id));
      if (ids.length === 0) return ids;
      await transaction.query(
        `UPDATE ${table} SET change_number = ? WHERE enterprise_key = ? AND ${id} IN ${placesOf(ids)}`,
        [turn.changeNumber, enterpriseKey, ...ids],
      );
      await writeChange(transaction, enterpriseKey, kind, turn, { stored: ids, removed: [] });
      return ids;
    }, Infinity);
  }
}
