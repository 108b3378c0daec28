import type { EntityManager } from 'typeorm';
import { ApiError } from '../../http/api-error.js';
import type { AuditDetails } from '../audit/audit.entity.js';
import type { AuditService } from '../audit/audit.service.js';
import type { RecordKind } from './record-kinds.js';
import type { Caller } from '../../auth/access.js';

export class ImportAudit {
  private readonly loaded = new Map<number, Partial<Record<RecordKind, number>>>();

  constructor(
    private readonly audit: AuditService,
    private readonly importer: Omit<Caller, 'enterpriseKey'>,
  ) {}

  /** Must run in the transaction of the change. */
  settingsChanged(manager: EntityManager, enterpriseKey: number, details: AuditDetails): Promise<void> {
    const caller = { ...this.importer, enterpriseKey };
    return this.audit.add(manager, caller, { action: 'settings.updated', details });
  }

  countLoaded(kind: RecordKind, enterpriseKey: number, records: number): void {
    const counts = this.loaded.get(enterpriseKey) ?? {};
    if (records > 0) this.loaded.set(enterpriseKey, { ...counts, [kind]: (counts[kind] ?? 0) + records });
  }

  /**
   * Must also run after a failed import, because loaded records stay. Skips enterprises that were erased during the
   * import.
   */
  async writeCounts(): Promise<void> {
    for (const [enterpriseKey, details] of this.loaded) {
      const entry = { action: 'import.applied' as const, details };
      await this.audit
        .record({ ...this.importer, enterpriseKey }, () => Promise.resolve(entry), Infinity)
        .catch((error: unknown) => {
          if (!(error instanceof ApiError && error.code === 'enterprise_not_found')) throw error;
        });
    }
  }
}
