import type { ExportRecord } from '../app/builders.js';
import type { ApiClient } from '../http/api-client.js';
import { decoded } from '../http/encodings.js';
import { send, type HttpResponse } from '../http/http.js';
import { itemsOf, type FeedRoute } from './feed-routes.js';

export interface FeedPage {
  readonly items: readonly ExportRecord[];
  readonly token: string;
  /** Without the origin. */
  readonly next: string | undefined;
}

export interface Page {
  readonly items: readonly ExportRecord[];
  readonly sync_token: string;
  readonly has_more: boolean;
  readonly next: string | null;
}

export const sendAs = (
  { origin, headers }: ApiClient,
  path: string,
  more: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<HttpResponse> => send(origin, { method, path, headers: { ...headers, ...more } });

export async function follow(
  client: ApiClient,
  route: FeedRoute,
  since: string,
  more: Readonly<Record<string, string | number>> = {},
): Promise<FeedPage> {
  const query = Object.entries({ since, ...more }).map(([name, value]) => `${name}=${value}`);
  return readFeedPage(route, await sendAs(client, `${route.path}?${query.join('&')}`));
}

export async function readFeedPage(route: FeedRoute, received: HttpResponse): Promise<FeedPage> {
  const { status, headers, body } = received;
  if (status !== 200) throw new Error(`${status} ${body}`);
  const items = await itemsOf(route, 'json', received);
  const { sync_token: token, has_more, next } = JSON.parse(decoded(received).toString()) as Page;
  const link = /^<(.*)>; rel="next"$/.exec(String(headers.link))?.[1];
  expect({ token, has_more, next }).toEqual({
    token: headers['x-sync-token'],
    has_more: link !== undefined,
    next: link ?? null,
  });
  return { items, token, next: link?.replace(/^https?:\/\/[^/]+/, '') };
}

export const tokenOf = async (client: ApiClient, route: FeedRoute): Promise<string> =>
  (await follow(client, route, 'beginning')).token;

export const idsIn = ({ id }: FeedRoute, { items }: FeedPage): unknown[] =>
  items
    .map((item) => (item.deleted === true ? `deleted ${String(item[id])}` : item[id]))
    .sort((a, b) => (String(a) < String(b) ? -1 : 1));
