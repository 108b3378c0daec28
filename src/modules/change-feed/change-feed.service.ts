import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { StreamFactory, rowContext } from '../../streaming/stream-factory.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import type { RowStream } from '../../streaming/row-stream.js';
import type { FieldSelection } from '../../streaming/fields/field-selection.js';
import { engineOf, type Engine } from '../../database/engine/engine.js';
import type { ReadConnection } from '../../database/rows/reader.js';
import type { SyncQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { FeedAnswer } from './feed-answer.js';
import type { FeedTable } from './change-queries.js';
import { FeedReading, placeOf } from './feed-reading.js';
import { ChangeFeedRepository } from './change-feed.repository.js';
import { BEGINNING, SyncTokens, type Place } from './sync-token.js';

/** What can be followed: the table, and how its rows are shown. */
export interface Feed extends FeedTable {
  readonly shape: FieldSelection;
}

/** Answers that can be followed (docs/contract.md, 2.12; decision 0028). */
@Injectable()
export class ChangeFeedService {
  private readonly engine: Engine;

  constructor(
    private readonly ledger: ChangeFeedRepository,
    private readonly tokens: SyncTokens,
    private readonly answers: StreamFactory,
    @InjectDataSource() dataSource: DataSource,
  ) {
    this.engine = engineOf(dataSource);
  }

  /** What is new since a token, where the query has one, else the whole answer; with a token to go on from. */
  answer(
    feed: Feed,
    enterprise: CallerEnterprise,
    query: SyncQuery,
    whole: () => RowStream,
  ): StreamedResponse {
    const { kind } = feed;
    const write = (place: Place): string => this.tokens.write(enterprise.id, kind, place);
    const ofEither = {
      timeZone: enterprise.timeZone,
      source: this.answers.source,
      readState: () => this.ledger.state(enterprise.key, kind),
      stateAt: (node: ReadConnection) => this.ledger.stateAt(node, enterprise.key, kind),
    };
    if (query.since === undefined) {
      const answer = whole();
      return new FeedAnswer({
        ...ofEither,
        show: (state) => ({ answer, token: write(placeOf(state)), hasMore: false }),
      });
    }
    const shape = feed.shape.withDeletedFlag().pick(query.fields);
    const place = query.since === BEGINNING ? undefined : this.tokens.read(enterprise.id, kind, query.since);
    const most = query.limit === undefined ? undefined : Number(query.limit);
    return new FeedAnswer({
      ...ofEither,
      followed: kind,
      ...(place && !place.inside && !place.row && { seen: place }),
      show: async (state, node) => {
        const reading = new FeedReading(this.ledger, this.engine, feed, enterprise.key, node, state);
        const { queries, end, hasMore, readUntil } = await reading.page(place, most);
        const context = rowContext(enterprise);
        const answer = this.answers.array({ queries: () => queries, shape, context, name: kind });
        return { answer, token: write(end), hasMore, ...(hasMore && { readUntil }) };
      },
    });
  }
}
