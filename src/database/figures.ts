import type { EntityManager } from 'typeorm';
import type { ChangeKind } from './change-log.js';
import { databaseNow } from './engine/engine.js';
import { Figure } from './figure.entity.js';
import type { Transactions } from './transactions.js';

/** The last import, the last run of retention, and the newest change of each kind. */
type FigureName = 'import' | 'retention' | ChangeKind;

/**
 * Stores the current time. Uses a transaction of its own after the work, because writers of all enterprises share the row
 * and would wait for each other. Never fails, because the work is done.
 */
export async function noteFigure(transactions: Transactions, name: FigureName): Promise<void> {
  const store = async (manager: EntityManager) =>
    manager.upsert(Figure, { name, notedAt: await databaseNow(manager) }, ['name']);
  await transactions.run(store, Infinity).catch(() => undefined);
}
