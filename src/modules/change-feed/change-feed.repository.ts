import { Injectable } from '@nestjs/common';
import { batchLoader } from '../../streaming/batch-loader.js';
import { CHANGE_KINDS, type ChangeKind } from '../../database/change-log.js';
import { parseRanges, type IdRange } from '../../database/id-ranges.js';
import {
  ReplicaReader,
  DatabaseReader,
  type ReadConnection,
  type Value,
} from '../../database/rows/reader.js';

/** Where one kind of record of an enterprise stands. */
export interface State {
  /** The last change of the kind; 0 where there was none. */
  readonly changeNumber: number;
  readonly bits: number;
  /** The last change of which a removal is forgotten; 0 where there is none. */
  readonly forgottenUntil: number;
  readonly enterpriseName: string;
}

/** A line of the ledger. */
export interface Line {
  readonly changeNumber: number;
  readonly part: number;
  readonly bits: number;
  readonly records: number;
  readonly removed: number;
  readonly ids: readonly IdRange[];
  readonly recordedAt: number;
}

/** Behind this line. */
export type Behind = Pick<Line, 'changeNumber' | 'part'>;

const LINES_AT_ONCE = 64;
const MOST_AT_ONCE = 64;

const STATE = `SELECT enterprise.name, line.change_number, line.bits, floor.change_number FROM enterprises enterprise
  LEFT JOIN changes line ON line.enterprise_key = enterprise.\`key\` AND line.kind = ? AND line.part = 0
    AND line.change_number = (SELECT MAX(other.change_number) FROM changes other
      WHERE other.enterprise_key = enterprise.\`key\` AND other.kind = ?)
  LEFT JOIN change_floors floor ON floor.enterprise_key = enterprise.\`key\` AND floor.kind = ?
  WHERE enterprise.\`key\` = ?`;

const BITS = `SELECT bits FROM changes WHERE enterprise_key = ? AND kind = ? AND change_number = ? AND part = 0`;

const LINES = `SELECT change_number, part, bits, records, removed, ids, recorded_at FROM changes
  WHERE enterprise_key = ? AND kind = ? AND change_number >= ? AND change_number <= ?
    AND (change_number > ? OR part > ?)
  ORDER BY change_number, part LIMIT ${LINES_AT_ONCE}`;

/** Reads the ledger of changes. */
@Injectable()
export class ChangeFeedRepository {
  /** Requests of the same tick share one query: most have seen the state already. */
  private readonly states = batchLoader<readonly [enterpriseKey: number, kind: ChangeKind], State>(
    MOST_AT_ONCE,
    (wanted) => {
      const read = new Map<string, Promise<State | Error>>();
      return Promise.all(
        wanted.map(([enterpriseKey, kind]) => {
          const name = `${enterpriseKey} ${kind}`;
          const state =
            read.get(name) ??
            this.stateAt(this.reader, enterpriseKey, kind).catch((error: unknown) => error as Error);
          read.set(name, state);
          return state;
        }),
      );
    },
  );

  constructor(
    private readonly reader: ReplicaReader,
    private readonly primary: DatabaseReader,
  ) {}

  /** Of any node. */
  state(enterpriseKey: number, kind: ChangeKind): Promise<State> {
    return this.states.load([enterpriseKey, kind]);
  }

  /** Of this node, whose rows are to be read. */
  async stateAt(node: Pick<ReadConnection, 'rows'>, enterpriseKey: number, kind: ChangeKind): Promise<State> {
    const number = CHANGE_KINDS[kind];
    const parameters = [number, number, number, enterpriseKey];
    const [row = []] = await node.rows({ sql: STATE, parameters });
    const [name, changeNumber, bits, forgottenUntil] = row;
    return {
      changeNumber: Number(changeNumber ?? 0),
      bits: Number(bits ?? 0),
      forgottenUntil: Number(forgottenUntil ?? 0),
      enterpriseName: String(name ?? ''),
    };
  }

  /** What the ledger says beside the number of a change; undefined where it does not know it. Where the node is behind, the primary knows. */
  async bitsOf(
    node: ReadConnection,
    enterpriseKey: number,
    kind: ChangeKind,
    changeNumber: number,
    state: State,
  ): Promise<number | undefined> {
    if (changeNumber === state.changeNumber) return state.bits;
    const query = { sql: BITS, parameters: [enterpriseKey, CHANGE_KINDS[kind], changeNumber] };
    const isBehind = changeNumber > state.changeNumber;
    const [row] = await (isBehind ? this.primary : node).rows(query);
    return row && Number(row[0]);
  }

  async *lines(
    node: ReadConnection,
    enterpriseKey: number,
    kind: ChangeKind,
    after: Behind,
    until: number,
  ): AsyncGenerator<Line> {
    let behind = after;
    for (;;) {
      const { changeNumber, part } = behind;
      const parameters = [enterpriseKey, CHANGE_KINDS[kind], changeNumber, until, changeNumber, part];
      const rows = await node.rows({ sql: LINES, parameters });
      const lines = rows.map(lineOf);
      yield* lines;
      const last = lines.at(-1);
      if (!last || lines.length < LINES_AT_ONCE) return;
      behind = last;
    }
  }
}

function lineOf([changeNumber, part, bits, records, removed, ids, recordedAt]: readonly Value[]): Line {
  return {
    changeNumber: Number(changeNumber),
    part: Number(part),
    bits: Number(bits),
    records: Number(records),
    removed: Number(removed),
    ids: Number(records) === 0 ? [] : parseRanges(String(ids)),
    recordedAt: Number(recordedAt),
  };
}
