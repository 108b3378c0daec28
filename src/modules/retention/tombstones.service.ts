import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config/config.js';
import { ChangeFloor } from '../../database/change-log.entities.js';
import { CHANGE_KIND_NAMES, CHANGE_KINDS, tombstonesOf, type ChangeKind } from '../../database/change-log.js';
import { BATCH_ROWS, deleteBatch, runInBatches } from '../../database/delete-in-batches.js';
import { databaseNow } from '../../database/engine/engine.js';
import { storeEntities } from '../../database/engine/upsert.js';
import type { Condition } from '../../database/rows/reader.js';
import { Transactions } from '../../database/transactions.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';

const DAY_MS = 86_400_000;
/** A line of the change log may be as long as 1,000 tombstones. */
const LINES_PER_BATCH = 50;
const KEYS = {
  erased_devices: ['enterprise_key', 'device_key'],
  removals: ['enterprise_key', 'kind', 'change_number', 'id'],
  changes: ['enterprise_key', 'kind', 'change_number', 'part'],
} as const;
/** Devices are last, because the tombstones of records need the IDs of their devices. */
const KINDS = CHANGE_KIND_NAMES.toReversed();

const oldestOf = (kind: ChangeKind): string =>
  `SELECT line.change_number AS changeNumber, line.recorded_at AS recordedAt FROM changes line
    WHERE line.enterprise_key = ? AND line.kind = ${CHANGE_KINDS[kind]} AND line.part = 0 AND line.change_number =
      (SELECT MIN(removal.change_number) FROM ${tombstonesOf(kind)} AND removal.change_number > ?)`;

/** True for a device that no tombstone refers to. The tombstones of its records are not newer than its own. */
const IS_UNREFERENCED = Object.values(CHANGE_KINDS)
  .map(
    (
      kind,
    ) => `NOT EXISTS (SELECT 1 FROM removals removal WHERE removal.enterprise_key = erased_devices.enterprise_key
      AND removal.kind = ${kind} AND removal.change_number <= erased_devices.change_number)`,
  )
  .join(' AND ');

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
    const { manager } = this.dataSource;
    const floor = await manager.findOneBy(ChangeFloor, { enterpriseKey, kind: CHANGE_KINDS[kind] });
    let purged = 0;
    if (floor) {
      if ((await databaseNow(manager)) - floor.raisedAt < DAY_MS) return 0;
      purged = await this.deleteTombstones(floor, signal);
      // keeps the line of the floor, which identifies its tokens
      const before = 'enterprise_key = ? AND kind = ? AND change_number < ?';
      const lines = [before, enterpriseKey, floor.kind, floor.changeNumber] as const;
      await this.deleteAll('changes', lines, signal, LINES_PER_BATCH);
    }
    if (!signal.aborted) await this.raiseFloor(enterpriseKey, kind, floor?.changeNumber ?? 0);
    return purged;
  }

  private deleteTombstones(
    { enterpriseKey, kind, changeNumber }: ChangeFloor,
    signal: AbortSignal,
  ): Promise<number> {
    const upToFloor = 'enterprise_key = ? AND change_number <= ?';
    const parameters = [enterpriseKey, changeNumber] as const;
    return kind === CHANGE_KINDS.devices
      ? this.deleteAll('erased_devices', [`${upToFloor} AND ${IS_UNREFERENCED}`, ...parameters], signal)
      : this.deleteAll('removals', [`${upToFloor} AND kind = ?`, ...parameters, kind], signal);
  }

  private async deleteAll(
    table: keyof typeof KEYS,
    condition: Condition,
    signal: AbortSignal,
    most = BATCH_ROWS,
  ): Promise<number> {
    let deleted = 0;
    await runInBatches(async () => {
      const some = await this.transactions.run(
        (manager) => deleteBatch(manager, table, KEYS[table], condition, most),
        Infinity,
      );
      deleted += some;
      return some < most;
    }, signal);
    return deleted;
  }

  /** Raises the floor to the newest change with a tombstone that is older than SYNC_TOKEN_DAYS. */
  private async raiseFloor(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<void> {
    const { manager } = this.dataSource;
    const before = (await databaseNow(manager)) - this.config.syncTokenDays * DAY_MS;
    let changeNumber = floor;
    for (;;) {
      const [oldest] = await manager.query<Record<'changeNumber' | 'recordedAt', number | string>[]>(
        oldestOf(kind),
        [enterpriseKey, enterpriseKey, changeNumber],
      );
      if (!oldest || Number(oldest.recordedAt) >= before) break;
      changeNumber = Number(oldest.changeNumber);
    }
    if (changeNumber === floor) return;
    const raisedAt = await databaseNow(manager);
    const raised = { enterpriseKey, kind: CHANGE_KINDS[kind], changeNumber, raisedAt };
    await this.transactions.run((transaction) =>
      storeEntities(transaction, ChangeFloor, [raised], { replaced: ['changeNumber', 'raisedAt'] }),
    );
  }
}
