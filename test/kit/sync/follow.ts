import type { ExportRecord } from '../app/builders.js';
import type { ApiClient } from '../http/api-client.js';
import { send, type Received } from '../http/http.js';
import { itemsOf, type FeedRoute } from './feed-routes.js';

export interface FeedAnswer {
  readonly items: readonly ExportRecord[];
  readonly token: string;
  readonly next: string | undefined;
}

export const ask = (
  { origin, headers }: ApiClient,
  path: string,
  more: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Received> => send(origin, { method, path, headers: { ...headers, ...more } });

export async function follow(
  client: ApiClient,
  route: FeedRoute,
  since: string,
  more: Readonly<Record<string, string | number>> = {},
): Promise<FeedAnswer> {
  const query = Object.entries({ since, ...more }).map(([name, value]) => `${name}=${value}`);
  return feedAnswer(route, await ask(client, `${route.path}?${query.join('&')}`));
}

export async function feedAnswer(route: FeedRoute, received: Received): Promise<FeedAnswer> {
  const { status, headers, body } = received;
  if (status !== 200) throw new Error(`${status} ${body}`);
  return {
    items: await itemsOf(route, 'json', received),
    token: String(headers['x-sync-token']),
    next: /^<(.*)>; rel="next"$/.exec(String(headers.link))?.[1],
  };
}

export const tokenOf = async (client: ApiClient, route: FeedRoute): Promise<string> =>
  (await follow(client, route, 'beginning')).token;

export const told = ({ id }: FeedRoute, { items }: FeedAnswer): unknown[] =>
  items
    .map((item) => (item.deleted === true ? `gone ${String(item[id])}` : item[id]))
    .sort((one, other) => (String(one) < String(other) ? -1 : 1));
