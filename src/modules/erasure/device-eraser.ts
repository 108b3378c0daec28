import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { beginChanges, logChange, type ChangeTicket, deleteRecords } from '../../database/change-log.js';
import { ErasedDevice } from '../../database/change-log.entities.js';
import { engineOf } from '../../database/engine/engine.js';
import { noteFigure } from '../../database/figures.js';
import { runInBatches, BATCH_ROWS } from '../../database/delete-in-batches.js';
import { RECORD_TABLES } from '../../database/record-tables.js';
import { Transactions } from '../../database/transactions.js';
import { AuditService } from '../audit/audit.service.js';
import { Device } from '../devices/device.entity.js';
import { Enterprise } from '../enterprises/enterprise.entity.js';
import { ImporterService } from '../importer/importer.service.js';
import { isOfDevice, RECORD_KINDS } from '../importer/record-kinds.js';
import { Erasure, addRemoved, requireErasure, type Removed } from './erasure.entity.js';

const KINDS = RECORD_KINDS.filter(isOfDevice);

/**
 * Erases devices (decision 0031). First marks the device as deleted, so that no response shows a part of it. Then
 * deletes its records in batches, and last its row together with the audit event.
 */
@Injectable()
export class DeviceEraser {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly importer: ImporterService,
    private readonly audit: AuditService,
  ) {}

  async erase(
    enterpriseId: string,
    deviceId: string,
    id: string,
    signal: AbortSignal,
  ): Promise<Erasure[] | undefined> {
    const { manager } = this.dataSource;
    const enterprise = await manager.findOneBy(Enterprise, { id: enterpriseId });
    const ofDevice = enterprise && { enterpriseKey: enterprise.key, id: deviceId };
    const device = ofDevice && (await manager.findOneBy(Device, ofDevice));
    if (!device) return [];
    const { enterpriseKey, deviceKey } = device;
    const erasure = await this.transactions.run(async (transaction) => {
      const unfinished = await transaction.findOneBy(Erasure, { enterpriseKey, deviceKey });
      const created = { enterpriseKey, deviceKey, id, enterpriseId, removed: {} };
      if (!unfinished) await transaction.insert(Erasure, created);
      return unfinished ?? created;
    }, Infinity);
    await this.importer.importRecords('devices', [
      { enterprise_id: enterpriseId, id: deviceId, deleted: true },
    ]);
    const deleteSome = async (manager: EntityManager): Promise<boolean> =>
      this.deleteSome(manager, erasure, await beginChange(manager, erasure));
    if (!(await runInBatches(() => this.transactions.run(deleteSome, Infinity), signal))) return undefined;
    do {
      // Repeats, because an importer may have added records.
      const erased = await this.finish(erasure, deviceId);
      if (erased) {
        const kinds = ['devices', ...KINDS.filter((kind) => erased.removed[kind])] as const;
        for (const kind of kinds) await noteFigure(this.transactions, kind);
        return [erased];
      }
    } while (!signal.aborted);
    return undefined;
  }

  private finish(erasure: Erasure, id: string): Promise<Erasure | undefined> {
    const { enterpriseKey, deviceKey } = erasure;
    const caller = { enterpriseKey, actor: 'command-line', address: '', requestId: erasure.id };
    return this.audit.recorded(
      caller,
      async (manager) => {
        const ticket = await beginChange(manager, erasure);
        if (!(await this.deleteSome(manager, erasure, ticket))) return { result: undefined };
        const erased = await requireErasure(manager, erasure);
        await manager.delete(Device, { enterpriseKey, deviceKey });
        const { changeNumber } = ticket;
        await manager.insert(ErasedDevice, { enterpriseKey, deviceKey, id, changeNumber });
        await logChange(manager, enterpriseKey, 'devices', ticket, { stored: [], removed: [deviceKey] });
        await manager.delete(Erasure, { enterpriseKey, deviceKey });
        const details = { device_id: id, ...erased.removed };
        return { result: erased, entry: { action: 'device.erased', details } };
      },
      Infinity,
    );
  }

  /** Returns true if no records are left. */
  private async deleteSome(manager: EntityManager, erasure: Erasure, ticket: ChangeTicket): Promise<boolean> {
    const { enterpriseKey, deviceKey } = erasure;
    const engine = engineOf(this.dataSource);
    const removed: Removed = {};
    let left = BATCH_ROWS;
    for (const kind of KINDS) {
      if (left === 0) break;
      const { table } = RECORD_TABLES[kind];
      const index = kind === 'locations' ? engine.byIndex('locations_device') : engine.byPrimaryKey(table);
      // A locking read also sees rows that were committed during the wait for the enterprise's lock.
      const found = await manager.query<{ id: string }[]>(
        `SELECT id FROM ${table} ${index} WHERE enterprise_key = ? AND device_key = ?
          LIMIT ${left} ${engine.sharedLock}`,
        [enterpriseKey, deviceKey],
      );
      if (found.length === 0) continue;
      const ids = found.map(({ id }) => Number(id));
      const deviceKeys = new Map(ids.map((id) => [id, deviceKey]));
      await deleteRecords(manager, enterpriseKey, ticket, { kind, table, deviceKeys });
      await logChange(manager, enterpriseKey, kind, ticket, { stored: [], removed: ids });
      removed[kind] = ids.length;
      left -= ids.length;
    }
    if (left < BATCH_ROWS) await addRemoved(manager, erasure, removed);
    return left > 0;
  }
}

async function beginChange(
  manager: EntityManager,
  { enterpriseKey, enterpriseId }: Erasure,
): Promise<ChangeTicket> {
  const ticket = (await beginChanges(manager, [enterpriseKey])).get(enterpriseKey);
  if (!ticket) throw new Error(`Another run has erased the enterprise ${enterpriseId}`);
  return ticket;
}
