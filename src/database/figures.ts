import type { EntityManager } from 'typeorm';
import type { ChangeKind } from './change-log.js';
import { engineOf } from './engine/engine.js';
import type { Transactions } from './transactions.js';

/** The last import, the last run of retention, and the newest change of each kind. */
export type FigureName = 'import' | 'retention' | ChangeKind;

/**
 * Stores the current time. Uses a transaction of its own after the work, because writers of all enterprises share the row
 * and would wait for each other. Never fails, because the work is done.
 */
export async function noteFigure(transactions: Transactions, name: FigureName): Promise<void> {
  const store = async (manager: EntityManager): Promise<void> => {
    const engine = engineOf(manager.dataSource);
    const change = `noted_at = ${engine.upsertedValue('noted_at')}`;
    const sql = `INSERT INTO figures (name, noted_at) VALUES (?, ${engine.now}) ${engine.onConflict(['name'])} ${change}`;
    await manager.query(sql, [name]);
  };
  await transactions.run(store, Infinity).catch(() => undefined);
}
