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

/** Where the removals of a kind are remembered. Of a device that was erased its name is. */
const rememberedOf = (kind: ChangeKind): string =>
  kind === 'devices'
    ? 'erased_devices removal WHERE removal.enterprise_key = ?'
    : `removals removal WHERE removal.enterprise_key = ? AND removal.kind = ${CHANGE_KINDS[kind]}`;

const oldestOf = (kind: ChangeKind): string =>
  `SELECT line.change_number AS changeNumber, line.recorded_at AS recordedAt FROM changes line
    WHERE line.enterprise_key = ? AND line.kind = ${CHANGE_KINDS[kind]} AND line.part = 0 AND line.change_number =
      (SELECT MIN(removal.change_number) FROM ${rememberedOf(kind)} AND removal.change_number > ?)`;

/** Nothing names the device any more. It was erased after all of its records. */
const IS_UNNAMED = Object.values(CHANGE_KINDS)
  .map(
    (
      kind,
    ) => `NOT EXISTS (SELECT 1 FROM removals removal WHERE removal.enterprise_key = erased_devices.enterprise_key
      AND removal.kind = ${kind} AND removal.change_number <= erased_devices.change_number)`,
  )
  .join(' AND ');

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
    const now = await this.now();
    for (let last = floor; ;) {
      const [oldest] = await this.dataSource.query<Numbers<'changeNumber' | 'recordedAt'>[]>(oldestOf(kind), [
        enterpriseKey,
        enterpriseKey,
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
    const upToFloor = 'enterprise_key = ? AND change_number <= ?';
    const [table, order, condition] =
      kind === 'devices'
        ? ['erased_devices', ['enterprise_key', 'device_key'], `${upToFloor} AND ${IS_UNNAMED}`]
        : [
            'removals',
            ['enterprise_key', 'kind', 'change_number', 'id'],
            `${upToFloor} AND kind = ${CHANGE_KINDS[kind]}`,
          ];
    const sql = this.engine.deleteSomeSql(table, order, condition, ROWS_IN_SLICE);
    return this.deleteBy(sql, [enterpriseKey, floor]);
  }

  /** Removes some of the lines before the floor, whose own line says which tokens are of it. Returns whether there are more. */
  async deleteLines(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<boolean> {
    const order = ['enterprise_key', 'kind', 'change_number', 'part'];
    const condition = 'enterprise_key = ? AND kind = ? AND change_number < ?';
    const sql = this.engine.deleteSomeSql('changes', order, condition, LINES_IN_SLICE);
    return (await this.deleteBy(sql, [enterpriseKey, CHANGE_KINDS[kind], floor])) === LINES_IN_SLICE;
  }

  private deleteBy(sql: string, parameters: readonly number[]): Promise<number> {
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
