import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { engineOf } from './engine/engine.js';
import type { Condition } from './rows/conditions.js';

/** A slice takes about as long as a batch of an import. */
export const ROWS_IN_SLICE = 1_000;

/**
 * Does slice after slice until one was the last, and rests behind each as long as it took: others have half of the time at least, on a
 * busy database more. Returns whether it came to the end.
 */
export async function inSlices(slice: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    await nextTurn(); // an embedded engine has not waited for anything
    if (signal.aborted) return false;
    const started = performance.now();
    if (await slice()) return true;
    await wait(performance.now() - started, undefined, { signal }).catch(() => undefined);
  }
}

/** Removes no more than a slice of the rows of a table that meet a condition, in the order of its primary key. Returns how many went. */
export async function deleteSlice(
  { queryRunner, dataSource }: EntityManager,
  table: string,
  key: readonly string[],
  [condition, ...parameters]: Condition,
  most = ROWS_IN_SLICE,
): Promise<number> {
  const sql = engineOf(dataSource).deleteSomeSql(table, key, condition, most);
  const result = await queryRunner?.query(sql, parameters, true);
  return result?.affected ?? 0;
}
