import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from './api-error.js';

export interface ClientOptions {
  /** The address of the service, without `/api`. Default: `API_URL` of the environment. */
  readonly url?: string;
  /** Default: `API_KEY` of the environment. */
  readonly apiKey?: string;
  /** Default: `ENTERPRISE_ID` of the environment. */
  readonly enterpriseId?: string;
  /** Attempts of a request. Default: 8. */
  readonly tries?: number;
  /** Seconds before the second attempt after a lost connection. Each pause is twice the last. Default: 1. */
  readonly firstPause?: number;
}

type Parameter = string | number | undefined;
export type Query = Readonly<Record<string, Parameter | readonly Parameter[]>>;

const MAX_PAUSE_S = 60;
/** `setTimeout` takes up to 24 days. */
const MAX_RETRY_AFTER_S = 86_400;

/** Sends GET requests with the key. Retries errors that may be temporary. */
export class Requests {
  readonly tries: number;
  private readonly base: string;
  private readonly headers: Headers;
  private readonly firstPause: number;
  private expiresAt?: string;

  constructor(options: ClientOptions) {
    const { API_URL, API_KEY, ENTERPRISE_ID } = process.env;
    const url = required('url', 'API_URL', options.url ?? API_URL);
    if (!/^https?:\/\//i.test(url)) throw new TypeError('The URL must begin with `https://` or `http://`.');
    const key = required('apiKey', 'API_KEY', options.apiKey ?? API_KEY);
    const enterprise = required('enterpriseId', 'ENTERPRISE_ID', options.enterpriseId ?? ENTERPRISE_ID);
    this.base = `${url.replace(/\/+$/, '')}/api/v1/`;
    // Headers are bytes. The service reads them as UTF-8.
    const id = Buffer.from(enterprise).toString('latin1');
    this.headers = new Headers({ authorization: `Bearer ${key}`, 'x-enterprise-id': id });
    this.tries = options.tries ?? 8;
    this.firstPause = options.firstPause ?? 1;
  }

  json<Body>(path: string, query: Query = {}): Promise<Body> {
    const url = this.urlOf(path, query);
    return this.retry(async () => {
      const response = await this.send(url, 'application/json');
      return withLostConnections(url, async () => JSON.parse(await response.text()) as Body);
    });
  }

  /** Yields the objects of an NDJSON response. Retries until the response begins, and not later. */
  async *ndjson<Item>(path: string, query: Query): AsyncGenerator<Item, void, undefined> {
    const url = this.urlOf(path, query);
    const { body } = await this.retry(() => this.send(url, 'application/x-ndjson'));
    const decoder = new TextDecoder();
    let incompleteLine = '';
    try {
      for await (const bytes of body ?? []) {
        const lines = (incompleteLine + decoder.decode(bytes as Uint8Array, { stream: true })).split('\n');
        incompleteLine = lines.pop() ?? '';
        for (const line of lines) yield JSON.parse(line) as Item;
      }
      if (incompleteLine !== '') throw new Error('The response is truncated.');
    } catch (error) {
      throw ApiError.lostConnection(url, error);
    }
  }

  urlOf(path: string, query: Query = {}): string {
    const url = new URL(this.base + path);
    for (const [name, value] of Object.entries(query)) {
      // Without the parameter, the response would have all devices
      const values =
        name === 'device_id' && Array.isArray(value) && value.length === 0 ? [''] : [value].flat();
      for (const each of values) if (each !== undefined) url.searchParams.append(name, String(each));
    }
    return url.href;
  }

  private async send(url: string, accept: string): Promise<Response> {
    const headers = new Headers(this.headers);
    headers.set('accept', accept);
    // The key must not follow a redirect to another host
    const response = await withLostConnections(url, () => fetch(url, { headers, redirect: 'manual' }));
    this.warnOfExpiration(response.headers.get('x-key-expires-at'));
    if (response.ok) return response;
    throw await withLostConnections(url, () => ApiError.of(response, url));
  }

  private async retry<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof ApiError) || !error.isTemporary || tries >= this.tries) throw error;
        const pause = Math.min(this.firstPause * 2 ** (tries - 1), MAX_PAUSE_S);
        await wait(1000 * Math.min(error.retryAfter ?? pause, MAX_RETRY_AFTER_S));
      }
    }
  }

  /** Warns once of each time. */
  private warnOfExpiration(expiresAt: string | null): void {
    if (expiresAt === null || expiresAt === this.expiresAt) return;
    this.expiresAt = expiresAt;
    process.emitWarning(`The API key expires at ${expiresAt}`, { code: 'API_KEY_EXPIRES' });
  }
}

function required(option: string, variable: string, value: string | undefined): string {
  if (value) return value;
  throw new TypeError(`Set \`${option}\`, or \`${variable}\` in the environment.`);
}

/** Errors of `fetch` are lost connections, and so is a body that is not complete JSON. */
async function withLostConnections<Result>(url: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw ApiError.lostConnection(url, error);
  }
}
