import { setImmediate as nextIteration, setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { engineOf } from './engine/engine.js';
import type { Condition } from './rows/reader.js';

export const BATCH_ROWS = 1_000;

/**
 * Runs batches until one returns true. Pauses after each for as long as it took, so that other work gets at least half
 * of the time. Returns false if the signal stops it.
 */
export async function runInBatches(batch: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    await nextIteration(); // yields to the event loop, because SQLite never waits
    if (signal.aborted) return false;
    const started = performance.now();
    if (await batch()) return true;
    await wait(performance.now() - started, undefined, { signal }).catch(() => undefined);
  }
}

export async function deleteBatch(
  { queryRunner, dataSource }: EntityManager,
  table: string,
  key: readonly string[],
  [condition, ...parameters]: Condition,
  most = BATCH_ROWS,
): Promise<number> {
  const sql = engineOf(dataSource).deleteSomeSql(table, key, condition, most);
  const result = await queryRunner?.query(sql, parameters, true);
  return result?.affected ?? 0;
}
