import { createHash } from 'node:crypto';
import type { TestApp } from '../kit/app/test-app.js';
import { decoded } from '../kit/http/encodings.js';
import { send, type HttpResponse, type HttpRequest } from '../kit/http/http.js';

const PRESENT_ONLY =
  /^(date|x-request-id|ratelimit.*|retry-after|etag|x-sync-token|last-modified|content-length)$/;
const WITHOUT_BODY = /^\/$|^\/(internal\/)?(docs|metrics)/;
const FOUR_WEEKS_MS = 28 * 24 * 3_600_000;
/** The service writes these audit events after the response, so that their order differs between runs. */
const REFUSED_CALLS =
  /\{"sequence":\d+,"at":"[^"]*","actor":"[^"]*","action":"call\.refused"[^}]*\}[^}]*\},?/g;
const PLACES_IN_LOG = /"(sequence|last_sequence|events)":\d+|"next":null,"total":\d+/g;
/** Members of internal responses that are random or contain a random link. */
const RANDOM_MEMBERS =
  /"(key|(previous_)?key_hint|hash|last_hash|secret|uri|link|sync_token)":"[^"]*"|"id":"[0-9a-f]{32}"|"recovery_codes":\[[^\]]*\]/g;

interface CallOptions extends Omit<HttpRequest, 'path' | 'body' | 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Names the request in the recording if its path or headers contain a token. */
  readonly name?: string;
}
export type Call = (path: string, options?: CallOptions) => Promise<HttpResponse>;

export interface Recording {
  readonly headers: Record<string, Record<string, string>>;
  readonly responses: Record<string, string>;
}

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64url');

export class Recorder {
  readonly recording: Recording = { headers: {}, responses: {} };
  readonly codes = new Set<string>();

  constructor(private readonly app: TestApp) {}

  as(
    caller: string,
    callerHeaders: Readonly<Record<string, string>>,
    request = (sent: HttpRequest): Promise<HttpResponse> => send(this.app.url, sent),
  ): Call {
    return async (path, { method = 'GET', headers = {}, body, name } = {}) => {
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const type: CallOptions['headers'] = text === undefined ? {} : { 'content-type': 'application/json' };
      const all = { 'x-request-id': 'recorded', ...callerHeaders, ...type, ...headers };
      const received = await request({ method, path, headers: all, body: text });
      const shown = Object.entries(headers).map(([header, value]) => ` ${header}: ${value}`);
      const description = name ?? [path, ...shown, text === undefined ? '' : ` ${text}`].join('');
      const key = `${caller} ${method} ${description}`.slice(0, 200);
      if (key in this.recording.responses) throw new Error(`Recorded twice: ${key}`);
      this.recording.responses[key] = this.describe(path, received);
      return received;
    };
  }

  private describe(path: string, received: HttpResponse): string {
    const { status, headers, isComplete } = received;
    if (!isComplete) return `${status} truncated`;
    // Cookies expire relative to the current time, and some of their names end with a random part
    const cookies = headers['set-cookie']?.map((cookie) =>
      cookie.replace(/(_[\w-]{16})?=[^;]*/, '=(value)').replace(/ Expires=[^;]*;/, ''),
    );
    const set = Object.fromEntries(
      Object.entries({ ...headers, ...(cookies && { 'set-cookie': cookies }) }).map(([name, value]) => [
        name,
        PRESENT_ONLY.test(name) ? '(present)' : this.stable(String(value)),
      ]),
    );
    const id = hashOf(JSON.stringify(set)).slice(0, 8);
    this.recording.headers[id] = set;
    if (WITHOUT_BODY.test(path) && status === 200) return `200 ${id}`;
    const type = headers['content-type'] ?? '';
    const content = decoded(received);
    const stable = type.includes('parquet') ? content : this.stable(content.toString());
    const code = type.includes('problem') ? /"code":"(\w+)"/.exec(content.toString())?.[1] : undefined;
    if (code !== undefined) this.codes.add(code);
    return [status, code, id, hashOf(stable)].filter((part) => part !== undefined).join(' ');
  }

  private stable(text: string): string {
    return text
      .replaceAll(this.app.url, '(origin)')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
      .replace(/\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?/g, (time) =>
        Math.abs(Date.parse(time) - Date.now()) < FOUR_WEEKS_MS ? '(recent)' : time,
      )
      .replace(/(since=|"sync_token":")[\w.-]{20,}/g, '$1(token)')
      .replace(RANDOM_MEMBERS, '(random)')
      .replace(REFUSED_CALLS, '')
      .replace(PLACES_IN_LOG, '(place)');
  }
}
