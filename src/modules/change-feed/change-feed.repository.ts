import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { batchLoader } from '../../streaming/object-loader.js';
import type { FieldSelection } from '../../streaming/fields/field-selection.js';
import { CHANGE_KINDS, JOINED_DEVICE, tombstonesOf, type ChangeKind } from '../../database/change-log.js';
import { engineOf, type Engine } from '../../database/engine/engine.js';
import { RECORD_TABLES } from '../../database/record-tables.js';
import { conditionsOf, parseRanges, type IdRange } from '../../database/id-ranges.js';
import {
  compareKey,
  DatabaseReader,
  ReplicaReader,
  selectWhere,
  type Condition,
  type Query,
  type ReadConnection,
  type Value,
} from '../../database/rows/reader.js';

export interface Feed {
  readonly kind: ChangeKind;
  /** Returns SQL that is true for rows that the feed returns as deleted. */
  readonly isDeleted?: (alias: string) => string;
  readonly changeFields: FieldSelection;
}

export interface FeedState {
  /** 0 before the first change. */
  readonly changeNumber: number;
  readonly nonce: number;
  /** Last change with a purged tombstone, or 0. */
  readonly purgedUntil: number;
  readonly enterpriseName: string;
}

export interface ChangeLogLine {
  readonly changeNumber: number;
  readonly part: number;
  readonly nonce: number;
  readonly records: number;
  readonly removed: number;
  readonly ids: readonly IdRange[];
  readonly recordedAt: number;
}

/** Records of consecutive lines. Their last change is from `from` to `until`, inclusive. */
export interface ChangedRecords {
  readonly ids: readonly IdRange[];
  readonly from: number;
  readonly until: number;
  readonly hasRemovals: boolean;
}

/** `after` is exclusive and `upTo` inclusive. Excludes rows that changed after `changedUntil`. */
interface KeyRange {
  readonly after?: readonly number[];
  readonly upTo?: readonly number[];
  readonly changedUntil: number;
}

const LINES_AT_ONCE = 64;
const STATES_IN_BATCH = 64;

const STATE = `SELECT enterprise.name, line.change_number, line.bits, floor.change_number FROM enterprises enterprise
  LEFT JOIN changes line ON line.enterprise_key = enterprise.\`key\` AND line.kind = ? AND line.part = 0
    AND line.change_number = (SELECT MAX(other.change_number) FROM changes other
      WHERE other.enterprise_key = enterprise.\`key\` AND other.kind = ?)
  LEFT JOIN change_floors floor ON floor.enterprise_key = enterprise.\`key\` AND floor.kind = ?
  WHERE enterprise.\`key\` = ?`;

const NONCE = `SELECT bits FROM changes WHERE enterprise_key = ? AND kind = ? AND change_number = ? AND part = 0`;

const LINES = `SELECT change_number, part, bits, records, removed, recorded_at, ids FROM changes
  WHERE enterprise_key = ? AND kind = ? AND change_number >= ? AND change_number <= ?
    AND (change_number > ? OR part > ?)
  ORDER BY change_number, part LIMIT ${LINES_AT_ONCE}`;

@Injectable()
export class ChangeFeedRepository {
  private readonly engine: Engine;
  /** Shares a query between concurrent requests. Most of them need no other query. */
  private readonly states = batchLoader<readonly [enterpriseKey: number, kind: ChangeKind], FeedState>(
    STATES_IN_BATCH,
    (keys) => {
      const reads = new Map<string, Promise<FeedState | Error>>();
      return Promise.all(
        keys.map(([enterpriseKey, kind]) => {
          const name = `${enterpriseKey} ${kind}`;
          const state =
            reads.get(name) ??
            this.stateAt(this.replica, enterpriseKey, kind).catch((error: unknown) => error as Error);
          reads.set(name, state);
          return state;
        }),
      );
    },
  );

  constructor(
    private readonly replica: ReplicaReader,
    private readonly primary: DatabaseReader,
    @InjectDataSource() dataSource: DataSource,
  ) {
    this.engine = engineOf(dataSource);
  }

  state(enterpriseKey: number, kind: ChangeKind): Promise<FeedState> {
    return this.states.load([enterpriseKey, kind]);
  }

  async stateAt(
    connection: Pick<ReadConnection, 'rows'>,
    enterpriseKey: number,
    kind: ChangeKind,
  ): Promise<FeedState> {
    const number = CHANGE_KINDS[kind];
    const parameters = [number, number, number, enterpriseKey];
    const [row = []] = await connection.rows({ sql: STATE, parameters });
    const [name, ...numbers] = row;
    const [changeNumber = 0, nonce = 0, purgedUntil = 0] = numbers.map(Number); // null becomes 0
    return { changeNumber, nonce, purgedUntil, enterpriseName: String(name ?? '') };
  }

  /** Queries the primary if the replica lags. Returns undefined if the change does not exist. */
  async nonceOf(
    connection: ReadConnection,
    enterpriseKey: number,
    kind: ChangeKind,
    changeNumber: number,
    state: FeedState,
  ): Promise<number | undefined> {
    if (changeNumber === state.changeNumber) return state.nonce;
    const query = { sql: NONCE, parameters: [enterpriseKey, CHANGE_KINDS[kind], changeNumber] };
    const isLagging = changeNumber > state.changeNumber;
    const [row] = await (isLagging ? this.primary : connection).rows(query);
    return row && Number(row[0]);
  }

  async *lines(
    connection: ReadConnection,
    enterpriseKey: number,
    kind: ChangeKind,
    after: Pick<ChangeLogLine, 'changeNumber' | 'part'>,
    until: number,
  ): AsyncGenerator<ChangeLogLine> {
    let last = after;
    for (;;) {
      const { changeNumber, part } = last;
      const parameters = [enterpriseKey, CHANGE_KINDS[kind], changeNumber, until, changeNumber, part];
      const lines = (await connection.rows({ sql: LINES, parameters })).map(lineOf);
      yield* lines;
      const newest = lines.at(-1);
      if (!newest || lines.length < LINES_AT_ONCE) return;
      last = newest;
    }
  }

  *changedRows(feed: Feed, enterpriseKey: number, changed: ChangedRecords): Generator<Query> {
    const { kind, isDeleted, changeFields: fields } = feed;
    const { table, id } = RECORD_TABLES[kind];
    const inChanges = 'change_number BETWEEN ? AND ?';
    for (const [isOneOf, ...ids] of conditionsOf(changed.ids)) {
      const parameters = [enterpriseKey, ...ids, changed.from, changed.until];
      const rows = `FROM ${table} record ${this.engine.byIndex(`${table}_${id}`)} ${this.deviceOf(kind)}
      WHERE record.enterprise_key = ? AND record.${id} ${isOneOf} AND record.${inChanges}`;
      const order = `ORDER BY record.${id}`;
      if (!isDeleted) yield { sql: `SELECT ${fields.select('record')} ${rows} ${order}`, parameters };
      else {
        const deleted = isDeleted('record');
        yield { sql: `SELECT ${fields.select('record')} ${rows} AND NOT (${deleted}) ${order}`, parameters };
        yield { sql: `SELECT ${fields.selectDeleted('record')} ${rows} AND ${deleted} ${order}`, parameters };
      }
      if (!changed.hasRemovals) continue;
      const key = `removal.${id}`;
      yield {
        sql: `SELECT ${fields.selectDeleted('removal')} FROM ${tombstonesOf(kind)} AND ${key} ${isOneOf} AND removal.${inChanges} ORDER BY ${key}`,
        parameters,
      };
    }
  }

  tableRows(feed: Feed, enterpriseKey: number, range: KeyRange): Query {
    const columns = feed.changeFields.select('record');
    return this.inTableOrder(feed, enterpriseKey, range, columns, this.deviceOf(feed.kind));
  }

  keyOfRow(feed: Feed, enterpriseKey: number, range: KeyRange, count: number): Query {
    const key = RECORD_TABLES[feed.kind].order.map((column) => `record.${column}`).join(', ');
    return this.inTableOrder(feed, enterpriseKey, range, key, '', ` LIMIT 1 OFFSET ${count - 1}`);
  }

  /** Joins the device of a record. An outer join keeps the order of the records. */
  private deviceOf(kind: ChangeKind): string {
    if (kind === 'devices') return '';
    return `LEFT JOIN devices ${JOINED_DEVICE} ${this.engine.byIndex('devices_device_key')}
      ON ${JOINED_DEVICE}.enterprise_key = record.enterprise_key AND ${JOINED_DEVICE}.device_key = record.device_key`;
  }

  private inTableOrder(
    { kind, isDeleted }: Feed,
    enterpriseKey: number,
    { after, upTo, changedUntil }: KeyRange,
    columns: string,
    join: string,
    limit = '',
  ): Query {
    const { table, order } = RECORD_TABLES[kind];
    const key = order.map((column) => `record.${column}`);
    const conditions: Condition[] = [
      ['record.enterprise_key = ?', enterpriseKey],
      ['record.change_number <= ?', changedUntil],
    ];
    if (after) conditions.push(compareKey(key, after, '>'));
    if (upTo) conditions.push(compareKey(key, upTo, '<='));
    if (isDeleted) conditions.push([`NOT (${isDeleted('record')})`]);
    const byIndex =
      kind === 'devices' ? this.engine.byIndex('devices_device_key') : this.engine.byPrimaryKey(table);
    return selectWhere(
      `SELECT ${columns} FROM ${table} record ${byIndex} ${join}`,
      conditions,
      `ORDER BY ${key.join(', ')}${limit}`,
    );
  }
}

function lineOf(row: readonly Value[]): ChangeLogLine {
  const [changeNumber = 0, part = 0, nonce = 0, records = 0, removed = 0, recordedAt = 0] = row
    .slice(0, -1)
    .map(Number);
  const ids = records === 0 ? [] : parseRanges(String(row.at(-1)));
  return { changeNumber, part, nonce, records, removed, ids, recordedAt };
}
