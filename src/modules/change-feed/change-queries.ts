import { columnsOf, goneColumnsOf } from '../../streaming/prepared-query.js';
import { idColumnOf, type ChangeKind, tombstonesOf } from '../../database/change-log.js';
import { conditionsOf, idsOf, rangesOf, type IdRange } from '../../database/id-ranges.js';
import type { Engine } from '../../database/engine/engine.js';
import { compareKey, selectWhere, type Condition } from '../../database/rows/conditions.js';
import type { Query } from '../../database/rows/reader.js';

/** How the feed of one kind finds its rows. */
export interface FeedTable {
  readonly kind: ChangeKind;
  readonly table: string;
  /** The numbers that order the table inside an enterprise, together unique: its primary key, or of devices their number. */
  readonly order: readonly string[];
  /** Whether a row stands and is gone for everybody outside nevertheless. */
  readonly isGone?: (alias: string) => string;
}

/** Records that some changes touched. */
export interface Touched {
  readonly ids: readonly IdRange[];
  /** The changes: a record belongs to the last that touched it. */
  readonly from: number;
  readonly until: number;
  /** Whether some of them may have been removed. */
  readonly hasRemovals: boolean;
}

/** What brings the newest state of these records, of those that are gone as well. */
export function* changedRows(
  { kind, table, isGone }: FeedTable,
  engine: Engine,
  enterpriseKey: number,
  touched: Touched,
): Generator<Query> {
  const { id, index } = idColumnOf(kind, table);
  const during = 'BETWEEN ? AND ?';
  for (const [which, ...ids] of conditionsOf(touched.ids)) {
    const parameters = [enterpriseKey, ...ids, touched.from, touched.until];
    const rows = `FROM ${table} record ${engine.byIndex(index)}
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
    const key = `removal.${id}`;
    yield {
      sql: `SELECT ${goneColumnsOf('removal')} FROM ${tombstonesOf(kind)} AND ${key} ${which} AND removal.change_number ${during} ORDER BY ${key}`,
      parameters,
    };
  }
}

export const unionOf = (runs: readonly IdRange[]): IdRange[] => rangesOf(runs.flatMap(idsOf));

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
  { kind, table, order, isGone }: FeedTable,
  engine: Engine,
  enterpriseKey: number,
  { after, upTo, changedUntil }: Stretch,
  columns: string,
  end: string,
): Query {
  const columnsOfKey = order.map((column) => `record.${column}`);
  const conditions: Condition[] = [
    ['record.enterprise_key = ?', enterpriseKey],
    ['record.change_number <= ?', changedUntil],
  ];
  if (after) conditions.push(compareKey(columnsOfKey, after, '>'));
  if (upTo) conditions.push(compareKey(columnsOfKey, upTo, '<='));
  if (isGone) conditions.push([`NOT (${isGone('record')})`]);
  const { index } = idColumnOf(kind, table);
  const inOrder = kind === 'devices' ? engine.byIndex(index) : engine.byPrimaryKey(table);
  return selectWhere(
    `SELECT ${columns} FROM ${table} record ${inOrder}`,
    conditions,
    `ORDER BY ${columnsOfKey.join(', ')}${end}`,
  );
}
