import { columnsOf, goneColumnsOf } from '../../../answers/compiled-query.js';
import { CHANGE_KINDS, type ChangeKind } from '../../../database/changes/change-kinds.js';
import { conditionsOf, idsOf, runsOf, type IdRun } from '../../../database/changes/id-runs.js';
import type { Engine } from '../../../database/engine/engine.js';
import { compareKey, type KeyCondition } from '../../../database/rows/key-condition.js';
import type { Query } from '../../../database/rows/row-reader.js';

/** How the feed of one kind finds its rows. */
export interface FeedTable {
  readonly kind: ChangeKind;
  readonly table: string;
  /** What the ledger calls a record by, and the index that finds it. */
  readonly id: string;
  readonly idIndex: string;
  /** The numbers that order the table inside an enterprise, together unique: its primary key, or an index. */
  readonly order: readonly string[];
  /** The index that has this order, where it is not the primary key. */
  readonly orderIndex?: string;
  /** Whether a row stands and is gone for everybody outside nevertheless. */
  readonly isGone?: (alias: string) => string;
}

/** Records that some changes touched. */
export interface Touched {
  readonly ids: readonly IdRun[];
  /** The changes: a record belongs to the last that touched it. */
  readonly from: number;
  readonly until: number;
  /** Whether some of them may have been removed. */
  readonly hasRemovals: boolean;
}

/** What brings the newest state of these records, of those that are gone as well. */
export function* changedRows(
  { kind, table, id, idIndex, isGone }: FeedTable,
  engine: Engine,
  enterpriseKey: number,
  touched: Touched,
): Generator<Query> {
  const during = 'BETWEEN ? AND ?';
  for (const [which, ...ids] of conditionsOf(touched.ids)) {
    const parameters = [enterpriseKey, ...ids, touched.from, touched.until];
    const rows = `FROM ${table} record ${engine.byIndex(idIndex)}
      WHERE record.enterprise_key = ? AND record.${id} ${which} AND record.change_number ${during}`;
    const inOrder = `ORDER BY record.${id}`;
    if (!isGone) yield { sql: `SELECT ${columnsOf('record')} ${rows} ${inOrder}`, parameters };
    else {
      const gone = isGone('record');
      yield { sql: `SELECT ${columnsOf('record')} ${rows} AND NOT (${gone}) ${inOrder}`, parameters };
      yield { sql: `SELECT ${goneColumnsOf('record')} ${rows} AND ${gone} ${inOrder}`, parameters };
    }
    if (!touched.hasRemovals) continue;
    // a device is called by its key in the ledger, and by its name outside
    const [removals, key] =
      kind === 'devices'
        ? ['erased_devices removal WHERE removal.enterprise_key = ?', 'removal.device_key']
        : [
            `removals removal WHERE removal.enterprise_key = ? AND removal.kind = ${CHANGE_KINDS[kind]}`,
            'removal.id',
          ];
    yield {
      sql: `SELECT ${goneColumnsOf('removal')} FROM ${removals} AND ${key} ${which} AND removal.change_number ${during} ORDER BY ${key}`,
      parameters,
    };
  }
}

export const unionOf = (runs: readonly IdRun[]): IdRun[] => runsOf(runs.flatMap(idsOf));

/** What of the table a walk reads: behind one row and up to another, and nothing that came after it had begun. */
export interface Stretch {
  readonly after?: readonly number[];
  readonly upTo?: readonly number[];
  readonly changedUntil: number;
}

/** The rows in the order of the table. */
export function walkedRows(form: FeedTable, engine: Engine, enterpriseKey: number, stretch: Stretch): Query {
  return walk(form, engine, enterpriseKey, stretch, columnsOf('record'), '');
}

/** The place of the row behind which there are `most - 1` before it. */
export function endOfStretch(
  form: FeedTable,
  engine: Engine,
  enterpriseKey: number,
  stretch: Stretch,
  most: number,
): Query {
  const place = form.order.map((column) => `record.${column}`).join(', ');
  return walk(form, engine, enterpriseKey, stretch, place, ` LIMIT 1 OFFSET ${most - 1}`);
}

function walk(
  { table, order, orderIndex, isGone }: FeedTable,
  engine: Engine,
  enterpriseKey: number,
  { after, upTo, changedUntil }: Stretch,
  columns: string,
  end: string,
): Query {
  const columnsOfKey = order.map((column) => `record.${column}`);
  const conditions: KeyCondition[] = [
    ['record.enterprise_key = ?', enterpriseKey],
    ['record.change_number <= ?', changedUntil],
  ];
  if (after) conditions.push(compareKey(columnsOfKey, after, '>'));
  if (upTo) conditions.push(compareKey(columnsOfKey, upTo, '<='));
  if (isGone) conditions.push([`NOT (${isGone('record')})`]);
  const inOrder = orderIndex === undefined ? engine.byPrimaryKey(table) : engine.byIndex(orderIndex);
  const where = conditions.map(([sql]) => sql).join(' AND ');
  return {
    sql: `SELECT ${columns} FROM ${table} record ${inOrder} WHERE ${where} ORDER BY ${columnsOfKey.join(', ')}${end}`,
    parameters: conditions.flatMap(([, ...parameters]) => parameters),
  };
}
