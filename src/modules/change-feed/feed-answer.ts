import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ChangeKind } from '../../database/change-log.js';
import { StreamedResponse } from '../../streaming/streamed-response.js';
import { sendFromOneNode, type RowStream, type Source } from '../../streaming/row-stream.js';
import type { ReadConnection } from '../../database/rows/reader.js';
import type { State } from './change-feed.repository.js';

/** What an answer says of the state that it shows. */
export interface Shown {
  readonly answer: RowStream;
  /** Goes on where the answer ends. */
  readonly token: string;
  /** Whether there is more behind it already. */
  readonly hasMore: boolean;
  /** What came until then is known to the client that has the answer; null before the whole was read once. */
  readonly readUntil?: number | null;
}

interface Parts {
  /** What is followed; absent where all is asked for. */
  readonly followed?: ChangeKind;
  readonly source: Source;
  /** The state of any node. */
  readonly readState: () => Promise<State>;
  /** The state that the client has seen: while it is this one there are no rows to read, and no node is needed. */
  readonly seen?: Pick<State, 'changeNumber' | 'bits'>;
  /** That of the node whose rows are shown. */
  readonly stateAt: (node: ReadConnection) => Promise<State>;
  /** The enterprise's zone: timestamps change with it. */
  readonly timeZone: string;
  readonly show: (state: State, node: ReadConnection) => Promise<Shown> | Shown;
}

/** For answers without rows. */
const NO_NODE: ReadConnection = { rows: () => Promise.resolve([]), stream: () => Promise.resolve() };

const MARK = /(?:W\/)?("[^"]*")/g;

/** An answer that can be followed: with the token of its state, and 304 for those who have it already. */
export class FeedAnswer extends StreamedResponse {
  constructor(private readonly parts: Parts) {
    super();
  }

  async send(request: Request, response: Response): Promise<void> {
    const { source, readState, stateAt, seen, timeZone, followed: kind } = this.parts;
    const startedAt = Date.now();
    if (kind) request.context.feed = { kind };
    const state = seen || asksForMark(request) ? await readState() : undefined;
    const mark = state && asksForMark(request) ? markOf(state, timeZone, request) : undefined;
    if (mark !== undefined && isKnown(mark, request)) {
      if (kind) request.context.feed = { kind, readUntil: startedAt };
      setHeaders(response, mark);
      response.statusCode = 304;
      response.end();
      return;
    }
    await request.context.countAsBulk?.();
    if (state && state.changeNumber === seen?.changeNumber && state.bits === seen.bits) {
      const answer = await this.show(state, NO_NODE, startedAt, request, response);
      const slot = source.downloadSlots.slotOf(0); // without rows it is never long
      await (
        await answer.read(NO_NODE, slot, request, response)
      )();
      return;
    }
    await sendFromOneNode(source, request, response, async (node, slot) => {
      const readAt = Date.now();
      // the state and the rows of one node: another may be ahead or behind
      const answer = await this.show(await stateAt(node), node, readAt, request, response);
      return answer.read(node, slot, request, response);
    });
  }

  /** Says in the headers what the answer is. */
  private async show(
    state: State,
    node: ReadConnection,
    startedAt: number,
    request: Request,
    response: Response,
  ): Promise<RowStream> {
    const { show, timeZone, followed: kind } = this.parts;
    const { answer, token, hasMore, readUntil = startedAt } = await show(state, node);
    if (kind) request.context.feed = { kind, readUntil };
    setHeaders(response, markOf(state, timeZone, request));
    response.setHeader('X-Sync-Token', token);
    if (hasMore) response.setHeader('Link', `<${nextOf(request, token)}>; rel="next"`);
    return answer;
  }
}

const asksForMark = ({ headers }: Request): boolean => headers['if-none-match'] !== undefined;

function setHeaders(response: Response, mark: string): void {
  response.setHeader('ETag', `W/${mark}`);
  response.setHeader('Cache-Control', 'private, no-cache');
}

/** Everything that the bytes depend on but the encoding: the mark is a weak one. */
function markOf({ changeNumber, bits, enterpriseName }: State, timeZone: string, request: Request): string {
  const { format, ...query } = request.query;
  const form = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  const { context } = request;
  const content = [
    context.enterprise?.id,
    changeNumber,
    bits,
    enterpriseName,
    timeZone,
    context.format ?? format,
    form,
  ];
  return `"${hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22)}"`;
}

function isKnown(mark: string, { headers }: Request): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  return known.trim() === '*' || [...known.matchAll(MARK)].some(([, one]) => one === mark);
}

/** The same request, from there on. */
function nextOf({ originalUrl }: Request, token: string): string {
  const [path = '', query] = originalUrl.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('since', token);
  return `${path}?${parameters.toString()}`;
}
