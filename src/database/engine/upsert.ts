import type { EntityManager } from 'typeorm';
import type { Value } from '../rows/row-reader.js';
import { engineOf, type Upsert } from './engine.js';

/** Half of what SQLite takes. A batch of most tables is one statement, and smaller ones gain nothing. */
const VALUES_IN_ONE_STATEMENT = 16_000;

/** `onConflict` begins what is done with a row that is there, `given` is a value of the new one, in the engine's words. */
export function upsertSql(
  { table, columns, replaced, sums = [] }: Upsert,
  values: string,
  onConflict: string,
  given: (column: string) => string,
): string {
  const changes = [
    ...replaced.map((column) => `${column} = ${given(column)}`),
    ...sums.map((column) => `${column} = ${column} + ${given(column)}`),
  ];
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values} ${onConflict} ${changes.join(', ')}`;
}

export function placesOf(values: readonly unknown[]): string {
  return `(${values.map(() => '?').join(', ')})`;
}

/** Stores rows; of those with one identity the last stays. Instances that write at once do so in one order, or try again. */
export async function storeRows(
  manager: EntityManager,
  upsert: Upsert,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const engine = engineOf(manager.dataSource);
  const places = placesOf(upsert.columns);
  const atOnce = Math.floor(VALUES_IN_ONE_STATEMENT / upsert.columns.length);
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = rows.slice(at, at + atOnce);
    const values = some.map(() => places).join(', ');
    await manager.query(engine.upsertSql(upsert, values), some.flat());
  }
}
