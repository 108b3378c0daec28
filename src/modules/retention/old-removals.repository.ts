import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CHANGE_KINDS, type ChangeKind } from '../../database/changes/change-kinds.js';
import { engineOf, type Engine } from '../../database/engine/engine.js';
import { storeRows } from '../../database/engine/upsert.js';
import { ROWS_IN_SLICE } from '../../database/slices.js';
import { Transactions } from '../../database/transactions.js';

/** A line of the ledger may be as long as a thousand removals. */
const LINES_IN_SLICE = 50;

/** Up to where the removals of a kind are forgotten. */
export interface Floor {
  readonly changeNumber: number;
  /** For how long now, by the clock of the database. */
  readonly ageMs: number;
}

const OLDEST = `SELECT line.change_number AS changeNumber, line.recorded_at AS recordedAt FROM changes line
  WHERE line.enterprise_key = ? AND line.kind = ? AND line.part = 0 AND line.change_number =
    (SELECT MIN(removal.change_number) FROM removals removal
      WHERE removal.enterprise_key = ? AND removal.kind = ? AND removal.change_number > ?)`;

type Numbers<Name extends string> = Readonly<Record<Name, number | string>>;

/** Removals that have been remembered long enough, and the ledger up to them (decision 0029). */
@Injectable()
export class OldRemovalsRepository {
  private readonly engine: Engine;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {
    this.engine = engineOf(dataSource);
  }

  async floor(enterpriseKey: number, kind: ChangeKind): Promise<Floor> {
    const [row] = await this.dataSource.query<Numbers<'changeNumber' | 'ageMs'>[]>(
      `SELECT change_number AS changeNumber, ${this.engine.now} - raised_at AS ageMs FROM change_floors
        WHERE enterprise_key = ? AND kind = ?`,
      [enterpriseKey, CHANGE_KINDS[kind]],
    );
    return { changeNumber: Number(row?.changeNumber ?? 0), ageMs: Number(row?.ageMs ?? Infinity) };
  }

  /** The last change behind the floor which is that old and of which a removal is remembered; the floor where there is none. */
  async lastOlderThan(
    enterpriseKey: number,
    kind: ChangeKind,
    floor: number,
    milliseconds: number,
  ): Promise<number> {
    const which = [enterpriseKey, CHANGE_KINDS[kind]];
    const now = await this.now();
    for (let last = floor; ;) {
      const [oldest] = await this.dataSource.query<Numbers<'changeNumber' | 'recordedAt'>[]>(OLDEST, [
        ...which,
        ...which,
        last,
      ]);
      if (!oldest || Number(oldest.recordedAt) >= now - milliseconds) return last;
      last = Number(oldest.changeNumber);
    }
  }

  async raiseFloor(enterpriseKey: number, kind: ChangeKind, changeNumber: number): Promise<void> {
    const upsert = {
      table: 'change_floors',
      columns: ['enterprise_key', 'kind', 'change_number', 'raised_at'],
      identity: ['enterprise_key', 'kind'],
      replaced: ['change_number', 'raised_at'],
    };
    const row = [enterpriseKey, CHANGE_KINDS[kind], changeNumber, await this.now()];
    await this.transactions.run((transaction) => storeRows(transaction, upsert, [row]));
  }

  /** Removes some of the removals up to the floor. Returns how many there were, which is less than a slice at the end. */
  deleteRemovals(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<number> {
    const order = ['enterprise_key', 'kind', 'change_number', 'id'];
    return this.deleteSome(
      'removals',
      order,
      '<=',
      [enterpriseKey, CHANGE_KINDS[kind], floor],
      ROWS_IN_SLICE,
    );
  }

  /** Removes some of the lines before the floor, whose own line says which tokens are of it. Returns whether there are more. */
  async deleteLines(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<boolean> {
    const order = ['enterprise_key', 'kind', 'change_number', 'part'];
    const which = [enterpriseKey, CHANGE_KINDS[kind], floor];
    return (await this.deleteSome('changes', order, '<', which, LINES_IN_SLICE)) === LINES_IN_SLICE;
  }

  private deleteSome(
    table: string,
    order: readonly string[],
    comparison: string,
    parameters: readonly number[],
    most: number,
  ): Promise<number> {
    const condition = `enterprise_key = ? AND kind = ? AND change_number ${comparison} ?`;
    const sql = this.engine.deleteSomeSql(table, order, condition, most);
    return this.transactions.run(async ({ queryRunner }) => {
      const result = await queryRunner?.query(sql, [...parameters], true);
      return result?.affected ?? 0;
    }, Infinity);
  }

  private async now(): Promise<number> {
    const [row] = await this.dataSource.query<Numbers<'now'>[]>(`SELECT ${this.engine.now} AS now`);
    return Number(row?.now);
  }
}
