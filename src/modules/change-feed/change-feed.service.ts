import { Injectable } from '@nestjs/common';
import type { Rows } from '../../streaming/row-stream.js';
import { StreamSource, type StreamedResponse } from '../../streaming/streamed-response.js';
import { RECORDS_IN_LINE, type ChangeKind } from '../../database/change-log.js';
import { countIds, idsOf, rangesOf, sliceRanges } from '../../database/id-ranges.js';
import type { Query, ReadConnection } from '../../database/rows/reader.js';
import { ApiError } from '../../http/api-error.js';
import {
  BEGINNING,
  DEFAULT_ITEMS,
  type BulkDaysQuery,
  type ChangesQuery,
  type DevicesQuery,
} from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import {
  ChangeFeedRepository,
  type ChangedRecords,
  type ChangeLogLine,
  type Feed,
  type FeedState,
} from './change-feed.repository.js';
import { TaggedResponse, type Page } from './tagged-response.js';
import { SyncTokens, type SyncPosition } from './sync-token.js';

export type { Feed } from './change-feed.repository.js';

const RECORDS_AT_ONCE = 2_048;
const LAST_PART = Number.MAX_SAFE_INTEGER;

export type SnapshotQuery = Partial<BulkDaysQuery & DevicesQuery>;

interface FeedRead {
  readonly feed: Feed;
  readonly enterpriseKey: number;
  readonly connection: ReadConnection;
  readonly state: FeedState;
}

/** `isPartial` is true if another line or page has the rest of the change. */
type ShownLine = ChangedRecords & { readonly isPartial: boolean };

/** Snapshots, and the changes since a sync token (docs/contract.md, 2.12; decision 0028). */
@Injectable()
export class ChangeFeedService {
  constructor(
    private readonly changes: ChangeFeedRepository,
    private readonly tokens: SyncTokens,
    private readonly source: StreamSource,
  ) {}

  snapshot(
    kind: ChangeKind,
    enterprise: CallerEnterprise,
    { queries, fields }: Pick<Rows, 'queries' | 'fields'>,
    { startdate, enddate, device_id, status }: SnapshotQuery,
  ): StreamedResponse {
    return new TaggedResponse(this.source, this.changes, this.tokens, {
      kind,
      enterprise,
      fields,
      selection: [startdate, enddate, device_id?.toSorted(), status],
      hasToken: device_id === undefined && status === undefined,
      pageAt: (state, connection) =>
        Promise.resolve({ queries: queries(connection), end: state, hasMore: false }),
    });
  }

  changesSince(feed: Feed, enterprise: CallerEnterprise, query: ChangesQuery): StreamedResponse {
    const { kind } = feed;
    const { since, limit } = query;
    const changeFields = feed.changeFields.pick(query.fields, enterprise.hiddenData);
    const position = since === BEGINNING ? undefined : this.tokens.read(enterprise, kind, since);
    return new TaggedResponse(this.source, this.changes, this.tokens, {
      kind,
      enterprise,
      fields: changeFields,
      selection: [since, limit, query.format, query.fields],
      hasToken: true,
      pageAt: (state, connection) =>
        this.page(
          { feed: { ...feed, changeFields }, enterpriseKey: enterprise.key, connection, state },
          position,
          limit ?? DEFAULT_ITEMS,
        ),
      seen: position?.inside || position?.row ? undefined : position,
      query,
    });
  }

  /** Returns up to `limit` changes after the token. Without a token, returns rows of the table. */
  private async page(read: FeedRead, position: SyncPosition | undefined, limit: number): Promise<Page> {
    const { state } = read;
    if (!position) return this.tablePage(read, state, limit);
    await this.requireHistory(read, position);
    const isLagging = state.changeNumber < position.changeNumber;
    // a lagging replica returns the missing rows later, as changes after its own state
    if (position.row)
      return this.tablePage(read, isLagging ? { ...state, row: position.row } : position, limit);
    if (isLagging || (position.changeNumber === state.changeNumber && !position.inside))
      return { queries: [], end: position, hasMore: false };
    return this.changesPage(read, position, limit);
  }

  /** Rejects a token if a restore or failover lost its changes, or if its tombstones are purged. */
  private async requireHistory(
    { feed, enterpriseKey, connection, state }: FeedRead,
    { changeNumber, nonce, inside }: SyncPosition,
  ): Promise<void> {
    if (changeNumber - (inside ? 1 : 0) < state.purgedUntil) throw new ApiError('sync_token_expired');
    if (changeNumber === 0) return;
    const known = await this.changes.nonceOf(connection, enterpriseKey, feed.kind, changeNumber, state);
    if (known !== nonce) throw new ApiError('sync_token_expired');
  }

  private async tablePage(
    { feed, enterpriseKey, connection, state }: FeedRead,
    { changeNumber, nonce, row: after }: SyncPosition,
    limit: number,
  ): Promise<Page> {
    const range = { after, changedUntil: changeNumber };
    const [row] = await connection.rows(this.changes.keyOfRow(feed, enterpriseKey, range, limit));
    const upTo = row?.map(Number);
    return {
      queries: [this.changes.tableRows(feed, enterpriseKey, { ...range, upTo })],
      end: { changeNumber, nonce, row: upTo },
      hasMore: upTo !== undefined || changeNumber < state.changeNumber,
      readUntil: null,
    };
  }

  private async changesPage(read: FeedRead, position: SyncPosition, limit: number): Promise<Page> {
    const { feed, enterpriseKey, connection, state } = read;
    const after = {
      changeNumber: position.changeNumber,
      part: position.inside ? position.inside.part - 1 : LAST_PART,
    };
    const shown: ShownLine[] = [];
    let left = limit;
    let end = position;
    let readUntil: number | null = null;
    for await (const line of this.changes.lines(
      connection,
      enterpriseKey,
      feed.kind,
      after,
      state.changeNumber,
    )) {
      const passed = passedOf(line, position);
      const taken = Math.min(line.records - passed, left);
      if (left > 0) {
        shown.push(shownOf(line, passed, taken));
        const { changeNumber, nonce, part } = line;
        end = { changeNumber, nonce, inside: { part, passed: passed + taken } };
        readUntil = line.recordedAt;
        left -= taken;
        if (passed + taken === line.records) continue;
      }
      return { queries: this.queriesOf(read, shown), end, hasMore: true, readUntil };
    }
    return { queries: this.queriesOf(read, shown), end: state, hasMore: false };
  }

  /**
   * Looks up consecutive lines together, so that a record that several changes touched is returned once. Looks up a
   * partial line alone, because another page returns the rest of its change and would repeat the record.
   */
  private *queriesOf({ feed, enterpriseKey }: FeedRead, lines: readonly ShownLine[]): Generator<Query> {
    let group: ShownLine[] = [];
    let left = RECORDS_AT_ONCE;
    for (const line of lines) {
      if (group.length > 0 && (left <= 0 || line.isPartial)) {
        yield* this.changes.changedRows(feed, enterpriseKey, unionOf(group));
        [group, left] = [[], RECORDS_AT_ONCE];
      }
      group.push(line);
      left -= line.isPartial ? RECORDS_AT_ONCE : countIds(line.ids);
    }
    if (group.length > 0) yield* this.changes.changedRows(feed, enterpriseKey, unionOf(group));
  }
}

/** Returns the number of records of the line that the client already has. */
const passedOf = ({ changeNumber, part }: ChangeLogLine, position: SyncPosition): number =>
  changeNumber === position.changeNumber && part === position.inside?.part ? position.inside.passed : 0;

const shownOf = (
  { ids, changeNumber, removed, records }: ChangeLogLine,
  passed: number,
  limit: number,
): ShownLine => ({
  ids: sliceRanges(ids, passed, limit),
  from: changeNumber,
  until: changeNumber,
  hasRemovals: removed > 0,
  isPartial: passed + limit < records || records === RECORDS_IN_LINE,
});

const unionOf = (some: readonly ChangedRecords[]): ChangedRecords => ({
  ids: rangesOf(some.flatMap(({ ids }) => ids).flatMap(idsOf)),
  from: some[0]?.from ?? 0,
  until: some.at(-1)?.until ?? 0,
  hasRemovals: some.some(({ hasRemovals }) => hasRemovals),
});
