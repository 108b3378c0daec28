import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CHANGE_KINDS, type ChangeKind } from '../../database/change-kinds.js';
import { removalsOf } from '../../database/removals.js';
import { databaseNow } from '../../database/clock.js';
import { engineOf } from '../../database/engine/engine.js';
import { storeRows } from '../../database/engine/upsert.js';
import { deleteSlice } from '../../database/slices.js';
import { Transactions } from '../../database/transactions.js';

/** A line of the ledger may be as long as a thousand removals. */
const LINES_IN_SLICE = 50;

/** Up to where the removals of a kind are forgotten. */
export interface Floor {
  readonly changeNumber: number;
  /** For how long now, by the clock of the database. */
  readonly ageMs: number;
}

const oldestOf = (kind: ChangeKind): string =>
  `SELECT line.change_number AS changeNumber, line.recorded_at AS recordedAt FROM changes line
    WHERE line.enterprise_key = ? AND line.kind = ${CHANGE_KINDS[kind]} AND line.part = 0 AND line.change_number =
      (SELECT MIN(removal.change_number) FROM ${removalsOf(kind)} AND removal.change_number > ?)`;

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
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  async floor(enterpriseKey: number, kind: ChangeKind): Promise<Floor> {
    const [row] = await this.dataSource.query<Numbers<'changeNumber' | 'ageMs'>[]>(
      `SELECT change_number AS changeNumber, ${engineOf(this.dataSource).now} - raised_at AS ageMs FROM change_floors
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
    const now = await databaseNow(this.dataSource.manager);
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
    const row = [enterpriseKey, CHANGE_KINDS[kind], changeNumber, await databaseNow(this.dataSource.manager)];
    await this.transactions.run((transaction) => storeRows(transaction, upsert, [row]));
  }

  /** Removes some of the removals up to the floor. Returns how many there were, which is less than a slice at the end. */
  deleteRemovals(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<number> {
    const upToFloor = 'enterprise_key = ? AND change_number <= ?';
    const [table, key, condition] =
      kind === 'devices'
        ? ['erased_devices', ['enterprise_key', 'device_key'], IS_UNNAMED]
        : ['removals', ['enterprise_key', 'kind', 'change_number', 'id'], `kind = ${CHANGE_KINDS[kind]}`];
    return this.transactions.run(
      (manager) => deleteSlice(manager, table, key, [`${upToFloor} AND ${condition}`, enterpriseKey, floor]),
      Infinity,
    );
  }

  /** Removes some of the lines before the floor, whose own line says which tokens are of it. Returns whether there are more. */
  async deleteLines(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<boolean> {
    const key = ['enterprise_key', 'kind', 'change_number', 'part'];
    const condition = `enterprise_key = ? AND kind = ${CHANGE_KINDS[kind]} AND change_number < ?`;
    const removed = await this.transactions.run(
      (manager) => deleteSlice(manager, 'changes', key, [condition, enterpriseKey, floor], LINES_IN_SLICE),
      Infinity,
    );
    return removed === LINES_IN_SLICE;
  }
}
