import type { Engine } from '../../database/engine/engine.js';
import { RECORDS_IN_LINE } from '../../database/change-log.js';
import { countIds, sliceRanges } from '../../database/id-ranges.js';
import type { Query, ReadConnection } from '../../database/rows/reader.js';
import { ApiError } from '../../http/api-error.js';
import type { Place } from './sync-token.js';
import {
  changedRows,
  endOfStretch,
  unionOf,
  walkedRows,
  type FeedTable,
  type Touched,
} from './change-queries.js';
import type { ChangeFeedRepository, Line, State } from './change-feed.repository.js';

/** Rows that are looked for at once. */
const RECORDS_AT_ONCE = 2_048;
const WHOLE_LINE = Number.MAX_SAFE_INTEGER;

/** What an answer shows of a feed, and where it ends. */
export interface Page {
  readonly queries: AsyncIterable<Query> | Iterable<Query>;
  readonly end: Place;
  readonly hasMore: boolean;
  /** Where there is more: when the last change came that is shown; null before the whole was read once. */
  readonly readUntil?: number | null;
}

/** What a feed shows of a line, and whether it is not all that the transaction touched. */
type Piece = Touched & { readonly isCut: boolean };

/** A feed as one node has it, in one state. */
export class FeedReading {
  constructor(
    private readonly ledger: ChangeFeedRepository,
    private readonly engine: Engine,
    private readonly feed: FeedTable,
    private readonly enterpriseKey: number,
    private readonly node: ReadConnection,
    private readonly state: State,
  ) {}

  /** What is behind a place, or all; no more than `most` where it is given. */
  async page(place: Place | undefined, most: number | undefined): Promise<Page> {
    const { state } = this;
    if (!place) return this.stretch(placeOf(state), undefined, most);
    await this.requireHistory(place);
    const isBehind = state.changeNumber < place.changeNumber;
    // what a node that is behind has not got of the table yet comes as a change behind its own state
    if (place.row) return this.stretch(isBehind ? placeOf(state) : place, place.row, most);
    if (isBehind || (place.changeNumber === state.changeNumber && !place.inside))
      return { queries: [], end: place, hasMore: false };
    return most === undefined
      ? { queries: this.changed(place), end: placeOf(state), hasMore: false }
      : this.firstChanges(place, most);
  }

  /** The place must be one of the history that the database has: a restored backup or a fail-over may have lost it, and in time it is forgotten. */
  private async requireHistory({ changeNumber, bits, inside }: Place): Promise<void> {
    const { node, enterpriseKey, feed, state } = this;
    if (changeNumber - (inside ? 1 : 0) < state.forgottenUntil) throw new ApiError('sync_token_expired');
    if (changeNumber === 0) return;
    const known = await this.ledger.bitsOf(node, enterpriseKey, feed.kind, changeNumber, state);
    if (known !== bits) throw new ApiError('sync_token_expired');
  }

  /** The rows of the table itself, in its order. */
  private async stretch(
    { changeNumber, bits }: Place,
    after: readonly number[] | undefined,
    most: number | undefined,
  ): Promise<Page> {
    const { feed, engine, enterpriseKey } = this;
    const stretch = { ...(after && { after }), changedUntil: changeNumber };
    const [row] =
      most === undefined
        ? []
        : await this.node.rows(endOfStretch(feed, engine, enterpriseKey, stretch, most));
    const upTo = row?.map(Number);
    return {
      queries: [walkedRows(feed, engine, enterpriseKey, { ...stretch, ...(upTo && { upTo }) })],
      end: { changeNumber, bits, ...(upTo && { row: upTo }) },
      hasMore: upTo !== undefined || changeNumber < this.state.changeNumber,
      readUntil: null,
    };
  }

  /** So many of the changes behind the place, in the order of the ledger. */
  private async firstChanges(place: Place, most: number): Promise<Page> {
    const some: Piece[] = [];
    let room = most;
    let end = place;
    let readUntil: number | null = null;
    for await (const line of this.linesBehind(place)) {
      const passed = passedOf(line, place);
      const taken = Math.min(line.records - passed, room);
      if (room > 0) {
        some.push(touchedBy(line, passed, taken));
        const { changeNumber, bits, part } = line;
        end = { changeNumber, bits, inside: { part, passed: passed + taken } };
        readUntil = line.recordedAt;
        room -= taken;
        if (passed + taken === line.records) continue;
      }
      return { queries: this.queriesOf(some), end, hasMore: true, readUntil };
    }
    return { queries: this.queriesOf(some), end: placeOf(this.state), hasMore: false };
  }

  private async *changed(place: Place): AsyncGenerator<Query> {
    let some: Piece[] = [];
    let records = 0;
    for await (const line of this.linesBehind(place)) {
      some.push(touchedBy(line, passedOf(line, place), WHOLE_LINE));
      records += line.records;
      if (records < RECORDS_AT_ONCE) continue;
      yield* this.queriesOf(some);
      [some, records] = [[], 0];
    }
    yield* this.queriesOf(some);
  }

  private linesBehind({ changeNumber, inside }: Place): AsyncGenerator<Line> {
    const behind = { changeNumber, part: inside ? inside.part - 1 : WHOLE_LINE };
    const { node, enterpriseKey, feed, state } = this;
    return this.ledger.lines(node, enterpriseKey, feed.kind, behind, state.changeNumber);
  }

  /**
   * Lines that follow each other go together: a record that several touched is looked for once, and belongs to the last. That is so only
   * where all of the last is there: else a record would come with a line before it, and again with the rest.
   */
  private *queriesOf(some: readonly Piece[]): Generator<Query> {
    const groups: Touched[][] = [];
    let room = 0;
    for (const { isCut, ...touched } of some) {
      const length = isCut ? RECORDS_AT_ONCE : countIds(touched.ids);
      if (room <= 0 || isCut) {
        groups.push([]);
        room = RECORDS_AT_ONCE;
      }
      groups.at(-1)?.push(touched);
      room -= length;
    }
    for (const group of groups) yield* changedRows(this.feed, this.engine, this.enterpriseKey, joined(group));
  }
}

export const placeOf = ({ changeNumber, bits }: State): Place => ({ changeNumber, bits });

/** How many records of the line the reader has seen. */
const passedOf = ({ changeNumber, part }: Line, place: Place): number =>
  changeNumber === place.changeNumber && part === place.inside?.part ? place.inside.passed : 0;

const touchedBy = ({ ids, changeNumber, removed, records }: Line, passed: number, most: number): Piece => ({
  ids: sliceRanges(ids, passed, most),
  from: changeNumber,
  until: changeNumber,
  hasRemovals: removed > 0,
  isCut: passed + most < records || records === RECORDS_IN_LINE,
});

const joined = (some: readonly Touched[]): Touched => ({
  ids: unionOf(some.flatMap(({ ids }) => ids)),
  from: some[0]?.from ?? 0,
  until: some.at(-1)?.until ?? 0,
  hasRemovals: some.some(({ hasRemovals }) => hasRemovals),
});
