import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ChangeKind } from '../../database/change-log.js';
import { StreamedResponse, type StreamSource } from '../../streaming/streamed-response.js';
import type { RowStream } from '../../streaming/row-stream.js';
import type { ReadConnection } from '../../database/rows/reader.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import type { ChangeFeedRepository, FeedState } from './change-feed.repository.js';
import type { SyncPosition } from './sync-token.js';

interface TaggedRows {
  readonly rows: RowStream;
  readonly token: string;
  readonly hasMore: boolean;
  /** Time up to which the client has all changes, or null until it has read the whole table. */
  readonly readUntil?: number | null;
}

const NO_CONNECTION: ReadConnection = { rows: () => Promise.resolve([]), stream: () => Promise.resolve() };

const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

/** Responds with 304 if the client has the newest state. */
export class TaggedResponse extends StreamedResponse {
  constructor(
    private readonly source: StreamSource,
    private readonly states: ChangeFeedRepository,
    private readonly kind: ChangeKind,
    private readonly enterprise: CallerEnterprise,
    private readonly rowsAt: (
      state: FeedState,
      connection: ReadConnection,
    ) => Promise<TaggedRows> | TaggedRows,
    /** Set for a feed. If `seen` is the newest state, the response has no rows and needs no connection. */
    private readonly feed?: { readonly seen: SyncPosition | undefined },
  ) {
    super();
  }

  async send(request: Request, response: Response): Promise<void> {
    const { kind, feed, enterprise } = this;
    const startedAt = Date.now();
    if (feed) request.context.feed = { kind };
    const hasCondition = request.headers['if-none-match'] !== undefined;
    const state = feed?.seen || hasCondition ? await this.states.state(enterprise.key, kind) : undefined;
    const tag = state && hasCondition ? this.entityTag(state, request) : undefined;
    if (tag !== undefined && matches(tag, request)) {
      if (feed) request.context.feed = { kind, readUntil: startedAt };
      setHeaders(response, tag);
      response.statusCode = 304;
      response.end();
      return;
    }
    await request.context.countAsBulk?.();
    if (state && state.changeNumber === feed?.seen?.changeNumber && state.nonce === feed.seen.nonce) {
      const rows = await this.begin(state, NO_CONNECTION, startedAt, request, response);
      const slot = this.source.downloadSlots.slotOf(0); // a response without rows needs no slot
      await (
        await rows.read(NO_CONNECTION, slot, request, response)
      )();
      return;
    }
    await this.source.send(request, response, async (connection, slot) => {
      const readAt = Date.now();
      // reads the state over the connection of the rows, because a replica may lag
      const stateAt = await this.states.stateAt(connection, enterprise.key, kind);
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
    const { rows, token, hasMore, readUntil = startedAt } = await this.rowsAt(state, connection);
    if (this.feed) request.context.feed = { kind: this.kind, readUntil };
    setHeaders(response, this.entityTag(state, request));
    response.setHeader('X-Sync-Token', token);
    if (hasMore) response.setHeader('Link', `<${nextPage(request, token)}>; rel="next"`);
    return rows;
  }

  /** Hashes everything that determines the body except its encoding, so the tag is weak. */
  private entityTag({ changeNumber, nonce, enterpriseName }: FeedState, request: Request): string {
    const { format, ...query } = request.query;
    const parameters = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
    const { context } = request;
    const content = [
      context.enterprise?.id,
      changeNumber,
      nonce,
      enterpriseName,
      this.enterprise.timeZone,
      context.format ?? format,
      parameters,
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

function nextPage({ originalUrl }: Request, token: string): string {
  const [path = '', query] = originalUrl.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('since', token);
  return `${path}?${parameters.toString()}`;
}
