import type { DataSource } from 'typeorm';
import { beginChanges, logChange, CHANGE_KIND_NAMES, type ChangeKind } from '../../database/change-log.js';
import { engineOf } from '../../database/engine/engine.js';
import { placesOf } from '../../database/engine/upsert.js';
import { noteFigure } from '../../database/figures.js';
import { RECORD_TABLES } from '../../database/record-tables.js';
import { Transactions } from '../../database/transactions.js';

const BATCH_ROWS = 1_000;

/**
 * Adds rows without a change number to the change log: those of other writers, and those older than the log. Until then
 * no feed contains them (docs/contract.md, 2.12). Yields the number of rows of each kind.
 */
export async function* numberRows(dataSource: DataSource): AsyncGenerator<[kind: ChangeKind, rows: number]> {
  const enterprises = await dataSource.query<{ key: number }[]>(
    'SELECT `key` FROM enterprises ORDER BY `key`',
  );
  for (const kind of CHANGE_KIND_NAMES) {
    let rows = 0;
    for (const { key } of enterprises) {
      let from = Number.MIN_SAFE_INTEGER;
      for (let ids; (ids = await numberBatch(dataSource, kind, key, from)).length > 0;) {
        rows += ids.length;
        from = Math.max(...ids) + 1;
      }
    }
    if (rows > 0) await noteFigure(new Transactions(dataSource), kind);
    yield [kind, rows];
  }
}

/** Uses its own transaction, which does not block other writers. Returns the row identifiers. */
function numberBatch(
  dataSource: DataSource,
  kind: ChangeKind,
  enterpriseKey: number,
  from: number,
): Promise<number[]> {
  const { table, id } = RECORD_TABLES[kind];
  return new Transactions(dataSource).run(async (transaction) => {
    const ticket = (await beginChanges(transaction, [enterpriseKey])).get(enterpriseKey);
    if (!ticket) return [];
    const found = await transaction.query<{ id: string }[]>(
      `SELECT ${id} AS id FROM ${table} ${engineOf(dataSource).byIndex(`${table}_${id}`)}
        WHERE enterprise_key = ? AND ${id} >= ? AND change_number = 0 ORDER BY ${id} LIMIT ${BATCH_ROWS}`,
      [enterpriseKey, from],
    );
    const ids = found.map((row) => Number(row.id));
    if (ids.length === 0) return ids;
    await transaction.query(
      `UPDATE ${table} SET change_number = ? WHERE enterprise_key = ? AND ${id} IN ${placesOf(ids)}`,
      [ticket.changeNumber, enterpriseKey, ...ids],
    );
    await logChange(transaction, enterpriseKey, kind, ticket, { stored: ids, removed: [] });
    return ids;
  }, Infinity);
}
