import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import type { AuditEntry, AuditService } from '../audit/audit.service.js';
import type { RecordKind } from './record-kinds.js';

/**
 * What the audit trails tell of an import: what it changed of an enterprise's settings, in the transaction of the change, and at its end
 * how many records of the enterprise it loaded.
 */
export class ImportTrail {
  private readonly loaded = new Map<number, Partial<Record<RecordKind, number>>>();

  constructor(
    private readonly audit: AuditService,
    private readonly importer: Omit<Caller, 'enterpriseKey'>,
  ) {}

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

  wasLoaded(kind: RecordKind, enterpriseKey: number, records: number): void {
    if (records === 0) return;
    const counts = this.loaded.get(enterpriseKey) ?? {};
    counts[kind] = (counts[kind] ?? 0) + records;
    this.loaded.set(enterpriseKey, counts);
  }

  /** Also where the import comes to no end: what was loaded stays. */
  async tell(): Promise<void> {
    for (const [enterpriseKey, details] of this.loaded)
      await this.audit.recorded({ ...this.importer, enterpriseKey }, () =>
        Promise.resolve({ result: undefined, entry: { action: 'import.applied', details } } as const),
      );
    this.loaded.clear();
  }
}
