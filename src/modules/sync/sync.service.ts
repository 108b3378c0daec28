import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AnswerFactory, answerContext } from '../../answers/answer-factory.js';
import type { Answer } from '../../answers/answers.js';
import type { ArrayAnswer } from '../../answers/array-answer.js';
import type { Shape } from '../../answers/fields/shape.js';
import { RECORDS_IN_LINE } from '../../database/changes/change-clock.js';
import { lengthOf, sliceRuns } from '../../database/changes/id-runs.js';
import { engineOf, type Engine } from '../../database/engine/engine.js';
import type { NodeReader, Query } from '../../database/rows/row-reader.js';
import { ApiError } from '../../http/errors/api-error.js';
import type { SyncQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { FeedAnswer, type Shown } from './feed-answer.js';
import {
  changedRows,
  endOfStretch,
  unionOf,
  walkedRows,
  type FeedTable,
  type Touched,
} from './reading/change-queries.js';
import { LedgerRepository, type Behind, type Line, type State } from './reading/ledger.repository.js';
import { BEGINNING, SyncTokens, type Place } from './tokens/sync-tokens.js';

/** What can be followed: the table, and how its rows are shown. */
export interface Feed extends FeedTable {
  readonly shape: Shape;
  /** The name of the file that some formats are kept as. */
  readonly name: string;
}

/** Rows that are looked for at once. */
const RECORDS_AT_ONCE = 2_048;
const WHOLE_LINE = Number.MAX_SAFE_INTEGER;

/** What a feed shows, and where it ends. */
interface Page {
  readonly queries: AsyncIterable<Query> | Iterable<Query>;
  readonly end: Place;
  readonly hasMore: boolean;
  /** Where there is more: when the last change came that is shown; null before the whole was read once. */
  readonly readUntil?: number | null;
}

/** What a feed shows of a line, and whether it is not all that the transaction touched. */
type Piece = Touched & { readonly isCut: boolean };

/** Answers that can be followed (docs/contract.md, 2.12; decision 0028). */
@Injectable()
export class SyncService {
  private readonly engine: Engine;

  constructor(
    private readonly ledger: LedgerRepository,
    private readonly tokens: SyncTokens,
    private readonly answers: AnswerFactory,
    @InjectDataSource() dataSource: DataSource,
  ) {
    this.engine = engineOf(dataSource);
  }

  /** What is new since a token, where the query has one, else the whole answer; with a token to go on from. */
  answer(feed: Feed, enterprise: CallerEnterprise, query: SyncQuery, whole: () => ArrayAnswer): Answer {
    const { since } = query;
    const plain = since === undefined ? whole() : undefined;
    const shape = plain ? undefined : feed.shape.feed().only(query.fields);
    const place =
      plain || since === BEGINNING ? undefined : this.tokens.read(enterprise.id, feed.kind, since ?? '');
    return new FeedAnswer({
      followed: plain ? undefined : feed.kind,
      timeZone: enterprise.timeZone,
      source: this.answers.source,
      readState: () => this.ledger.state(enterprise.key, feed.kind),
      hasSeen:
        place && !place.inside && !place.row
          ? ({ changeNumber, bits }) => changeNumber === place.changeNumber && bits === place.bits
          : undefined,
      stateAt: (node) => this.ledger.stateAt(node, enterprise.key, feed.kind),
      show: async (state, node): Promise<Shown> => {
        const write = (place: Place) => this.tokens.write(enterprise.id, feed.kind, place);
        if (!shape) return { answer: plain ?? whole(), token: write(placeOf(state)), hasMore: false };
        const page = await this.page(node, feed, enterprise.key, query, place, state);
        const { queries, end, hasMore, readUntil } = page;
        const context = answerContext(enterprise);
        const answer = this.answers.array({ queries: () => queries, shape, context, name: feed.name });
        return { answer, token: write(end), hasMore, ...(hasMore && { readUntil }) };
      },
    });
  }

  private async page(
    node: NodeReader,
    feed: Feed,
    key: number,
    { limit }: SyncQuery,
    place: Place | undefined,
    state: State,
  ): Promise<Page> {
    const most = limit === undefined ? undefined : Number(limit);
    if (!place) return this.stretch(node, feed, key, placeOf(state), undefined, most, state);
    await this.requireHistory(node, feed, key, place, state);
    const isBehind = state.changeNumber < place.changeNumber;
    // what a node that is behind has not got of the table yet comes as a change behind its own state
    if (place.row)
      return this.stretch(node, feed, key, isBehind ? placeOf(state) : place, place.row, most, state);
    if (isBehind || (place.changeNumber === state.changeNumber && !place.inside))
      return { queries: [], end: place, hasMore: false };
    return most === undefined
      ? { queries: this.changed(node, feed, key, place, state), end: placeOf(state), hasMore: false }
      : this.firstChanges(node, feed, key, place, state, most);
  }

  /** The place must be one of the history that the database has: a restored backup or a fail-over may have lost it, and in time it is forgotten. */
  private async requireHistory(
    node: NodeReader,
    feed: Feed,
    key: number,
    place: Place,
    state: State,
  ): Promise<void> {
    const { changeNumber, bits, inside } = place;
    if (changeNumber - (inside ? 1 : 0) < state.forgottenUntil) throw new ApiError('sync_token_expired');
    if (changeNumber === 0) return;
    const known = await this.ledger.bitsOf(node, key, feed.kind, changeNumber, state);
    if (known !== bits) throw new ApiError('sync_token_expired');
  }

  /** The rows of the table itself, in its order. */
  private async stretch(
    node: NodeReader,
    feed: Feed,
    key: number,
    base: Place,
    after: readonly number[] | undefined,
    most: number | undefined,
    state: State,
  ): Promise<Page> {
    const { changeNumber, bits } = base;
    const stretch = { ...(after && { after }), changedUntil: changeNumber };
    const [row] =
      most === undefined ? [] : await node.rows(endOfStretch(feed, this.engine, key, stretch, most));
    const upTo = row?.map(Number);
    return {
      queries: [walkedRows(feed, this.engine, key, { ...stretch, ...(upTo && { upTo }) })],
      end: { changeNumber, bits, ...(upTo && { row: upTo }) },
      hasMore: upTo !== undefined || changeNumber < state.changeNumber,
      readUntil: null,
    };
  }

  /** So many of the changes behind the place, in the order of the ledger. */
  private async firstChanges(
    node: NodeReader,
    feed: Feed,
    key: number,
    place: Place,
    state: State,
    most: number,
  ): Promise<Page> {
    const some: Piece[] = [];
    let room = most;
    let end: Place | undefined;
    let readUntil: number | null = null;
    const cut = (end: Place): Page => ({
      queries: queriesOf(feed, this.engine, key, some),
      end,
      hasMore: true,
      readUntil,
    });
    for await (const line of this.ledger.lines(node, key, feed.kind, behind(place), state.changeNumber)) {
      if (room === 0) return cut(end ?? place);
      const passed = passedOf(line, place);
      const taken = Math.min(line.records - passed, room);
      some.push(touchedBy(line, passed, taken));
      room -= taken;
      const { changeNumber, bits, part } = line;
      end = { changeNumber, bits, inside: { part, passed: passed + taken } };
      readUntil = line.recordedAt;
      if (passed + taken < line.records) return cut(end);
    }
    return { queries: queriesOf(feed, this.engine, key, some), end: placeOf(state), hasMore: false };
  }

  private async *changed(
    node: NodeReader,
    feed: Feed,
    key: number,
    place: Place,
    state: State,
  ): AsyncGenerator<Query> {
    let some: Piece[] = [];
    let records = 0;
    for await (const line of this.ledger.lines(node, key, feed.kind, behind(place), state.changeNumber)) {
      some.push(touchedBy(line, passedOf(line, place), WHOLE_LINE));
      records += line.records;
      if (records < RECORDS_AT_ONCE) continue;
      yield* queriesOf(feed, this.engine, key, some);
      [some, records] = [[], 0];
    }
    yield* queriesOf(feed, this.engine, key, some);
  }
}

const placeOf = ({ changeNumber, bits }: State): Place => ({ changeNumber, bits });

const behind = ({ changeNumber, inside }: Place): Behind => ({
  changeNumber,
  part: inside ? inside.part - 1 : WHOLE_LINE,
});

/** How many records of the line the reader has seen. */
const passedOf = ({ changeNumber, part }: Line, place: Place): number =>
  changeNumber === place.changeNumber && part === place.inside?.part ? place.inside.passed : 0;

const touchedBy = ({ ids, changeNumber, removed, records }: Line, passed: number, most: number): Piece => ({
  ids: sliceRuns(ids, passed, most),
  from: changeNumber,
  until: changeNumber,
  hasRemovals: removed > 0,
  isCut: passed + most < records || records === RECORDS_IN_LINE,
});

/**
 * Lines that follow each other go together: a record that several touched is looked for once, and belongs to the last. That is so only
 * where all of the last is there: else a record would come with a line before it, and again with the rest.
 */
function* queriesOf(feed: Feed, engine: Engine, key: number, some: readonly Piece[]): Generator<Query> {
  const groups: Touched[][] = [];
  let room = 0;
  for (const { isCut, ...touched } of some) {
    const length = isCut ? RECORDS_AT_ONCE : lengthOf(touched.ids);
    if (room <= 0 || isCut) {
      groups.push([]);
      room = RECORDS_AT_ONCE;
    }
    groups.at(-1)?.push(touched);
    room -= length;
  }
  for (const group of groups) yield* changedRows(feed, engine, key, joined(group));
}

const joined = (some: readonly Touched[]): Touched => ({
  ids: unionOf(some.flatMap(({ ids }) => ids)),
  from: some[0]?.from ?? 0,
  until: some.at(-1)?.until ?? 0,
  hasRemovals: some.some(({ hasRemovals }) => hasRemovals),
});
