import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { CHANGE_KIND_NAMES, type ChangeKind, CHANGE_KINDS, tombstonesOf } from '../../database/change-log.js';
import { inSlices, ROWS_IN_SLICE, deleteSlice } from '../../database/delete-in-batches.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { databaseNow, engineOf } from '../../database/engine/engine.js';
import { storeRows } from '../../database/engine/upsert.js';
import { Transactions } from '../../database/transactions.js';

/** A line of the change log may be as long as a thousand tombstones. */
const LINES_PER_BATCH = 50;

/** The change up to which the tombstones of a kind are purged. */
export interface Floor {
  readonly changeNumber: number;
  /** Time since the floor was raised, by the clock of the database. */
  readonly ageMs: number;
}

const oldestOf = (kind: ChangeKind): string =>
  `SELECT line.change_number AS changeNumber, line.recorded_at AS recordedAt FROM changes line
    WHERE line.enterprise_key = ? AND line.kind = ${CHANGE_KINDS[kind]} AND line.part = 0 AND line.change_number =
      (SELECT MIN(removal.change_number) FROM ${tombstonesOf(kind)} AND removal.change_number > ?)`;

/** No tombstone refers to the device any more. It was erased after all of its records. */
const IS_UNNAMED = Object.values(CHANGE_KINDS)
  .map(
    (
      kind,
    ) => `NOT EXISTS (SELECT 1 FROM removals removal WHERE removal.enterprise_key = erased_devices.enterprise_key
      AND removal.kind = ${kind} AND removal.change_number <= erased_devices.change_number)`,
  )
  .join(' AND ');

type Numbers<Name extends string> = Readonly<Record<Name, number | string>>;

/** Old tombstones, and the change log up to them (decision 0029). */
@Injectable()
export class TombstonesRepository {
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

  /** Returns the newest change of this age with a tombstone, or the floor. */
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

  /** Deletes a batch of the tombstones up to the floor. Returns how many: fewer than a batch at the end. */
  deleteTombstones(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<number> {
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

  /** Deletes a batch of the lines before the floor. The line of the floor identifies its tokens. Returns whether there are more. */
  async deleteLines(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<boolean> {
    const key = ['enterprise_key', 'kind', 'change_number', 'part'];
    const condition = `enterprise_key = ? AND kind = ${CHANGE_KINDS[kind]} AND change_number < ?`;
    const removed = await this.transactions.run(
      (manager) => deleteSlice(manager, 'changes', key, [condition, enterpriseKey, floor], LINES_PER_BATCH),
      Infinity,
    );
    return removed === LINES_PER_BATCH;
  }
}

const DAY_MS = 86_400_000;
/** Devices last: the tombstones of records need the names of their devices. */
const KINDS = CHANGE_KIND_NAMES.toReversed();

/**
 * Purges tombstones after SYNC_TOKEN_DAYS (docs/contract.md, 2.12) in two steps. The first one expires the tokens that need them. A day
 * later, when every response that began before has ended, the second one deletes them.
 */
@Injectable()
export class TombstonesService {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly tombstones: TombstonesRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the number of deleted tombstones. After the signal the next run continues. */
  async purge(signal: AbortSignal): Promise<number> {
    let purged = 0;
    for (const { key } of await this.enterprises.list()) {
      for (const kind of KINDS) {
        if (signal.aborted) return purged;
        purged += await this.purgeKind(key, kind, signal);
      }
    }
    return purged;
  }

  private async purgeKind(enterpriseKey: number, kind: ChangeKind, signal: AbortSignal): Promise<number> {
    const { changeNumber, ageMs } = await this.tombstones.floor(enterpriseKey, kind);
    if (changeNumber > 0 && ageMs < DAY_MS) return 0;
    let purged = 0;
    const deleteTombstones = async (): Promise<boolean> => {
      const some = await this.tombstones.deleteTombstones(enterpriseKey, kind, changeNumber);
      purged += some;
      return some < ROWS_IN_SLICE;
    };
    const deleteLines = async (): Promise<boolean> =>
      !(await this.tombstones.deleteLines(enterpriseKey, kind, changeNumber));
    const isEmpty =
      changeNumber === 0 ||
      ((await inSlices(deleteTombstones, signal)) && (await inSlices(deleteLines, signal)));
    if (isEmpty) await this.raiseFloor(enterpriseKey, kind, changeNumber);
    return purged;
  }

  private async raiseFloor(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<void> {
    const kept = this.config.syncTokenDays * DAY_MS;
    const last = await this.tombstones.lastOlderThan(enterpriseKey, kind, floor, kept);
    if (last > floor) await this.tombstones.raiseFloor(enterpriseKey, kind, last);
  }
}
