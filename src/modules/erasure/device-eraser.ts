import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { takeTurns, writeChange, type Turn } from '../../database/change-log.js';
import { ErasedDevice } from '../../database/erased-device.entity.js';
import { removeRecords } from '../../database/removals.js';
import { engineOf } from '../../database/engine/engine.js';
import { inSlices, ROWS_IN_SLICE } from '../../database/slices.js';
import { Transactions } from '../../database/transactions.js';
import { AuditService } from '../audit/audit.service.js';
import { Device } from '../devices/device.entity.js';
import type { Enterprise } from '../enterprises/enterprise.entity.js';
import { ImporterService } from '../importer/importer.service.js';
import { isOfDevice, RECORD_KINDS, tableOf, type RecordKind } from '../importer/record-kinds.js';
import { Erasure } from './erasure.entity.js';
import { noteRemoved, removedBy, requireErasure, sumOf } from './progress.js';

const KINDS = RECORD_KINDS.filter(isOfDevice);

/**
 * Erases devices (decision 0031). A device goes first as by a line that removes it, so that nobody sees a part of it; then its records in
 * slices, each in the feeds; last its row, together with the event.
 */
@Injectable()
export class DeviceEraser {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly importer: ImporterService,
    private readonly audit: AuditService,
  ) {}

  /** Returns what was removed, or nothing where it was interrupted. */
  async erase(
    { key: enterpriseKey, id: enterpriseId }: Enterprise,
    { deviceKey, id }: Device,
    erasureId: string = randomUUID(),
    signal: AbortSignal,
  ): Promise<Erasure | undefined> {
    const erasure = await this.begin({
      enterpriseKey,
      deviceKey,
      id: erasureId,
      enterpriseId,
      removed: '{}',
    });
    await this.importer.importRecords('devices', [{ enterprise_id: enterpriseId, id, deleted: true }]);
    const removeSome = async (manager: EntityManager): Promise<boolean> =>
      this.removeSome(manager, erasure, await turnIn(manager, erasure));
    const isWhole = await inSlices(() => this.transactions.run(removeSome, Infinity), signal);
    if (!isWhole) return undefined;
    for (;;) {
      // an importer may have brought something in between
      const erased = await this.finish(erasure, id);
      if (erased || signal.aborted) return erased;
    }
  }

  private begin(erasure: Erasure): Promise<Erasure> {
    const { enterpriseKey, deviceKey } = erasure;
    return this.transactions.run(async (manager) => {
      const begun = await manager.findOneBy(Erasure, { enterpriseKey, deviceKey });
      if (!begun) await manager.insert(Erasure, erasure);
      return begun ?? erasure;
    }, Infinity);
  }

  private finish(erasure: Erasure, id: string): Promise<Erasure | undefined> {
    const { enterpriseKey, deviceKey } = erasure;
    const caller = { enterpriseKey, actor: 'command-line', address: '', requestId: erasure.id };
    return this.audit.recorded(
      caller,
      async (manager) => {
        const turn = await turnIn(manager, erasure);
        if (!(await this.removeSome(manager, erasure, turn))) return { result: undefined };
        const erased = await requireErasure(manager, erasure);
        const { changeNumber } = turn;
        await manager.delete(Device, { enterpriseKey, deviceKey });
        await manager.insert(ErasedDevice, { enterpriseKey, deviceKey, id, changeNumber });
        await writeChange(manager, enterpriseKey, 'devices', turn, { stored: [], removed: [deviceKey] });
        await manager.delete(Erasure, { enterpriseKey, deviceKey });
        const details = { device_id: id, ...removedBy(erased) };
        return {
          result: erased,
          entry: { action: 'device.erased', apiKeyId: '', application: '', details },
        };
      },
      Infinity,
    );
  }

  /** Removes a slice of the records. Returns whether nothing is left. */
  private async removeSome(manager: EntityManager, erasure: Erasure, turn: Turn): Promise<boolean> {
    const { enterpriseKey, deviceKey } = erasure;
    const removed: Record<string, number> = {};
    for (const kind of KINDS) {
      const room = ROWS_IN_SLICE - sumOf(removed);
      if (room === 0) break;
      const table = tableOf(kind);
      // as they are now, not as they were before the turn was waited for
      const found = await manager.query<{ id: string }[]>(
        `SELECT id FROM ${table} ${this.ofDevice(kind, table)} WHERE enterprise_key = ? AND device_key = ?
          LIMIT ${room} ${engineOf(this.dataSource).sharedLock}`,
        [enterpriseKey, deviceKey],
      );
      if (found.length === 0) continue;
      const ids = found.map(({ id }) => Number(id));
      const deviceKeys = new Map(ids.map((id) => [id, deviceKey]));
      await removeRecords(manager, enterpriseKey, turn, { kind, table, deviceKeys });
      await writeChange(manager, enterpriseKey, kind, turn, { stored: [], removed: ids });
      removed[kind] = ids.length;
    }
    await noteRemoved(manager, { enterpriseKey, deviceKey }, removed);
    return sumOf(removed) < ROWS_IN_SLICE;
  }

  /** Positions are clustered by time, all others by device. */
  private ofDevice(kind: RecordKind, table: string): string {
    const engine = engineOf(this.dataSource);
    return kind === 'locations' ? engine.byIndex('locations_device') : engine.byPrimaryKey(table);
  }
}

async function turnIn(manager: EntityManager, { enterpriseKey, enterpriseId }: Erasure): Promise<Turn> {
  const turn = (await takeTurns(manager, [enterpriseKey])).get(enterpriseKey);
  if (!turn) throw new Error(`The enterprise ${enterpriseId} has been erased meanwhile`);
  return turn;
}
