import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type EntityMetadata } from 'typeorm';
import { BATCH_ROWS, deleteBatch, runInBatches } from '../../database/delete-in-batches.js';
import { engineOf } from '../../database/engine/engine.js';
import { Transactions } from '../../database/transactions.js';
import { ApiKey } from '../api-keys/api-key.entities.js';
import { AuditEvent, AuditHead } from '../audit/audit.entity.js';
import { AuditService, SERVICE_AUDIT } from '../audit/audit.service.js';
import { Device } from '../devices/device.entity.js';
import { Enterprise } from '../enterprises/enterprise.entity.js';
import { RECORD_KINDS, tableOf } from '../importer/record-kinds.js';
import { Administrator, PortalSession } from '../sign-in/administrator.entity.js';
import { DeviceEraser } from './device-eraser.js';
import {
  addRemoved,
  Erasure,
  removedBy,
  requireErasure,
  WHOLE_ENTERPRISE,
  type ErasureKey,
  type Removed,
} from './erasure.entity.js';

export interface Target {
  readonly enterpriseId: string;
  readonly deviceId?: string;
  readonly id?: string;
}

export interface Erased extends Target {
  readonly id: string;
  readonly at: number;
  readonly removed: Removed;
}

/** Names of tables in the audit event, which does not count the rows of other tables. */
const COUNTED: Readonly<Record<string, string>> = Object.fromEntries(
  RECORD_KINDS.map((kind) => [tableOf(kind), kind]),
);

/**
 * Erases devices and enterprises (docs/contract.md, 2.14; decision 0031). For an enterprise, first deletes the
 * credentials and the enterprise itself, so that no data can be read or added. The other tables follow in batches.
 */
@Injectable()
export class ErasureService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly devices: DeviceEraser,
    private readonly audit: AuditService,
  ) {}

  /** Returns a message for an operator if there is nothing to erase. An interrupted erasure can be continued. */
  async missing({ enterpriseId, deviceId }: Target): Promise<string | undefined> {
    const { manager } = this.dataSource;
    const enterprise = await manager.findOneBy(Enterprise, { id: enterpriseId });
    const begun = { enterpriseId, deviceKey: WHOLE_ENTERPRISE };
    const exists =
      enterprise !== null || (deviceId === undefined && (await manager.existsBy(Erasure, begun)));
    if (!exists) return `There is no enterprise ${enterpriseId}`;
    if (deviceId === undefined || (await this.findDevice(enterprise, deviceId))) return undefined;
    return `There is no device ${deviceId} in the enterprise ${enterpriseId}`;
  }

  async erase(
    { enterpriseId, deviceId, id = randomUUID() }: Target,
    signal: AbortSignal,
  ): Promise<Erased[] | undefined> {
    const erasures =
      deviceId === undefined
        ? await this.eraseEnterprise(enterpriseId, id, signal)
        : await this.eraseDevice(enterpriseId, deviceId, id, signal);
    await engineOf(this.dataSource).emptyLog(this.dataSource);
    return erasures?.map((erasure) => ({
      id: erasure.id,
      at: Date.now(),
      enterpriseId,
      ...(deviceId !== undefined && { deviceId }),
      removed: removedBy(erasure),
    }));
  }

  async list(): Promise<Erased[]> {
    const { manager } = this.dataSource;
    const ofService = { enterpriseKey: SERVICE_AUDIT, action: 'enterprise.erased' };
    const erased = (await manager.findBy(AuditEvent, ofService)).map((event) => erasedBy(event));
    for (const { key, id } of await manager.find(Enterprise)) {
      const events = await manager.findBy(AuditEvent, { enterpriseKey: key, action: 'device.erased' });
      erased.push(...events.map((event) => erasedBy(event, id)));
    }
    return erased.sort((one, other) => one.at - other.at);
  }

  private async eraseDevice(
    enterpriseId: string,
    deviceId: string,
    erasureId: string,
    signal: AbortSignal,
  ): Promise<Erasure[] | undefined> {
    const enterprise = await this.dataSource.manager.findOneBy(Enterprise, { id: enterpriseId });
    const device = await this.findDevice(enterprise, deviceId);
    if (!enterprise || !device) return [];
    const erasure = await this.devices.erase(enterprise, device, erasureId, signal);
    return erasure && [erasure];
  }

  private findDevice(enterprise: Enterprise | null, id: string): Promise<Device | null> {
    const { manager } = this.dataSource;
    return enterprise
      ? manager.findOneBy(Device, { enterpriseKey: enterprise.key, id })
      : Promise.resolve(null);
  }

  private async eraseEnterprise(
    enterpriseId: string,
    erasureId: string,
    signal: AbortSignal,
  ): Promise<Erasure[] | undefined> {
    await this.transactions.run((manager) => beginErasure(manager, enterpriseId, erasureId), Infinity);
    const begun = { enterpriseId, deviceKey: WHOLE_ENTERPRISE };
    const erased: Erasure[] = [];
    for (const erasure of await this.dataSource.manager.findBy(Erasure, begun)) {
      if (!(await this.deleteRows(erasure, signal))) return undefined;
      erased.push(await this.finish(erasure));
    }
    return erased;
  }

  private async deleteRows(erasure: Erasure, signal: AbortSignal): Promise<boolean> {
    const tables = this.dataSource.entityMetadatas.filter(
      (entity) => entity.target !== Erasure && entity.findColumnWithPropertyName('enterpriseKey'),
    );
    for (const table of tables) {
      const batch = () => this.transactions.run((manager) => deleteSome(manager, erasure, table), Infinity);
      if (!(await runInBatches(batch, signal))) return false;
    }
    return true;
  }

  /** Writes to the audit log of the service, because that of the enterprise is deleted. */
  private finish({ enterpriseKey, deviceKey, id }: Erasure): Promise<Erasure> {
    const caller = { enterpriseKey: SERVICE_AUDIT, actor: 'command-line', address: '', requestId: id };
    return this.audit.recorded(
      caller,
      async (manager) => {
        const erased = await requireErasure(manager, { enterpriseKey, deviceKey });
        await manager.delete(Erasure, { enterpriseKey });
        const details = { enterprise_id: erased.enterpriseId, ...removedBy(erased) };
        return {
          result: erased,
          entry: { action: 'enterprise.erased', apiKeyId: '', application: '', details },
        };
      },
      Infinity,
    );
  }
}

/** Takes its locks in the same order as changes with an audit event. */
async function beginErasure(manager: EntityManager, enterpriseId: string, id: string): Promise<void> {
  const enterprise = await manager.findOneBy(Enterprise, { id: enterpriseId });
  if (!enterprise) return;
  const { key: enterpriseKey } = enterprise;
  await manager.delete(AuditHead, { enterpriseKey });
  const { affected } = await manager.delete(Enterprise, { key: enterpriseKey });
  if (affected === 0) return;
  const keys = await manager.delete(ApiKey, { enterpriseKey });
  const administrators = await manager.delete(Administrator, { enterpriseKey });
  await manager.delete(PortalSession, { enterpriseKey });
  const removed = { api_keys: keys.affected ?? 0, administrators: administrators.affected ?? 0 };
  await manager.insert(Erasure, {
    enterpriseKey,
    deviceKey: WHOLE_ENTERPRISE,
    id,
    enterpriseId,
    removed: JSON.stringify(removed),
  });
}

async function deleteSome(
  manager: EntityManager,
  { enterpriseKey, deviceKey }: ErasureKey,
  { tableName, primaryColumns }: EntityMetadata,
): Promise<boolean> {
  const primaryKey = primaryColumns.map(({ databaseName }) => databaseName);
  const removed = await deleteBatch(manager, tableName, primaryKey, ['enterprise_key = ?', enterpriseKey]);
  const kind = COUNTED[tableName];
  if (kind !== undefined) await addRemoved(manager, { enterpriseKey, deviceKey }, { [kind]: removed });
  return removed < BATCH_ROWS;
}

function erasedBy({ requestId, at, details }: AuditEvent, enterpriseId = ''): Erased {
  const { enterprise_id, device_id, ...removed } = JSON.parse(details) as Record<string, unknown>;
  return {
    id: requestId,
    at,
    enterpriseId: typeof enterprise_id === 'string' ? enterprise_id : enterpriseId,
    ...(typeof device_id === 'string' && { deviceId: device_id }),
    removed: removed as Removed,
  };
}
