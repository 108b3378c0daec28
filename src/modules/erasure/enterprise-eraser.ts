import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type EntityMetadata } from 'typeorm';
import { deleteSlice, inSlices, ROWS_IN_SLICE } from '../../database/slices.js';
import { Transactions } from '../../database/transactions.js';
import { ApiKey } from '../api-keys/api-key.entities.js';
import { AuditHead } from '../audit/audit.entity.js';
import { AuditService, SERVICE_AUDIT } from '../audit/audit.service.js';
import { Enterprise } from '../enterprises/enterprise.entity.js';
import { RECORD_KINDS, tableOf } from '../importer/record-kinds.js';
import { Administrator } from '../sign-in/administrator.entity.js';
import { PortalSession } from '../sign-in/portal-session.entity.js';
import { Erasure } from './erasure.entity.js';
import {
  addRemoved,
  removedBy,
  requireErasure,
  WHOLE_ENTERPRISE,
  type ErasureKey,
} from './erasure.repository.js';

/** The names of tables in the audit event. It does not count the rows of the others. */
const COUNTED: Readonly<Record<string, string>> = Object.fromEntries(
  RECORD_KINDS.map((kind) => [tableOf(kind), kind]),
);

/**
 * Erases enterprises (decision 0031). First deletes the credentials and the enterprise itself: from then on no data can be read or
 * added. The other tables follow in batches.
 */
@Injectable()
export class EnterpriseEraser {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /** All tables with rows of enterprises. */
  private get tables(): EntityMetadata[] {
    return this.dataSource.entityMetadatas.filter(
      (entity) => entity.target !== Erasure && entity.findColumnWithPropertyName('enterpriseKey'),
    );
  }

  /** Returns whether the enterprise exists, or an erasure of it was interrupted. */
  async exists(enterpriseId: string): Promise<boolean> {
    const { manager } = this.dataSource;
    const begun = { enterpriseId, deviceKey: WHOLE_ENTERPRISE };
    return (await manager.existsBy(Enterprise, { id: enterpriseId })) || manager.existsBy(Erasure, begun);
  }

  /** Returns the erasures that it finishes; undefined if it was interrupted. */
  async erase(
    enterpriseId: string,
    erasureId: string = randomUUID(),
    signal: AbortSignal,
  ): Promise<Erasure[] | undefined> {
    await this.transactions.run((manager) => this.begin(manager, enterpriseId, erasureId), Infinity);
    const begun = { enterpriseId, deviceKey: WHOLE_ENTERPRISE };
    const erased: Erasure[] = [];
    for (const erasure of await this.dataSource.manager.findBy(Erasure, begun)) {
      if (!(await this.deleteRows(erasure, signal))) return undefined;
      erased.push(await this.finish(erasure));
    }
    return erased;
  }

  /** Takes its locks in the same order as changes with an audit event. */
  private async begin(manager: EntityManager, enterpriseId: string, id: string): Promise<void> {
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

  private async deleteRows({ enterpriseKey, deviceKey }: ErasureKey, signal: AbortSignal): Promise<boolean> {
    const which = { enterpriseKey, deviceKey };
    for (const entity of this.tables) {
      const batch = () => this.transactions.run((manager) => deleteSome(manager, which, entity), Infinity);
      if (!(await inSlices(batch, signal))) return false;
    }
    return true;
  }

  /** The event stays in the audit log of the service. */
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

/** Returns whether the table is empty. */
async function deleteSome(
  manager: EntityManager,
  which: ErasureKey,
  { tableName, primaryColumns }: EntityMetadata,
): Promise<boolean> {
  const key = primaryColumns.map(({ databaseName }) => databaseName);
  const removed = await deleteSlice(manager, tableName, key, ['enterprise_key = ?', which.enterpriseKey]);
  const kind = COUNTED[tableName];
  if (kind !== undefined) await addRemoved(manager, which, { [kind]: removed });
  return removed < ROWS_IN_SLICE;
}
