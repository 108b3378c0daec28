import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import type { AuditEntry, AuditService } from '../audit/audit.service.js';
import type { RecordKind } from './record-kinds.js';

/** Writes changed settings of enterprises to the audit logs, and at the end how many records of each enterprise were loaded. */
export class ImportAudit {
  private readonly loaded = new Map<number, Partial<Record<RecordKind, number>>>();

  constructor(
    private readonly audit: AuditService,
    private readonly importer: Omit<Caller, 'enterpriseKey'>,
  ) {}

  /** Belongs to the transaction of the change. */
  settingsChanged(
    manager: EntityManager,
    enterpriseKey: number,
    details: AuditEntry['details'],
  ): Promise<void> {
    return this.audit.add(
      manager,
      { ...this.importer, enterpriseKey },
      { action: 'settings.updated', details },
    );
  }

  countLoaded(kind: RecordKind, enterpriseKey: number, records: number): void {
    if (records === 0) return;
    const counts = this.loaded.get(enterpriseKey) ?? {};
    counts[kind] = (counts[kind] ?? 0) + records;
    this.loaded.set(enterpriseKey, counts);
  }

  /** Also called after a failed import: what was loaded stays. */
  async writeCounts(): Promise<void> {
    for (const [enterpriseKey, details] of this.loaded)
      await this.audit.recorded({ ...this.importer, enterpriseKey }, () =>
        Promise.resolve({ result: undefined, entry: { action: 'import.applied', details } } as const),
      );
    this.loaded.clear();
  }
}
