import { ApiError } from './api-error.js';
import {
  changesPath,
  LIST_PATHS,
  type Field,
  type Item,
  type Kind,
  type ListQuery,
  type Page,
  type Summary,
  type SummaryKind,
  type SummaryQuery,
  type UndatedKind,
} from './kinds.js';
import { Requests, type ClientOptions, type Query } from './requests.js';
import type { components } from './schemas.js';
import type { Store } from './store.js';

type Device = components['schemas']['DeviceDetail'];
type Latest = components['schemas']['LatestLocation'];

export interface FollowOptions {
  /** The maximum number of items of a page, 1 to 50,000. Default: 10,000. */
  readonly limit?: number;
}

/** A client of one enterprise. Every failed request throws an `ApiError`. */
export class Client {
  private readonly requests: Requests;

  constructor(options: ClientOptions = {}) {
    this.requests = new Requests(options);
  }

  /** Returns all records of a kind. `stream` does the same in constant memory. */
  list<K extends UndatedKind, F extends Field<K> = Field<K>>(
    kind: K,
    query?: ListQuery<K, F>,
  ): Promise<Pick<Item<K>, F>[]>;
  list<K extends Kind, F extends Field<K> = Field<K>>(
    kind: K,
    query: ListQuery<K, F>,
  ): Promise<Pick<Item<K>, F>[]>;
  list(kind: Kind, query: Query = {}): Promise<unknown> {
    return this.requests.json(LIST_PATHS[kind], query);
  }

  /** Yields all records of a kind in constant memory. Throws if the response is truncated. */
  stream<K extends UndatedKind, F extends Field<K> = Field<K>>(
    kind: K,
    query?: ListQuery<K, F>,
  ): AsyncGenerator<Pick<Item<K>, F>, void, undefined>;
  stream<K extends Kind, F extends Field<K> = Field<K>>(
    kind: K,
    query: ListQuery<K, F>,
  ): AsyncGenerator<Pick<Item<K>, F>, void, undefined>;
  stream(kind: Kind, query: Query = {}): AsyncGenerator<unknown, void, undefined> {
    return this.requests.ndjson(LIST_PATHS[kind], query);
  }

  /** Returns one device. */
  async get<F extends keyof Device = keyof Device>(
    deviceId: string,
    query: { readonly fields?: readonly F[] } = {},
  ): Promise<Pick<Device, F>> {
    // `fetch` would request another path, such as that of the list
    if (deviceId === '.' || deviceId === '..')
      throw new TypeError(`\`fetch\` cannot request the device \`${deviceId}\`.`);
    return this.requests.json(`device/id/${encodeURIComponent(deviceId)}`, query);
  }

  /** Returns the newest location of each device. */
  latest<F extends keyof Latest = keyof Latest>(
    query: { readonly device_id?: readonly string[]; readonly fields?: readonly F[] } = {},
  ): Promise<Pick<Latest, F>[]> {
    return this.requests.json('device-location/latest', query);
  }

  /** Returns sums by app, device, or day. */
  summary<K extends SummaryKind>(kind: K, query: SummaryQuery): Promise<Summary<K>> {
    return this.requests.json(`device/${kind}/summary`, query);
  }

  /**
   * Writes the changes since the last pass into a store, each page in one transaction with its token. If the
   * service no longer has the state of the token (410), reads everything again and deletes the rows that no longer exist.
   * Throws the 410 that is the last of `tries` in one pass, also if pages came between them. Throws if a page has more
   * items and the token of its request, because the next page would be the same.
   */
  async follow(kind: Kind, store: Store, { limit = 10_000 }: FollowOptions = {}): Promise<void> {
    for (let restarts = 0; ;) {
      const since = (await store.token(kind)) ?? 'beginning';
      const query = { since, limit, fields: store.fields(kind) };
      const page = await this.requests.json<Page>(changesPath(kind), query).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 410 && ++restarts < this.requests.tries)
          return undefined;
        throw error;
      });
      if (page) {
        if (page.has_more && page.sync_token === since)
          throw ApiError.repeatedToken(this.requests.urlOf(changesPath(kind)));
        await store.write(kind, page);
        if (!page.has_more) return;
      } else {
        await store.restart(kind);
      }
    }
  }

  /** Follows every kind of the store. Returns the errors of the kinds whose scope the key lacks. */
  async followAll(store: Store, options: FollowOptions = {}): Promise<ApiError[]> {
    const errors: ApiError[] = [];
    for (const kind of store.kinds) {
      try {
        await this.follow(kind, store, options);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'insufficient_scope') throw error;
        errors.push(error);
      }
    }
    return errors;
  }
}
