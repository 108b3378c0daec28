import { Column, Entity, type EntityManager } from 'typeorm';
import type { ChangeKind } from './change-log.js';
import { databaseNow } from './engine/engine.js';
import { TimeColumn } from './schema/columns.js';
import type { Transactions } from './transactions.js';

/** Time of the last event of a name, by the clock of the database. Metrics read it instead of large tables. */
@Entity('figures', { withoutRowid: true })
export class Figure {
  @Column({ type: 'varchar', length: 64, primary: true })
  name: string;

  @TimeColumn()
  notedAt: number;
}

/** The last import, the last run of retention, and the newest change of each kind. */
export type FigureName = 'import' | 'retention' | ChangeKind;

/**
 * Stores the current time. Uses a transaction of its own after the work, because writers of all enterprises share the row
 * and would wait for each other. Never fails, because the work is done.
 */
export async function noteFigure(transactions: Transactions, name: FigureName): Promise<void> {
  const store = async (manager: EntityManager) =>
    manager.upsert(Figure, { name, notedAt: await databaseNow(manager) }, ['name']);
  await transactions.run(store, Infinity).catch(() => undefined);
}
