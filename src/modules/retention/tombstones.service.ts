import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config/config.js';
import { CHANGE_KIND_NAMES, CHANGE_KINDS, tombstonesOf, type ChangeKind } from '../../database/change-log.js';
import { BATCH_ROWS, deleteBatch, runInBatches } from '../../database/delete-in-batches.js';
import { databaseNow } from '../../database/engine/engine.js';
import { storeRows } from '../../database/engine/upsert.js';
import type { Condition } from '../../database/rows/reader.js';
import { Transactions } from '../../database/transactions.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';

const DAY_MS = 86_400_000;
/** A line of the change log may be as long as 1,000 tombstones. */
const LINES_PER_BATCH = 50;
/** Devices are last, because the tombstones of records need the names of their devices. */
const KINDS = CHANGE_KIND_NAMES.toReversed();

const oldestOf = (kind: ChangeKind): string =>
  `SELECT line.change_number AS changeNumber, line.recorded_at AS recordedAt FROM changes line
    WHERE line.enterprise_key = ? AND line.kind = ${CHANGE_KINDS[kind]} AND line.part = 0 AND line.change_number =
      (SELECT MIN(removal.change_number) FROM ${tombstonesOf(kind)} AND removal.change_number > ?)`;

/** True for a device that no tombstone refers to. All of its records were erased before it. */
const IS_UNNAMED = Object.values(CHANGE_KINDS)
  .map(
    (
      kind,
    ) => `NOT EXISTS (SELECT 1 FROM removals removal WHERE removal.enterprise_key = erased_devices.enterprise_key
      AND removal.kind = ${kind} AND removal.change_number <= erased_devices.change_number)`,
  )
  .join(' AND ');

type Numbers<Name extends string> = Readonly<Record<Name, number | string>>;

/**
 * Purges tombstones after SYNC_TOKEN_DAYS, and the change log up to them (docs/contract.md, 2.12; decision 0029). The
 * first step expires the sync tokens that need them. A day later, when all earlier responses have ended, the second
 * step deletes them.
 */
@Injectable()
export class TombstonesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly enterprises: EnterprisesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the number of deleted tombstones. The next run continues after the signal. */
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
    const [row] = await this.dataSource.query<Numbers<'changeNumber' | 'raisedAt'>[]>(
      'SELECT change_number AS changeNumber, raised_at AS raisedAt FROM change_floors WHERE enterprise_key = ? AND kind = ?',
      [enterpriseKey, CHANGE_KINDS[kind]],
    );
    if (!row) {
      await this.raiseFloor(enterpriseKey, kind, 0);
      return 0;
    }
    const floor = Number(row.changeNumber);
    if ((await databaseNow(this.dataSource.manager)) - Number(row.raisedAt) < DAY_MS) return 0;
    let purged = 0;
    const deleteTombstones = async (): Promise<boolean> => {
      const some = await this.deleteTombstones(enterpriseKey, kind, floor);
      purged += some;
      return some < BATCH_ROWS;
    };
    const deleteLines = async (): Promise<boolean> =>
      (await this.deleteLines(enterpriseKey, kind, floor)) < LINES_PER_BATCH;
    if ((await runInBatches(deleteTombstones, signal)) && (await runInBatches(deleteLines, signal)))
      await this.raiseFloor(enterpriseKey, kind, floor);
    return purged;
  }

  /** Raises the floor to the newest change with a tombstone that is older than SYNC_TOKEN_DAYS. */
  private async raiseFloor(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<void> {
    const now = await databaseNow(this.dataSource.manager);
    let last = floor;
    for (;;) {
      const [oldest] = await this.dataSource.query<Numbers<'changeNumber' | 'recordedAt'>[]>(oldestOf(kind), [
        enterpriseKey,
        enterpriseKey,
        last,
      ]);
      if (!oldest || Number(oldest.recordedAt) >= now - this.config.syncTokenDays * DAY_MS) break;
      last = Number(oldest.changeNumber);
    }
    if (last === floor) return;
    const upsert = {
      table: 'change_floors',
      columns: ['enterprise_key', 'kind', 'change_number', 'raised_at'],
      identity: ['enterprise_key', 'kind'],
      replaced: ['change_number', 'raised_at'],
    };
    const row = [enterpriseKey, CHANGE_KINDS[kind], last, await databaseNow(this.dataSource.manager)];
    await this.transactions.run((transaction) => storeRows(transaction, upsert, [row]));
  }

  private deleteTombstones(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<number> {
    const upToFloor = 'enterprise_key = ? AND change_number <= ?';
    return kind === 'devices'
      ? this.deleteSome(
          'erased_devices',
          ['enterprise_key', 'device_key'],
          [`${upToFloor} AND ${IS_UNNAMED}`, enterpriseKey, floor],
        )
      : this.deleteSome(
          'removals',
          ['enterprise_key', 'kind', 'change_number', 'id'],
          [`${upToFloor} AND kind = ${CHANGE_KINDS[kind]}`, enterpriseKey, floor],
        );
  }

  /** Keeps the line of the floor, which identifies its tokens. */
  private deleteLines(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<number> {
    const condition = `enterprise_key = ? AND kind = ${CHANGE_KINDS[kind]} AND change_number < ?`;
    return this.deleteSome(
      'changes',
      ['enterprise_key', 'kind', 'change_number', 'part'],
      [condition, enterpriseKey, floor],
      LINES_PER_BATCH,
    );
  }

  private deleteSome(
    table: string,
    key: readonly string[],
    condition: Condition,
    most?: number,
  ): Promise<number> {
    return this.transactions.run((manager) => deleteBatch(manager, table, key, condition, most), Infinity);
  }
}
