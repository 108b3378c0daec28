import { join } from 'node:path';
import { sqliteDriver } from '../../../src/database/sqlite/sqlite-driver.js';
import type { ApiClient } from '../http/api-client.js';
import { withQuery } from '../specification/specification.js';
import { FEED_ROUTES, snapshotPath } from '../sync/feed-routes.js';

export type Row = Readonly<Record<string, unknown>>;

export function rowsOfCopy(folder: string, table: string): Row[] {
  const copy = new (sqliteDriver())(join(folder, 'copy.sqlite'), { readonly: true });
  const rows = copy.prepare(`SELECT * FROM ${table}`).all() as Row[];
  copy.close();
  return rows.map((row) => ({ ...row }));
}

/** Returns a value as SQLite returns it. */
function storedValue(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value;
}

const stored = (item: Row): Row =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, storedValue(value)]));

/** Compares the tables of a copy with the snapshots of the service, in the columns of the copy. */
export async function expectCopy(client: ApiClient, folder: string): Promise<void> {
  for (const route of FEED_ROUTES) {
    const { kind, id } = route;
    const rows = rowsOfCopy(folder, kind);
    const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'stale');
    const shown = await client.list(withQuery(snapshotPath(route), `fields=${names.join(',')}`));
    expect(rows).toHaveLength(shown.length);
    const expected = new Map(shown.map((item) => [item[id], { ...stored(item), stale: 0 }]));
    expect(new Map(rows.map((row) => [row[id], { ...row, stale: Number(row.stale) }]))).toEqual(expected);
  }
}
