import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ChangeKind } from '../../database/change-log.js';
import type { Query, ReadConnection } from '../../database/rows/reader.js';
import type { ChangesQuery } from '../../http/list-query.dto.js';
import { publicUrl } from '../../http/public-url.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { rowContext, type FieldSelection } from '../../streaming/fields/field-selection.js';
import { RowStream } from '../../streaming/row-stream.js';
import { type StreamSource, StreamedResponse } from '../../streaming/streamed-response.js';
import type { ChangeFeedRepository, FeedState } from './change-feed.repository.js';
import type { SyncPosition, SyncTokens } from './sync-token.js';

export interface Page {
  readonly queries: AsyncIterable<Query> | Iterable<Query>;
  readonly end: SyncPosition;
  readonly hasMore: boolean;
  /** Time of the last change on the page, or null until the table is read. Set if `hasMore`. */
  readonly readUntil?: number | null;
}

interface TaggedRows {
  readonly kind: ChangeKind;
  readonly enterprise: CallerEnterprise;
  readonly fields: FieldSelection;
  /** The parameters that decide which rows the response has. */
  readonly selection: readonly unknown[];
  readonly hasToken: boolean;
  readonly pageAt: (state: FeedState, connection: ReadConnection) => Promise<Page>;
  /** If this is the newest state, the response needs no rows and no connection. */
  readonly seen?: SyncPosition | undefined;
  /** Set for a page of a feed. */
  readonly query?: ChangesQuery;
}

const NO_CONNECTION: ReadConnection = { rows: () => Promise.resolve([]), stream: () => Promise.resolve() };

const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

/** A snapshot or a page of a feed, with ETag and sync token. Responds with 304 if the client has the newest state. */
export class TaggedResponse extends StreamedResponse {
  constructor(
    private readonly source: StreamSource,
    private readonly changes: ChangeFeedRepository,
    private readonly tokens: SyncTokens,
    private readonly rows: TaggedRows,
  ) {
    super();
  }

  async send(request: Request, response: Response): Promise<void> {
    const { kind, query, seen, enterprise } = this.rows;
    const startedAt = Date.now();
    if (query) request.context.feed = { kind };
    const hasCondition = request.headers['if-none-match'] !== undefined;
    const state = seen || hasCondition ? await this.changes.state(enterprise.key, kind) : undefined;
    const tag = state && hasCondition ? this.entityTag(state, request) : undefined;
    if (tag !== undefined && matches(tag, request)) {
      if (query) request.context.feed = { kind, readUntil: startedAt };
      setHeaders(response, tag);
      response.statusCode = 304;
      response.end();
      return;
    }
    await request.context.countAsBulk?.();
    if (state && state.changeNumber === seen?.changeNumber && state.nonce === seen.nonce) {
      const rows = await this.begin(state, NO_CONNECTION, startedAt, request, response);
      const slot = this.source.downloadSlots.slotOf(0); // a response without rows needs no slot
      const sendEnd = await rows.read(NO_CONNECTION, slot, request, response);
      await sendEnd();
      return;
    }
    await this.source.send(request, response, async (connection, slot) => {
      const readAt = Date.now();
      // reads the state over the connection of the rows, because a replica may lag
      const stateAt = await this.changes.stateAt(connection, enterprise.key, kind);
      const rows = await this.begin(stateAt, connection, readAt, request, response);
      return rows.read(connection, slot, request, response);
    });
  }

  private async begin(
    state: FeedState,
    connection: ReadConnection,
    startedAt: number,
    request: Request,
    response: Response,
  ): Promise<RowStream> {
    const { kind, enterprise, fields, pageAt, query, hasToken } = this.rows;
    response.removeHeader('Link'); // of a first attempt that lost its connection
    const { queries, end, hasMore, readUntil } = await pageAt(state, connection);
    const token = this.tokens.write(enterprise, kind, end);
    setHeaders(response, this.entityTag(state, request));
    if (hasToken) response.setHeader('X-Sync-Token', token);
    const rows = { queries: () => queries, fields, context: rowContext(enterprise), name: kind };
    if (!query) return new RowStream(this.source, rows);
    request.context.feed = { kind, readUntil: hasMore ? readUntil : startedAt };
    const next = hasMore ? nextPage(request, token, query) : null;
    if (next !== null) response.setHeader('Link', `<${next}>; rel="next"`);
    return new RowStream(this.source, {
      ...rows,
      envelope: { sync_token: token, has_more: hasMore, next },
    });
  }

  /** Hashes everything that determines the body except its encoding, so the tag is weak. */
  private entityTag({ changeNumber, nonce, enterpriseName }: FeedState, request: Request): string {
    const { enterprise, fields, selection, query } = this.rows;
    const content = [
      enterprise.id,
      changeNumber,
      nonce,
      enterpriseName,
      enterprise.timeZone,
      enterprise.hiddenData,
      request.context.format,
      fields.fields.map(({ name }) => name),
      selection,
      query && publicUrl(request),
    ];
    return `"${hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22)}"`;
  }
}

function setHeaders(response: Response, tag: string): void {
  response.setHeader('ETag', `W/${tag}`);
  response.setHeader('Cache-Control', 'private, no-cache');
}

function matches(tag: string, { headers }: Request): boolean {
  const known = headers['if-none-match'] ?? '';
  return known.trim() === '*' || [...known.matchAll(ENTITY_TAG)].some(([, one]) => one === tag);
}

function nextPage(request: Request, since: string, { limit, fields, format }: ChangesQuery): string {
  const parameters = new URLSearchParams({
    since,
    ...(limit !== undefined && { limit: String(limit) }),
    ...(fields && { fields: fields.join() }),
    ...(format && { format }),
  });
  return `${publicUrl(request)}${request.path.replace(/\/$/, '')}?${parameters.toString()}`;
}
