import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { FieldSelection } from '../../streaming/fields/field-selection.js';
import { RecordIdField } from '../../streaming/fields/fields.js';
import type { StreamSource } from '../../streaming/streamed-response.js';
import type { ChangeFeedRepository } from './change-feed.repository.js';
import type { SyncTokens } from './sync-token.js';
import { TaggedResponse, type Page } from './tagged-response.js';

class ItemDto {
  @RecordIdField(1)
  id: number;
}

const STATE = { changeNumber: 1, nonce: 1, purgedUntil: 0, enterpriseName: '' };
const config = { publicUrl: 'http://127.0.0.1', hasPublicUrl: true, basePath: '', compression: false };
const changes = { stateAt: () => Promise.resolve(STATE) } as unknown as ChangeFeedRepository;
const tokens = { write: () => 'token' } as unknown as SyncTokens;

/** Reads a response once for each page, as after a lost connection. */
async function linkAfter(...pages: readonly Page[]): Promise<unknown> {
  const left = [...pages];
  const source = {
    config,
    send: async (
      _request: Request,
      _response: Response,
      read: (...parameters: object[]) => Promise<unknown>,
    ) => {
      while (left.length > 0) await read({}, {});
    },
  } as unknown as StreamSource;
  const request = { method: 'HEAD', path: '/changes', headers: {}, context: {}, app: { get: () => config } };
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  await new TaggedResponse(source, changes, tokens, {
    kind: 'locations',
    enterprise: { id: 'acme', key: 1, timeZone: 'UTC', hiddenData: [] },
    fields: FieldSelection.of(ItemDto),
    selection: [],
    hasToken: true,
    pageAt: () => Promise.resolve(left.shift()!),
    query: { since: 'beginning' },
  }).send(request as unknown as Request, response as Response);
  return response.getHeader('link');
}

const page = (hasMore: boolean): Page => ({ queries: [], end: STATE, hasMore, readUntil: null });

it('has a Link only if the read that is sent has more', async () => {
  expect(await linkAfter(page(false), page(true))).toBe('<http://127.0.0.1/changes?since=token>; rel="next"');
  expect(await linkAfter(page(true), page(false))).toBeUndefined();
});
